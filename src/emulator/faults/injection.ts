import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { domainOf, StatusError } from "../gateway/errors";
import type { HttpReply } from "../gateway/http";
import type { Settings } from "../options";
import type { ActiveFault, FaultAction } from "./fault";

/** A fault and the request that it strikes. */
export interface Strike {
  readonly active: ActiveFault;
  /** Path of the request, as it was sent. */
  readonly path: string;
  readonly outgoing: ServerResponse;
  /** Has the platform do what is asked; its true answer. */
  readonly answer: () => Promise<HttpReply>;
}

/**
 * Does what a fault says, before the platform sees the request or after it has answered. Answers what is to be sent; undefined
 * where there is nothing to send any more.
 */
export async function injure(strike: Strike, settings: Settings): Promise<HttpReply | undefined> {
  const { active, answer } = strike;
  const { action, when = "before" } = active.fault;
  const isAfter = when === "after" && action.kind !== "late";
  const early = isAfter ? await answer() : undefined;
  const truth = async (): Promise<HttpReply> => early ?? answer();
  switch (action.kind) {
    case "delay":
      await pause(action.ms);
      return truth();
    case "hold":
      await active.released;
      return truth();
    case "slow":
      return inDrops(await truth(), action);
    case "truncate":
      await breakOff(strike.outgoing, await truth(), action.bytes);
      return undefined;
    case "status":
      return statusReply(action, strike.path, settings);
    case "body":
      return { status: action.status, headers: action.headers ?? {}, body: action.body };
    default:
      await cut(strike, action);
      return undefined;
  }
}

/** Lets the connection end without an answer, at once or when the client has had enough. */
async function cut({ outgoing, answer }: Strike, action: Extract<FaultAction, { kind: "reset" | "late" | "hang" }>) {
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

/** An error in the API's own form. */
function statusReply(action: Extract<FaultAction, { kind: "status" }>, path: string, settings: Settings): HttpReply {
  const { code, headers } = action;
  const words = code.toLowerCase().split("_");
  const { message = `injected ${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}` } = action;
  const area = path.split("/")[1] || "gateway";
  const { details = [{ kind: "ErrorInfo", reason: code, domain: domainOf({ type: `${area}:` }) }] } = action;
  return new StatusError({ code, message, details }, headers).reply(settings);
}

/** Sends the head and the first bytes of the true answer, then cuts the connection. */
async function breakOff(outgoing: ServerResponse, { status, headers, body }: HttpReply, bytes: number): Promise<void> {
  const whole = bytesOf(body);
  outgoing.writeHead(status, { ...headers, "content-length": whole.length });
  await new Promise<void>((resolve) => outgoing.write(whole.subarray(0, bytes), () => resolve()));
  outgoing.req.socket.destroy();
}

/** The same answer, sent piece by piece. */
function inDrops(reply: HttpReply, { bytes, everyMs }: Extract<FaultAction, { kind: "slow" }>): HttpReply {
  async function* drops(): AsyncGenerator<Uint8Array> {
    const whole = bytesOf(reply.body);
    for (let at = 0; at < whole.length; at += bytes) {
      if (at > 0) await pause(everyMs);
      yield whole.subarray(at, at + bytes);
    }
  }
  return { ...reply, body: drops() };
}

/** The platform's answers are texts; only faults send pieces. */
const bytesOf = (body: HttpReply["body"]): Buffer => Buffer.from(typeof body === "string" ? body : "");

/** Waits without keeping a process alive that has nothing else to do. */
export const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });
