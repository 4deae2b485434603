import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { AttemptError, type HttpReply } from "../../src/api/transport";
import type { ActiveFault, FaultAction } from "../../src/emulator/faults/fault";
import { inject } from "../../src/emulator/faults/injection";
import type { HttpReply as EmulatorReply } from "../../src/emulator/gateway/http";
import type { Settings } from "../../src/emulator/options";

/** A request that meets a fault. */
interface Faulty {
  readonly path: string;
  readonly answer: () => Promise<EmulatorReply>;
  /** Has the request answered in so many milliseconds, when nobody waits for it. */
  readonly late: (ms: number) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly settings: Settings;
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
      own.late(action.ms);
      throw broken;
    case "truncate":
      await answer();
      throw broken;
    case "delay":
      await own.sleep(action.ms);
      return answer();
    case "hang":
    case "slow":
      throw new Error(`a local platform has no connection that could ${action.kind}`);
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
