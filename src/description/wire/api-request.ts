import type { JsonObject } from "./json";
import type { Path } from "./path";

/** Whether sending a request twice can do harm: `create` can, `idempotent` cannot. */
export type Effect = "idempotent" | "create";

/** A query in order. A repeated key is a list. */
export type Query = readonly (readonly [key: string, value: string])[];

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: Path;
  readonly query?: Query;
  readonly body?: JsonObject;
  /** Whether sending the request twice can do harm. Default: `idempotent`. */
  readonly effect?: Effect;
  /** Whether "too many" means "already sent" and not a rate limit. Then the request is not repeated. */
  readonly isLimitFinal?: boolean;
}
