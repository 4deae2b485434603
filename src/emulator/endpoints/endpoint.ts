import type { Operation } from "../../operations/operation";
import type { ResourceSpec } from "../../spec/resource";
import type { Field, Fields } from "../../spec/types";
import type { Values } from "../../spec/values";
import { notImplemented } from "../gateway/errors";
import { pascal } from "../gateway/names";
import { listJson, pageOf, readListRequest, type Sortable } from "../gateway/pages";
import { valuesIn } from "../gateway/queries";
import type { Allowed, Answer, Asked, Route } from "../gateway/route";
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

/** What a request of an operation O asks for. */
export interface Question<O extends Operation = Operation> extends Asked<keyof O["params"] & string> {
  /** Values of the request, from the query or the body, by the names of its fields; checked against them. */
  readonly args: Values;
}

/** How the emulator answers an operation. The declaration says all else: path, permission, what is checked before and after. */
interface Answered<O extends Operation> {
  readonly operation: O;
  /** What its refusals are named after. */
  readonly kind: Route["kind"];
  /** Whether this platform has it; it does where this is left out. */
  readonly isThere?: (settings: Settings) => boolean;
}

/** An operation that is answered with one message. */
interface Single<O extends Operation> extends Answered<O> {
  /** Values of the answer. Throws StatusError. */
  answer(question: Question<O>, service: Service): Values | Promise<Values>;
}

/** An operation that is answered with a list in pages. */
interface Paged<O extends Operation> extends Answered<O> {
  /** What the list has. Throws StatusError. */
  list(question: Question<O>, service: Service): Listing;
}

/** A row of the table of routes, before it knows the service. */
export type Endpoint = (service: Service) => Route;

/** Declares how an operation is answered; `answer` and `list` know the placeholders of its path. */
export const endpoint =
  <O extends Operation>(declared: Single<O> | Paged<O>): Endpoint =>
  (service) => {
    const { operation, kind, isThere = () => true } = declared;
    const { method, path, request: fields, functions: [name] = [path] } = operation;
    const answer = async (asked: Asked): Promise<Answer> => {
      if (!isThere(service.settings)) throw notImplemented(pascal(name));
      const args = method === "GET" ? valuesIn(asked.query, fields) : asked.body;
      validateMessage(kind, fields, args);
      // The template of the path has the placeholders of the operation.
      const question = { ...asked, args } as Question<O>;
      if ("list" in declared) return page(declared, question, service);
      const values = await declared.answer(question, service);
      return writeAnswer(
        { name: `the answer of ${path}`, fields: onWire(operation.answer) },
        values,
        service.settings.emitUnpopulated,
      );
    };
    return {
      method,
      path: templateOf(operation),
      kind,
      allowed: allowedIn(operation, kind),
      ...(method === "GET" ? {} : { body: { name: `platform.${kind.type.replace(":", ".v2.")}Request`, fields } }),
      answer,
    };
  };

const isUid = (field: Field | undefined): boolean => field?.type.kind === "string" && field.type.format === "uid";

/** The path as a template: uids have slashes. */
export const templateOf = ({ path, params }: Pick<Operation, "path" | "params">): string =>
  path.replace(/\{(\w+)\}/g, (placeholder, name: string) => (isUid(params[name]) ? `{${name}=**}` : placeholder));

/** What the caller must be allowed to do; a uid is of the kind that its field says. */
function allowedIn({ needs, params, request }: Operation, kind: Route["kind"]): Allowed {
  if (!("capability" in needs)) return needs;
  const { capability, at } = needs;
  if (at === "each") return { capability, in: "each" };
  const type = (params[at] ?? request[at])?.type;
  const named = type?.kind === "string" ? type.refersTo : undefined;
  return {
    capability,
    in: Object.hasOwn(params, at) ? { path: at } : { body: at },
    ...(named === undefined || named === kind.type ? {} : { of: { type: named } }),
  };
}

/** The fields of an answer as messages have them: of an object, without the parent and what is not sent with it. */
const onWire = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { options }]) => !options.parent && !options.subresource && !options.clientOnly)
      .map(([name, field]) => [name, { ...field, type: typeOnWire(field.type) }]),
  );

function typeOnWire(type: Field["type"]): Field["type"] {
  if (type.kind === "list") return { ...type, of: typeOnWire(type.of) };
  return type.kind === "message" ? { ...type, fields: onWire(type.fields) } : type;
}

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
  readonly items: readonly Entry[];
  readonly sortable: Sortable<Entry>;
  readonly defaultOrder?: string;
  /** totalCount is written whenever empty fields are, and otherwise when it is not 0 (platform API: ANS-2). */
  readonly countIsPlain?: true;
}

/** One page of a list, as the query asks for it. */
function page<O extends Operation>(declared: Paged<O>, question: Question<O>, service: Service): Answer {
  const { operation, kind } = declared;
  const { returns: key = "", answer } = operation;
  const type = answer[key]?.type;
  const fields = type?.kind === "list" && type.of.kind === "message" ? type.of.fields : {};
  const { items, sortable, defaultOrder, countIsPlain = false } = declared.list(question, service);
  const { now, emitUnpopulated } = service.settings;
  const request = readListRequest(question.query, defaultOrder);
  const filter = question.query.fingerprint(["page_size", "page_token", "skip"]);
  const found = pageOf(items, { kind, request, sortable, filter, now: now() });
  const entries = found.items.map(({ values }) => writeAnswer({ name: kind.type, fields }, values, emitUnpopulated));
  return listJson({ ...found, items: entries }, { key, emitUnpopulated, countIsPlain });
}
