import type { Capability as AnyCapability } from "../../description/resources/capabilities";
import type { Fields } from "../../description/spec/types";
import type { Values } from "../../description/spec/values";
import type { Typed } from "./errors";
import type { HttpRequest } from "./http";
import type { MaskPath } from "./masks";
import type { Query } from "./queries";

export type Capability = AnyCapability;

/** The permission that a caller needs. A route without a permission gives the reason. */
export type Allowed =
  /** No token is needed. */
  | { readonly anyone: string }
  /** Any valid token is enough. */
  | { readonly anyCaller: string }
  | {
      /** All of them are needed. */
      readonly capabilities: readonly Capability[];
      /**
       * The parameter or field with the uid to check. Roles must be bound in this group or above it. `each`: checked for each list item, and
       * others are hidden. `anywhere`: they must be bound in some group.
       */
      readonly in: { readonly path: string } | { readonly body: string } | "each" | "anywhere";
      /** Kind of the object with that uid, if it differs from the route's kind. */
      readonly of?: Typed;
    };

export interface Caller {
  readonly bearer: string | undefined;
  /** Content of an exchanged token: its identity, or why it is invalid. Absent for other tokens. */
  readonly exchanged: ExchangedToken | undefined;
}

/** Limits of an exchanged token, in addition to the access of its identity. An empty list is no limit. */
export interface Narrowing {
  /** uids of groups. The token works only in them and below. */
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
}

export interface Grants {
  /** Capabilities by group. They apply in the group and below it. */
  readonly places: ReadonlyMap<string, ReadonlySet<Capability>>;
  /** Root groups at that moment. Grants without a group apply in them. */
  readonly roots: ReadonlySet<string>;
}

export type ExchangedToken =
  | ({
      readonly identity: string;
      readonly audiences: readonly string[];
      /** Access of the identity when the token was issued. Absent if the current access counts. */
      readonly grants?: Grants | undefined;
    } & Narrowing)
  | { readonly complaint: string };

/** A request after the gateway has parsed it. */
export interface Asked<Name extends string = string> {
  /** Decoded path parameters by name. */
  readonly params: Readonly<Record<Name, string>>;
  /** Query of GET and PATCH. Empty for other methods. */
  readonly query: Query;
  readonly body: Values;
  /** For PATCH: the mask derived from the body, and the raw paths of an explicit mask. */
  readonly mask: { readonly derived: readonly MaskPath[]; readonly explicit: readonly string[] | undefined };
  readonly request: HttpRequest;
  readonly caller: Caller;
  /** Whether the caller may see a uid; for routes with a permission per item. */
  readonly isVisible: (uid: string) => boolean;
  readonly may: (capability: Capability, uid: string) => boolean;
}

/** The JSON of a response, or undefined for no body. */
export type Answer = Readonly<Record<string, unknown>> | undefined;

export interface Message {
  /** Proto name for error messages, `platform.iam.v2.Group`. */
  readonly name: string;
  readonly fields: Fields;
}

export interface Route {
  readonly method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** The kind that its errors name. */
  readonly kind: Typed;
  readonly allowed: Allowed;
  readonly body?: Message;
  /** A role that the request grants, and where. The caller must have its capabilities. */
  readonly handsOn?: (
    asked: Pick<Asked, "params" | "body">,
  ) => { readonly role: string; readonly at: string } | undefined;
  /** Whether this is a list, which shows only what the caller may see. No caller is refused. */
  readonly isList?: true;
  /** Whether it belongs to the registry, which has its own tokens and response format. */
  readonly isRegistry?: true;
  answer(asked: Asked): Answer | Promise<Answer>;
  /** Returns the response for callers that must not see the object, if a missing object is no error. */
  readonly whenHidden?: () => Answer;
}
