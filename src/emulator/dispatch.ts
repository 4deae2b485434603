import { Access } from "./access/access";
import { callerOf } from "./access/callers";
import { Permissions } from "./access/permissions";
import { gatewayError } from "./gateway/errors";
import type { HttpReply, HttpRequest } from "./gateway/http";
import { derivedMask } from "./gateway/masks";
import { readBody } from "./gateway/protojson";
import { Query } from "./gateway/queries";
import { errorReply, okReply, registryReply } from "./gateway/replies";
import type { Asked, Caller, Route } from "./gateway/route";
import { type Found, Router } from "./gateway/router";
import { publicOrganization } from "./seed/seed";
import { routeTable } from "./table";
import type { World } from "./world";

/** Responds to a request. Every request gets a response. */
export type Dispatch = (request: HttpRequest) => Promise<HttpReply>;

/** Handles a request in order: errors of the gateway (path, method, query, body), then token and permissions, then the service. */
export function dispatcher(world: World): Dispatch {
  const { settings, specs, fixed, store, tokens } = world;
  const router = new Router(routeTable(world));
  const permissions = new Permissions(store);
  const { forbidden } = settings;
  const access = new Access({ token: fixed.token, publicRoot: publicOrganization.uid, permissions, specs, forbidden });
  const answer: Dispatch = async (request) => {
    const caller = await callerOf(request, fixed, tokens);
    const found = router.find(request.method, request.path);
    const { route } = found;
    const read = readRequest(found, request, caller);
    const { isHidden, ...admitted } = access.admit(route, read);
    const body = isHidden ? route.whenHidden?.() : await route.answer({ ...read, ...admitted });
    return route.isRegistry ? registryReply(body) : okReply(body);
  };
  return savedFirst(answer, world);
}

/** Turns errors into responses. With a state file, each response waits until its changes are in the file. */
export const savedFirst =
  (answer: Dispatch, { settings, stateFile }: Pick<World, "settings" | "stateFile">): Dispatch =>
  async (request) => {
    const reply = await answer(request).catch((error: unknown) => errorReply(error, settings));
    try {
      await stateFile?.durable();
      return reply;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return gatewayError("INTERNAL", `the state cannot be written: ${reason}`).reply(settings);
    }
  };

/** Reads a request like the gateway. The query is ignored if all fields are in the body. Throws StatusError. */
function readRequest(
  { route, params }: Found<Route>,
  request: HttpRequest,
  caller: Caller,
): Omit<Asked, "isVisible" | "may"> {
  const { method, body: message } = route;
  const { values, node } = message === undefined ? { values: {}, node: undefined } : readBody(message, request.body);
  const derived = method === "PATCH" && message !== undefined ? derivedMask(message.fields, node, message.name) : [];
  const query = new Query(method === "GET" || method === "PATCH" ? request.query : "");
  const explicit = method === "PATCH" ? explicitPaths(query) : undefined;
  return { params, query, body: values, mask: { derived, explicit }, request, caller };
}

/** Mask paths in a query: one value separated by commas, or repeated `update_mask.paths` (platform API: MASK-1). */
function explicitPaths(query: Query): string[] | undefined {
  const whole = query.text("update_mask");
  const each = query.texts("update_mask.paths");
  if (whole === undefined && each.length === 0) return undefined;
  return [...(whole?.split(",") ?? []), ...each];
}
