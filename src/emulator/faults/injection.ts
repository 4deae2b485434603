import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";
import { StatusError } from "../gateway/errors";
import { type Env, errorReply, targetOf } from "../gateway/http";
import { bodyTextOf } from "../gateway/incoming";
import { writeJson } from "../gateway/json-syntax";
import type { RequestLog, Writable } from "../gateway/request-log";
import type { RequestRecord, Settings } from "../options";
import { type ActiveFault, type Faults, injectedStatus } from "./fault";

/** What stands between the socket and the routes: the log of requests, the bound of bodies, latency, and what goes wrong. */
export function traffic(log: RequestLog, faults: Faults, settings: Settings): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { path, query } = targetOf(c.env.incoming);
    const { method } = c.req;
    const text = await bodyOrRefusal(c.env.incoming);
    if (text === undefined) return RESPONSE_ALREADY_SENT;
    const record: Writable<RequestRecord> = {
      method,
      path,
      query,
      body: typeof text === "string" ? parsed(text) : undefined,
      status: undefined,
      time: settings.now(),
    };
    log.add(record, typeof text === "string" ? Buffer.byteLength(text) : 0);
    if (typeof text !== "string") {
      record.status = text.http;
      return errorReply(text, settings);
    }
    c.set("body", text);
    if (settings.latencyMs > 0) await pause(settings.latencyMs);
    const fault = faults.next(method, path);
    if (fault === undefined) await next();
    else await injure(c, next, fault, settings);
    if (c.res !== RESPONSE_ALREADY_SENT) record.status = c.res.status;
    return undefined;
  };
}

/** The body; why it is refused; nothing where the caller has left in the middle of it. */
async function bodyOrRefusal(incoming: IncomingMessage): Promise<string | StatusError | undefined> {
  try {
    return await bodyTextOf(incoming);
  } catch (error) {
    if (error instanceof StatusError) return error;
    if (incoming.destroyed) return undefined;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // No body, or none that is JSON: there is nothing to show.
  }
}

/** Does what a fault says, before the routes see the request or after they have answered it. */
async function injure(
  c: Context<Env>,
  next: () => Promise<void>,
  active: ActiveFault,
  settings: Settings,
): Promise<void> {
  const { action, when = "before" } = active.fault;
  const repliesItself = action.kind === "slow" || action.kind === "truncate";
  if ((when === "after" && action.kind !== "late") || repliesItself) await next();
  switch (action.kind) {
    case "delay":
      await pause(action.ms);
      break;
    case "hold":
      await active.released;
      break;
    default:
      replace(c, await answerOf(c, next, active, settings));
      return;
  }
  if (when === "before") await next();
}

async function answerOf(
  c: Context<Env>,
  next: () => Promise<void>,
  { fault }: ActiveFault,
  settings: Settings,
): Promise<Response> {
  const { action } = fault;
  const { socket } = c.env.incoming;
  switch (action.kind) {
    case "reset":
      socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    case "late":
      socket.resetAndDestroy();
      await pause(action.ms);
      await next();
      return RESPONSE_ALREADY_SENT;
    case "hang":
      if (!socket.destroyed) await once(socket, "close");
      return RESPONSE_ALREADY_SENT;
    case "status": {
      const { http, body } = injectedStatus(action, targetOf(c.env.incoming).path, settings.emitUnpopulated);
      const headers = { "content-type": "application/json", ...action.headers };
      return new Response(writeJson(body, settings.jsonSpace), { status: http, headers });
    }
    case "body":
      // An empty body is none: some statuses have no other.
      return new Response(action.body || null, { status: action.status, headers: action.headers ?? {} });
    case "slow":
      return new Response(inDrops(await c.res.arrayBuffer(), action.bytes, action.everyMs), c.res);
    case "truncate":
      return breakOff(c, action.bytes);
    default:
      return c.res;
  }
}

/** Sends the head and the first bytes of the true answer, then cuts the connection. */
async function breakOff(c: Context<Env>, bytes: number): Promise<Response> {
  const { outgoing, incoming } = c.env;
  const body = Buffer.from(await c.res.arrayBuffer());
  outgoing.writeHead(c.res.status, { ...Object.fromEntries(c.res.headers), "content-length": body.length });
  await new Promise<void>((resolve) => outgoing.write(body.subarray(0, bytes), () => resolve()));
  incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

function inDrops(body: ArrayBuffer, bytes: number, everyMs: number): ReadableStream<Uint8Array> {
  const whole = new Uint8Array(body);
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (at > 0) await pause(everyMs);
      controller.enqueue(whole.subarray(at, at + bytes));
      at += bytes;
      if (at >= whole.length) controller.close();
    },
  });
}

/** Takes the place of an answer without its headers, which hono would otherwise keep. */
function replace(c: Context<Env>, response: Response): void {
  c.res = undefined;
  c.res = response;
}

/** Waits without keeping a process alive that has nothing else to do. */
const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });
