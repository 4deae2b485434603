import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { AttemptError, type HttpReply } from "../../src/client/api/transport";
import type { Code } from "../../src/description/wire/status";
import type { ActiveFault, FaultAction } from "../../src/emulator/faults/fault";
import { inject } from "../../src/emulator/faults/injection";
import type { HttpReply as EmulatorReply } from "../../src/emulator/gateway/http";
import type { EmulatorSettings } from "../../src/emulator/options";

/** A request that meets a fault. */
interface Faulty {
  readonly path: string;
  readonly answer: () => Promise<EmulatorReply>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly timeoutMs: number;
  readonly settings: EmulatorSettings;
}

/** Applies a fault as the emulator does, where there is no connection to be cut. */
export async function faultyReply(active: ActiveFault, { path, answer, ...own }: Faulty): Promise<EmulatorReply> {
  const { action, when = "before" } = active.fault;
  const broken = new AttemptError("the connection broke (ECONNRESET)", false);
  switch (action.kind) {
    case "reset":
      if (when === "after") await answer();
      throw broken;
    case "late":
      void own.sleep(action.ms).then(answer);
      throw broken;
    case "truncate":
      await answer();
      throw broken;
    case "delay":
    case "hang": {
      const reply = when === "after" ? await answer() : undefined;
      const ms = action.kind === "hang" ? Number.POSITIVE_INFINITY : action.ms;
      await own.sleep(Math.min(ms, own.timeoutMs));
      if (ms > own.timeoutMs) throw new AttemptError(`no response within ${own.timeoutMs / 1000} s`, false);
      return reply ?? answer();
    }
    case "slow":
      throw new Error("a local platform has no connection that could be slow");
    default: {
      const reply = await inject({ active, path, outgoing: nowhere, answer }, own.settings);
      if (reply === undefined) throw new Error(`the fault "${action.kind}" has no answer`);
      return reply;
    }
  }
}

/** A response that is never sent. */
const nowhere = new ServerResponse(new IncomingMessage(new Socket()));

export function textReply({ status, headers, body }: EmulatorReply): HttpReply {
  if (typeof body !== "string") throw new Error("only the fault slow sends pieces");
  return { status, headers, text: body };
}

export const reset: FaultAction = { kind: "reset" };
export const status = (code: Code, message = "no"): FaultAction => ({ kind: "status", code, message });
export const answer = (body: string | object, httpStatus = 200, headers = {}): FaultAction => ({
  kind: "body",
  status: httpStatus,
  body: typeof body === "string" ? body : JSON.stringify(body),
  headers,
});
export const denied = status("PERMISSION_DENIED");
/** What a gateway says of a path that it does not know. */
export const unknownPath = answer({ code: 5, message: "Not Found" }, 404);
/** What the platform says of an object that it does not show. */
export const missing: FaultAction = {
  kind: "status",
  code: "NOT_FOUND",
  message: "no",
  details: [{ kind: "ResourceInfo", resourceType: "iam:Group", resourceName: "", description: "not found" }],
};

/** A refusal that says what blocks the delete. */
export const blocked = (type: string, description: string, count = 1): FaultAction => ({
  kind: "status",
  code: "FAILED_PRECONDITION",
  message: "Precondition failed",
  details: [
    {
      kind: "PreconditionFailure",
      violations: Array.from({ length: count }, (_, i) => ({
        type: i === 0 ? type : `T${i}`,
        subject: description,
        description,
      })),
    },
  ],
});
