import type { Operation } from "../../description/operations/operation";
import type { ResourceSpec } from "../../description/spec/resource";
import { type Field, type Fields, referredType } from "../../description/spec/types";
import type { Values } from "../../description/spec/values";
import type { FixedTokens } from "../access/callers";
import type { Tokens } from "../access/tokens";
import { notImplemented } from "../gateway/errors";
import { messageFields, pascal } from "../gateway/names";
import { type Listing, listAnswer } from "../gateway/pages";
import { valuesIn } from "../gateway/queries";
import type { Allowed, Answer, Asked, Route } from "../gateway/route";
import { writeAnswer } from "../gateway/self-check";
import { validateMessage } from "../gateway/validation";
import type { EmulatorSettings } from "../options";
import type { Registry } from "../registry/registry";
import type { Store } from "../store";
import type { Platform } from "../verbs/platform";

export interface Service {
  readonly organization: { readonly uid: string; readonly name: string };
  readonly specs: readonly ResourceSpec[];
  readonly platform: Platform;
  readonly store: Store;
  readonly settings: EmulatorSettings;
  readonly tokens: Tokens;
  readonly fixed: FixedTokens;
  readonly registry: Registry;
}

export interface EndpointRequest<O extends Operation = Operation> extends Asked<keyof O["params"] & string> {
  /** Validated request values by field name, from the query or the body. */
  readonly args: Values;
}

/** The implementation of an operation. The declaration provides everything else: path, permission and validation. */
interface Answered<O extends Operation> {
  readonly operation: O;
  /** The kind that its errors name. */
  readonly kind: Route["kind"];
  /** Whether this platform supports it. Default: always. */
  readonly isThere?: (settings: EmulatorSettings) => boolean;
}

interface Single<O extends Operation> extends Answered<O> {
  answer(question: EndpointRequest<O>, service: Service): Values | Promise<Values>;
}

interface Paged<O extends Operation> extends Answered<O> {
  list(question: EndpointRequest<O>, service: Service): Items;
}

export type Endpoint = (service: Service) => Route;

/** Declares the implementation of an operation. `answer` and `list` get the parameters of its path by name. */
export const endpoint =
  <O extends Operation>(declared: Single<O> | Paged<O>): Endpoint =>
  (service) => {
    const { operation, kind, isThere = () => true } = declared;
    const { method, path, request: fields, functions: [name] = [path] } = operation;
    const answer = async (asked: Asked): Promise<Answer> => {
      if (!isThere(service.settings)) throw notImplemented(pascal(name));
      const args = method === "GET" ? valuesIn(asked.query, fields) : asked.body;
      validateMessage(kind, fields, args);
      // The path template has the operation's placeholders.
      const question = { ...asked, args } as EndpointRequest<O>;
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
      ...("list" in declared ? { isList: true } : {}),
      ...(method === "GET" ? {} : { body: { name: `platform.${kind.type.replace(":", ".v2.")}Request`, fields } }),
      answer,
    };
  };

const isUid = (field: Field | undefined): boolean => field?.type.kind === "string" && field.type.format === "uid";

/** Returns the path as a template. Uids may contain slashes. */
export const templateOf = ({ path, params }: Pick<Operation, "path" | "params">): string =>
  path.replace(/\{(\w+)\}/g, (placeholder, name: string) => (isUid(params[name]) ? `{${name}=**}` : placeholder));

/** Returns the permission that the caller needs. The field of the uid determines the kind. */
function allowedIn({ needs, params, request }: Operation, kind: Route["kind"]): Allowed {
  if (!("capabilities" in needs)) return needs;
  const { capabilities, at } = needs;
  if (at === "each" || at === "anywhere") return { capabilities, in: at };
  const named = referredType((params[at] ?? request[at])?.type);
  return {
    capabilities,
    in: Object.hasOwn(params, at) ? { path: at } : { body: at },
    ...(named === undefined || named === kind.type ? {} : { of: { type: named } }),
  };
}

/** Returns fields as messages contain them, at any depth. */
const onWire = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(messageFields(fields)).map(([name, field]) => [name, { ...field, type: typeOnWire(field.type) }]),
  );

function typeOnWire(type: Field["type"]): Field["type"] {
  if (type.kind === "list") return { ...type, of: typeOnWire(type.of) };
  return type.kind === "message" ? { ...type, fields: onWire(type.fields) } : type;
}

export interface Entry {
  readonly uid: string;
  readonly values: Values;
}

type Items = Pick<Listing<Entry>, "items" | "sortable" | "defaultOrder">;

function page<O extends Operation>(declared: Paged<O>, question: EndpointRequest<O>, service: Service): Answer {
  const { operation, kind } = declared;
  const { returns: key = "", answer, pages: { countIsPlain = false } = {} } = operation;
  const type = answer[key]?.type;
  const fields = type?.kind === "list" && type.of.kind === "message" ? onWire(type.of.fields) : {};
  const { items, ...order } = declared.list(question, service);
  const { emitUnpopulated } = service.settings;
  const isForAll = "capabilities" in operation.needs && operation.needs.at === "anywhere";
  const seen = isForAll ? items.filter(({ uid }) => question.isVisible(uid)) : items;
  const write = ({ values }: Entry) => writeAnswer({ name: kind.type, fields }, values, emitUnpopulated);
  return listAnswer(question.query, { ...order, key, kind, items: seen, countIsPlain, write }, service.settings);
}
