import type { capabilities } from "../../resources/capabilities";
import type { ResourceSpec } from "../../spec/resource";
import type { Fields } from "../../spec/types";
import type { Values } from "../../spec/values";
import type { Kind } from "./errors";
import type { HttpRequest } from "./http";
import type { MaskPath } from "./masks";
import type { Query } from "./queries";

/** What a role can allow. */
export type Capability = (typeof capabilities)[number];

/** Where the uid stands that a capability must hold for; `each`: for each thing of a list, which shows no others. */
export type Place<Name extends string, Key extends string> = { readonly path: Name } | { readonly body: Key } | "each";

/** What a caller must be allowed to do. Every route says so; one that asks for nothing gives the reason. */
export type Allowed<Name extends string = string, Key extends string = string> =
  /** Nobody is asked for a token. */
  | { readonly anyone: string }
  /** A token of the API is enough. */
  | { readonly anyCaller: string }
  | {
      readonly capability: Capability;
      /** Where it must hold: by a role that is bound to the group of this uid, or to one above it. */
      readonly in: Place<Name, Key>;
      /** Kind of what that uid names, where that is another than the route's. */
      readonly of?: Kind;
    };

/** Who sends a request, as far as a token says so. */
export interface Caller {
  readonly bearer: string | undefined;
  /** What a token of the exchange says: whose it is, or why it is no longer good. Absent for other tokens. */
  readonly exchanged: ExchangedToken | undefined;
}

/** What a token of the exchange says. */
export type ExchangedToken =
  | { readonly identity: string; readonly audiences: readonly string[] }
  | { readonly complaint: string };

/** What a request asks for, after the gateway has read it. */
export interface Asked<Name extends string = string> {
  /** Parts of the path by the names of the template, decoded once. */
  readonly params: Readonly<Record<Name, string>>;
  /** Of GET and PATCH; empty where the gateway reads none. */
  readonly query: Query;
  /** Values of the body, of the fields that the route declares. */
  readonly body: Values;
  /** Of a PATCH: what its body names, and the paths of an explicit mask as they were sent. */
  readonly mask: { readonly derived: readonly MaskPath[]; readonly explicit: readonly string[] | undefined };
  readonly request: HttpRequest;
  readonly caller: Caller;
  /** Whether the caller may see a uid; of a route whose capability is looked for in each. */
  readonly isVisible: (uid: string) => boolean;
}

/** The JSON object of an answer; undefined for an answer without a body. */
export type Answer = Readonly<Record<string, unknown>> | undefined;

/** What is sent in a body. */
export interface Message {
  /** Proto name, `platform.iam.v2.Group`: errors of the gateway show it. */
  readonly name: string;
  readonly fields: Fields;
}

/** One row of the table of routes. */
export interface Route {
  readonly method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";
  /** Template of the path. */
  readonly path: string;
  /** What its refusals are named after. */
  readonly kind: Kind & Pick<ResourceSpec, "collection">;
  readonly allowed: Allowed;
  readonly body?: Message;
  /** It belongs to the registry, which has its own tokens and its own form of answers. */
  readonly isRegistry?: true;
  /** The answer, ready to be written. Throws StatusError. */
  answer(asked: Asked): Answer | Promise<Answer>;
  /** The answer to a caller from whom the object is hidden, where a missing one is no error. */
  readonly whenHidden?: () => Answer;
}
