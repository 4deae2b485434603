import { pluralOf, type ResourceSpec } from "../../spec/resource";
import type { Fields } from "../../spec/types";
import type { Values } from "../../spec/values";
import { listJson, pageOf, readListRequest, type Sortable } from "../gateway/pages";
import type { NamesIn } from "../gateway/path-template";
import type { Query } from "../gateway/queries";
import type { Allowed, Answer, Asked, Message, Route } from "../gateway/route";
import { writeAnswer } from "../gateway/self-check";
import { validateMessage } from "../gateway/validation";
import type { Platform } from "../kinds/platform";
import type { Registry } from "../kinds/registry";
import type { Tokens } from "../kinds/tokens";
import type { Settings } from "../options";
import type { Store } from "../store";

/** What endpoints work with. */
export interface Service {
  readonly specs: readonly ResourceSpec[];
  readonly platform: Platform;
  readonly store: Store;
  readonly settings: Settings;
  readonly tokens: Tokens;
  readonly registry: Registry;
}

/** A call of the API that is none of the five verbs of a resource: a route that answers with the help of the service. */
export interface Endpoint<Name extends string = string, Key extends string = string>
  extends Pick<Route, "method" | "kind" | "isRegistry"> {
  readonly path: string;
  /** What the caller must be allowed to do; the placeholder or the field that it names must be there. */
  readonly allowed: Allowed<Name, Key>;
  /** Fields of its body, which is checked against them before the call is answered. */
  readonly body?: Fields;
  /** The answer, ready to be written. Throws StatusError. */
  answer(asked: Asked<Name>, service: Service): Answer | Promise<Answer>;
}

/** Declares an endpoint: `allowed` and `answer` know the placeholders of its path, and the fields of its body. */
export const endpoint = <const Path extends string, const Body extends Fields = Record<never, never>>(
  declared: Endpoint<NamesIn<Path>, keyof Body & string> & { readonly path: Path; readonly body?: Body },
): Endpoint => declared;

/** The row of the table that an endpoint is. */
export function routeOf(declared: Endpoint, service: Service): Route {
  const { body: fields, kind, ...row } = declared;
  const name = `platform.${kind.type.replace(":", ".v2.")}Request`;
  const answer = (asked: Asked): Answer | Promise<Answer> => {
    if (fields !== undefined) validateMessage(kind, fields, asked.body);
    return declared.answer(asked, service);
  };
  return { ...row, kind, ...(fields === undefined ? {} : { body: { name, fields } }), answer };
}

/** A message as an answer shows it; checked against its fields. */
export const written = ({ settings }: Service, message: Message, values: Values): Answer & object =>
  writeAnswer(message, values, settings.emitUnpopulated);

/** The spec of a kind, as this emulator has it. */
export function specOf({ specs }: Service, type: string): ResourceSpec {
  const spec = specs.find((candidate) => candidate.type === type);
  if (spec === undefined) throw new Error(`there is no type "${type}"`);
  return spec;
}

/** A thing of a list that is no resource. */
export interface Entry {
  readonly uid: string;
  readonly values: Values;
}

/** How a list of such things is made. */
export interface Listing {
  readonly kind: Route["kind"];
  readonly fields: Fields;
  readonly items: readonly Entry[];
  readonly sortable: Sortable<Entry>;
  readonly defaultOrder?: string;
  /** totalCount is written whenever empty fields are, and otherwise when it is not 0 (wire 24). */
  readonly countIsPlain?: true;
  /** Key of the array where it is not the last segment of the collection. */
  readonly key?: string;
}

/** One page of a list, as the query asks for it. */
export function listed(service: Service, query: Query, listing: Listing): Answer {
  const { kind, fields, items, sortable, defaultOrder, countIsPlain = false, key = pluralOf(kind) } = listing;
  const { now, emitUnpopulated } = service.settings;
  const request = readListRequest(query, defaultOrder);
  const filter = query.fingerprint(["page_size", "page_token", "skip"]);
  const page = pageOf(items, { kind, request, sortable, filter, now: now() });
  const entries = page.items.map(({ values }) => written(service, { name: kind.type, fields }, values));
  return listJson({ ...page, items: entries }, { key, emitUnpopulated, countIsPlain });
}
