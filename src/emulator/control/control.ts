import type { Emulator } from "../emulator";
import { gatewayError, StatusError, unauthenticated } from "../gateway/errors";
import { bearerOf, type HttpReply, type HttpRequest } from "../gateway/http";
import { parseJsonText } from "../gateway/json-syntax";
import { okReply } from "../gateway/replies";
import { type Found, Router } from "../gateway/router";
import { type Call, controlPath } from "./call";
import { calls } from "./calls";

/** Whether a request is for the control, and not for the platform. */
export const isForControl = ({ path }: Pick<HttpRequest, "path">): boolean =>
  path === controlPath || path.startsWith(`${controlPath}/`);

/** Answers the requests of the control, by the object that programs in TypeScript use. Throws StatusError. */
export function control(emulator: Emulator): (request: HttpRequest) => Promise<HttpReply> {
  const router = new Router(calls);
  return async (request) => {
    refuseStranger(request, emulator);
    const { route, params } = find(router, request);
    return okReply(await route.answer(emulator, sentIn(request), params));
  };
}

/** Refuses all tokens but the emulator's own: that of an identity stands for what a customer may do. */
function refuseStranger(request: HttpRequest, { token }: Emulator): void {
  const bearer = bearerOf(request);
  if (bearer === token) return;
  const message = bearer === undefined ? "missing bearer token" : "the control takes the emulator's own token alone";
  throw unauthenticated({ type: "emulator:Control" }, message);
}

/** Finds the call. Where there is none, the refusal names those that there are. */
function find(router: Router<Call>, { method, path }: HttpRequest): Found<Call> {
  try {
    return router.find(method, path);
  } catch (error) {
    if (!(error instanceof StatusError) || error.status.code === "INVALID_ARGUMENT") throw error;
    const known = calls.map((call) => `${call.method} ${call.path}`).join(", ");
    throw gatewayError(error.status.code, `${error.message}: the calls of the control are ${known}`);
  }
}

/** The query of a GET, and the body of any other method. */
function sentIn({ method, query, body }: HttpRequest): unknown {
  const isGet = method === "GET";
  if ((isGet ? body : query) !== "")
    throw gatewayError("INVALID_ARGUMENT", isGet ? "a GET takes no body" : `a ${method} takes no query`);
  return isGet ? queryValues(query) : jsonIn(body);
}

function queryValues(query: string): Record<string, string> {
  const entries = [...new URLSearchParams(query)];
  const names = entries.map(([name]) => name);
  if (new Set(names).size < names.length) throw gatewayError("INVALID_ARGUMENT", "each name may be in the query once");
  return Object.fromEntries(entries);
}

/** A body, which may be left out where nothing has to be sent. */
function jsonIn(body: string): unknown {
  try {
    return parseJsonText(body) === undefined ? {} : JSON.parse(body); // The first one limits the depth.
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw gatewayError("INVALID_ARGUMENT", `the body must be JSON: ${error.message}`);
  }
}
