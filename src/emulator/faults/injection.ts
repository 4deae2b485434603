import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { domainOf, StatusError } from "../gateway/errors";
import type { HttpReply } from "../gateway/http";
import type { EmulatorSettings } from "../options";
import type { ActiveFault, FaultAction } from "./fault";

export interface Injection {
  readonly active: ActiveFault;
  /** Raw path of the request. */
  readonly path: string;
  readonly outgoing: ServerResponse;
  /** Lets the platform handle the request. Returns its real response. */
  readonly answer: () => Promise<HttpReply>;
}

/** Applies a fault before or after the platform. Returns the response to send, or undefined if there is nothing to send. */
export async function inject(injection: Injection, settings: EmulatorSettings): Promise<HttpReply | undefined> {
  const { active, answer } = injection;
  const { action, when = "before" } = active.fault;
  const isAfter = when === "after" && action.kind !== "late";
  const replyBefore = isAfter ? await answer() : undefined;
  const realReply = async (): Promise<HttpReply> => replyBefore ?? answer();
  switch (action.kind) {
    case "delay":
      await pause(action.ms);
      return realReply();
    case "hold":
      await active.released;
      return realReply();
    case "slow":
      return sendSlowly(await realReply(), action);
    case "truncate":
      await sendTruncated(injection.outgoing, await realReply(), action.bytes);
      return undefined;
    case "status":
      return statusReply(action, injection.path, settings);
    case "body":
      return { status: action.status, headers: action.headers ?? {}, body: action.body };
    case "reset":
    case "late":
    case "hang":
      await cut(injection, action);
      return undefined;
  }
}

/** Ends the connection without a response, at once or when the client gives up. */
async function cut({ outgoing, answer }: Injection, action: Extract<FaultAction, { kind: "reset" | "late" | "hang" }>) {
  const { socket } = outgoing.req;
  if (action.kind === "hang") {
    if (!socket.destroyed) await once(socket, "close");
    return;
  }
  socket.resetAndDestroy();
  if (action.kind === "reset") return;
  await pause(action.ms);
  await answer();
}

function statusReply(
  action: Extract<FaultAction, { kind: "status" }>,
  path: string,
  settings: EmulatorSettings,
): HttpReply {
  const { code, headers } = action;
  const words = code.toLowerCase().split("_");
  const { message = `injected ${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}` } = action;
  const area = path.split("/")[1] || "gateway";
  const { details = [{ kind: "ErrorInfo", reason: code, domain: domainOf({ type: `${area}:` }) }] } = action;
  return new StatusError({ code, message, details }, headers).reply(settings);
}

/** Sends the head and the first bytes of the real response, then closes the connection. */
async function sendTruncated(
  outgoing: ServerResponse,
  { status, headers, body }: HttpReply,
  bytes: number,
): Promise<void> {
  const content = bytesOf(body);
  outgoing.writeHead(status, { ...headers, "content-length": content.length });
  await new Promise<void>((resolve) => outgoing.write(content.subarray(0, bytes), () => resolve()));
  outgoing.req.socket.destroy();
}

function sendSlowly(reply: HttpReply, { bytes, everyMs }: Extract<FaultAction, { kind: "slow" }>): HttpReply {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const content = bytesOf(reply.body);
    for (let at = 0; at < content.length; at += bytes) {
      if (at > 0) await pause(everyMs);
      yield content.subarray(at, at + bytes);
    }
  }
  return { ...reply, body: pieces() };
}

/** Returns the body as text. The platform's responses are texts, and only faults send pieces. */
const bytesOf = (body: HttpReply["body"]): Buffer => Buffer.from(typeof body === "string" ? body : "");

/** Waits without keeping the process alive. */
export const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });
