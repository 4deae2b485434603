import type { Context } from "hono";
import { pluralOf, type ResourceSpec } from "../spec/resource";
import type { Fields } from "../spec/types";
import { gatewayError, permissionDenied, unauthenticated } from "./errors";
import { bearerOf, type Env } from "./http";
import { type Body, readBody } from "./json";
import { snake } from "./names";
import { rootOf } from "./store";

const MAX_BODY = 4 * 1024 * 1024;

/** Who may do what. */
export interface Access {
  /** The one bearer token of the API. */
  readonly token: string;
  /** Root group that the caller may look at but not change. */
  readonly publicRoot: string;
}

/** Reads the body of a request. Throws StatusError. */
export function bodyOf(c: Context<Env>, fields: Fields, messageName: string): Body {
  const text = c.get("body");
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BODY) {
    throw gatewayError("RESOURCE_EXHAUSTED", `grpc: received message larger than max (${bytes} vs. ${MAX_BODY})`);
  }
  return readBody(fields, text, messageName);
}

/** Refuses who has no token, and writes outside of the caller's own organisations. Throws StatusError. */
export function authorize(
  c: Context<Env>,
  { token, publicRoot }: Access,
  spec: Pick<ResourceSpec, "type" | "collection">,
  target?: string,
  verb?: string,
): void {
  const bearer = bearerOf(c);
  if (bearer === undefined) throw unauthenticated(spec, "missing bearer token");
  if (bearer !== token) throw unauthenticated(spec, "invalid bearer token");
  if (verb === undefined || target === undefined || rootOf(target) !== publicRoot) return;
  throw permissionDenied(spec, `caller lacks ${snake(pluralOf(spec))}.${verb}`);
}

/** Part of a path, decoded once. Throws StatusError. */
export function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw gatewayError("INVALID_ARGUMENT", "malformed path escape");
  }
}
