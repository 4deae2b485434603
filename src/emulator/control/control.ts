import type { Emulator } from "../emulator";
import { isAtOrBelow } from "../faults/fault";
import { gatewayError, StatusError, unauthenticated } from "../gateway/errors";
import { bearerOf, type HttpReply, type HttpRequest } from "../gateway/http";
import { parseJsonText } from "../gateway/json-syntax";
import { okReply } from "../gateway/replies";
import { type Found, Router } from "../gateway/router";
import { type ControlCall, calls, controlPath } from "./calls";

export const isForControl = ({ path }: Pick<HttpRequest, "path">): boolean => isAtOrBelow(path, controlPath);

/** Responds to requests to the control with the methods for TypeScript programs. Throws StatusError. */
export function control(emulator: Emulator): (request: HttpRequest) => Promise<HttpReply> {
  const router = new Router(calls);
  return async (request) => {
    refuseStranger(request, emulator);
    const { route, params } = find(router, request);
    return okReply(await route.answer(emulator, sentIn(request), params));
  };
}

/** Accepts only the emulator's own token, because the token of an identity has the access of a customer. */
function refuseStranger(request: HttpRequest, { token }: Emulator): void {
  const bearer = bearerOf(request);
  if (bearer === token) return;
  const message = bearer === undefined ? "missing bearer token" : "the control accepts only the emulator's own token";
  throw unauthenticated({ type: "emulator:Control" }, message);
}

/** Finds the call. The error for an unknown call lists the existing ones. */
function find(router: Router<ControlCall>, { method, path }: HttpRequest): Found<ControlCall> {
  try {
    return router.find(method, path);
  } catch (error) {
    if (!(error instanceof StatusError) || error.status.code === "INVALID_ARGUMENT") throw error;
    const known = calls.map((call) => `${call.method} ${call.path}`).join(", ");
    throw gatewayError(error.status.code, `${error.message}. The calls of the control are ${known}`);
  }
}

function sentIn({ method, query, body }: HttpRequest): unknown {
  const isGet = method === "GET";
  if ((isGet ? body : query) !== "")
    throw gatewayError("INVALID_ARGUMENT", isGet ? "a GET must not have a body" : `a ${method} must not have a query`);
  return isGet ? queryValues(query) : jsonIn(body);
}

function queryValues(query: string): Record<string, string> {
  const entries = [...new URLSearchParams(query)];
  const names = entries.map(([name]) => name);
  if (new Set(names).size < names.length)
    throw gatewayError("INVALID_ARGUMENT", "a name must not be repeated in the query");
  return Object.fromEntries(entries);
}

/** Returns the parsed body, which may be absent if the call needs none. */
function jsonIn(body: string): unknown {
  try {
    return parseJsonText(body) === undefined ? {} : JSON.parse(body); // parseJsonText limits the depth.
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw gatewayError("INVALID_ARGUMENT", `the body must be JSON: ${error.message}`);
  }
}
