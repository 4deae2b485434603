import type { Capability as AnyCapability } from "../../resources/capabilities";
import type { Fields } from "../../spec/types";
import type { Values } from "../../spec/values";
import type { Kind } from "./errors";
import type { HttpRequest } from "./http";
import type { MaskPath } from "./masks";
import type { Query } from "./queries";

/** A permission that a role can grant. */
export type Capability = AnyCapability;

/**
 * The parameter or field with the uid that capabilities must hold for. `each`: checked for each list item; others are
 * hidden. `anywhere`: they must hold in some group.
 */
export type Place<Name extends string, Key extends string> =
  | { readonly path: Name }
  | { readonly body: Key }
  | "each"
  | "anywhere";

/** The permission that a caller needs. Every route states it; one without a permission gives the reason. */
export type Allowed<Name extends string = string, Key extends string = string> =
  /** No token is needed. */
  | { readonly anyone: string }
  /** Any valid token is enough. */
  | { readonly anyCaller: string }
  | {
      /** All of them are needed. */
      readonly capabilities: readonly Capability[];
      /** The uid to check: roles must be bound to this group or to one above it. */
      readonly in: Place<Name, Key>;
      /** Kind of the object with that uid, if it differs from the route's kind. */
      readonly of?: Kind;
    };

/** The caller of a request, by its token. */
export interface Caller {
  readonly bearer: string | undefined;
  /** Content of an exchanged token: its identity, or why it is invalid. Absent for other tokens. */
  readonly exchanged: ExchangedToken | undefined;
}

/** What an exchanged token is limited to, beside what its identity may do. An empty list is no limit. */
export interface Narrowing {
  /** uids of groups: only these and what is below them. */
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
}

/** What an identity can do at one moment. */
export interface Grants {
  /** Capabilities by the group in which they hold, and below which. */
  readonly places: ReadonlyMap<string, ReadonlySet<Capability>>;
  /** The root groups of that moment, in which what lies in no group holds. */
  readonly roots: ReadonlySet<string>;
}

/** Content of an exchanged token. */
export type ExchangedToken =
  | ({
      readonly identity: string;
      readonly audiences: readonly string[];
      /** What its identity could do when the token was made; absent if it can do what the identity can do at present. */
      readonly grants?: Grants | undefined;
    } & Narrowing)
  | { readonly complaint: string };

/** A request after the gateway has parsed it. */
export interface Asked<Name extends string = string> {
  /** Decoded path parameters by name. */
  readonly params: Readonly<Record<Name, string>>;
  /** Query of GET and PATCH; empty for other methods. */
  readonly query: Query;
  /** Body values of the fields that the route declares. */
  readonly body: Values;
  /** For PATCH: the mask derived from the body, and the raw paths of an explicit mask. */
  readonly mask: { readonly derived: readonly MaskPath[]; readonly explicit: readonly string[] | undefined };
  readonly request: HttpRequest;
  readonly caller: Caller;
  /** Whether the caller may see a uid; for routes with a permission per item. */
  readonly isVisible: (uid: string) => boolean;
  /** Whether the caller has a capability at a uid. */
  readonly may: (capability: Capability, uid: string) => boolean;
}

/** The JSON of an answer; undefined if it has no body. */
export type Answer = Readonly<Record<string, unknown>> | undefined;

/** The message in a body. */
export interface Message {
  /** Proto name for error messages, `platform.iam.v2.Group`. */
  readonly name: string;
  readonly fields: Fields;
}

/** A route. */
export interface Route {
  readonly method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";
  /** Path template. */
  readonly path: string;
  /** The kind that its errors name. */
  readonly kind: Kind;
  readonly allowed: Allowed;
  readonly body?: Message;
  /** A role that the request hands on, and where: the caller must hold what it grants. */
  readonly handsOn?: (
    asked: Pick<Asked, "params" | "body">,
  ) => { readonly role: string; readonly at: string } | undefined;
  /** A list, which shows only what the caller may see. Nobody is refused. */
  readonly isList?: true;
  /** Belongs to the registry, which has its own tokens and answer format. */
  readonly isRegistry?: true;
  /** Computes the answer. Throws StatusError. */
  answer(asked: Asked): Answer | Promise<Answer>;
  /** The answer for callers that must not see the object, if a missing object is no error. */
  readonly whenHidden?: () => Answer;
}
