import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { OciError } from "../endpoints/registry";
import type { Caller } from "../kinds/tokens";
import type { Settings } from "../options";
import { gatewayError, StatusError, statusJson } from "./errors";
import { writeJson } from "./json-syntax";
import { EmulatorBug } from "./self-check";

/** What handlers find on a request besides its address: the text of its body, and who brings a token of the exchange. */
export interface Env {
  Bindings: HttpBindings;
  Variables: { body: string; caller: Caller | undefined };
}

/** Path and query as they were sent: hono's own are decoded and normalised. */
export function targetOf({ url = "/" }: IncomingMessage): { path: string; query: string } {
  const at = url.indexOf("?");
  return at < 0 ? { path: url, query: "" } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

/** The bearer token of a request. */
export const bearerOf = (c: Context<Env>): string | undefined =>
  /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];

/** A 200 of the gateway (wire 37). */
export const okReply = (body: unknown, { jsonSpace }: Pick<Settings, "jsonSpace">): Response =>
  new Response(writeJson(body, jsonSpace), {
    headers: { "content-type": "application/json", "grpc-metadata-content-type": "application/grpc" },
  });

/** A 200 of the registry, which is hand-written: plain JSON. */
export const registryReply = (body: unknown): Response => Response.json(body);

/** The answer to whatever a handler threw; what is no refusal is a bug of the emulator, and is said loudly. */
export function errorReply(error: Error, settings: Pick<Settings, "jsonSpace" | "emitUnpopulated">): Response {
  if (error instanceof OciError) {
    const body = { errors: [{ code: error.code, message: error.message }] };
    return Response.json(body, { status: error.http, headers: error.headers });
  }
  if (!(error instanceof StatusError)) {
    const bug = error instanceof EmulatorBug ? error.message : (error.stack ?? String(error));
    console.error(`EMULATOR BUG: ${bug}`);
    return errorReply(gatewayError("INTERNAL", `EMULATOR BUG: ${error.message}`), settings);
  }
  return new Response(writeJson(statusJson(error.status, settings.emitUnpopulated), settings.jsonSpace), {
    status: error.http,
    headers: { "content-type": "application/json", ...error.headers },
  });
}
