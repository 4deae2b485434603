import type { Context } from "hono";
import { pluralOf, type ResourceSpec } from "../../spec/resource";
import type { Fields } from "../../spec/types";
import { gatewayError, type Kind, notFound, permissionDenied, unauthenticated } from "../gateway/errors";
import { bearerOf, type Env } from "../gateway/http";
import { snake } from "../gateway/names";
import { type Body, readBody } from "../gateway/protojson";
import type { Settings } from "../options";
import { rootOf } from "../store";
import { isForApi } from "./callers";
import type { Permissions } from "./permissions";

/** Who may do what. */
export interface Access {
  /** The bearer token that may do everything. */
  readonly token: string;
  /** Root group that the caller may look at but not change. */
  readonly publicRoot: string;
  /** What the callers with tokens of the exchange may do. */
  readonly permissions: Permissions;
  /** How such a caller is refused what it may not see. */
  readonly forbidden: Settings["forbidden"];
}

/** What a request wants to do. */
export interface Deed {
  readonly kind: Pick<ResourceSpec, "type" | "collection">;
  /** uid to act on or below; a token is enough where it is left out. */
  readonly target?: string | undefined;
  /** Kind of the target where it is another one: that of the parent, for what is to be created. */
  readonly targetKind?: Kind | undefined;
  /** Verb of the capability that it takes; to look is `list`, the default. */
  readonly verb?: string | undefined;
}

/** Reads the body of a request. Throws StatusError. */
export const bodyOf = (c: Context<Env>, fields: Fields, messageName: string): Body =>
  readBody(fields, c.get("body"), messageName);

/**
 * Refuses who has no token, and what the caller may not do: one with the token for everything may only look at what is
 * not of its own organisations, one with a token of the exchange has what its roles allow. Throws StatusError.
 */
export function authorize(
  c: Context<Env>,
  access: Access,
  { kind, target, targetKind = kind, verb = "list" }: Deed,
): void {
  const bearer = bearerOf(c);
  if (bearer === undefined) throw unauthenticated(kind, "missing bearer token");
  const isAdmin = bearer === access.token;
  const identity = isAdmin ? "" : identityOf(c, kind);
  if (target === undefined) return;
  const isAllowed = isAdmin
    ? verb === "list" || rootOf(target) !== access.publicRoot
    : access.permissions.of(identity, kind, verb)(target);
  if (isAllowed) return;
  const isSeen = isAdmin || target === "" || access.permissions.of(identity, targetKind, "list")(target);
  if (access.forbidden === "hidden" && !isSeen) throw notFound(targetKind, target);
  throw permissionDenied(kind, `caller lacks ${snake(pluralOf(kind))}.${verb}`);
}

/** Tells which uids a list may show to the caller, whose token has been looked at. */
export function visibleTo(c: Context<Env>, access: Access, spec: ResourceSpec): (uid: string) => boolean {
  if (bearerOf(c) === access.token) return () => true;
  return access.permissions.of(identityOf(c, spec), spec, "list");
}

/** uid of the identity whose token of the exchange is good for the API. Throws StatusError. */
function identityOf(c: Context<Env>, spec: Pick<ResourceSpec, "type">): string {
  const caller = c.get("caller");
  if (caller === undefined) throw unauthenticated(spec, "invalid bearer token");
  if ("complaint" in caller) throw unauthenticated(spec, caller.complaint);
  if (!isForApi(c, caller.audiences)) throw unauthenticated(spec, "token is for another audience");
  return caller.identity;
}

/** Part of a path, decoded once. Throws StatusError. */
export function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw gatewayError("INVALID_ARGUMENT", "malformed path escape");
  }
}
