import type { Context, MiddlewareHandler } from "hono";
import { pluralOf, type ResourceSpec } from "../../spec/resource";
import type { Fields } from "../../spec/types";
import type { Values } from "../../spec/values";
import type { Kind } from "../gateway/errors";
import { type Env, okReply, targetOf } from "../gateway/http";
import { pageOf, readListRequest, type Sortable } from "../gateway/pages";
import { Query } from "../gateway/queries";
import { writeAnswer } from "../gateway/self-check";
import { validateMessage } from "../gateway/validation";
import { type Access, authorize, bodyOf, unescaped } from "../kinds/access";
import { listJson } from "../kinds/list-filters";
import type { Platform } from "../kinds/platform";
import type { Settings } from "../options";
import type { Store } from "../store";

type Json = Readonly<Record<string, unknown>>;

/** What a request brings. */
export interface Asked {
  /** Parts of the path by their names in the template. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Values;
}

/** A call of the API that is none of the five verbs of a resource. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH";
  /** `{uid=**}` takes slashes, `{digest}` does not. */
  readonly path: string;
  /** What its refusals and its permission are named after. */
  readonly kind: Pick<ResourceSpec, "type" | "collection">;
  /** Kind of what its path names, or its permission, where that is another one. */
  readonly targetKind?: Kind;
  /** Fields of its body, which is checked against them. */
  readonly body?: Fields;
  /** It needs no token. */
  readonly isOpen?: true;
  /** What the caller must be allowed to do, and to which uid; to look at what the path names, where it is left out. */
  readonly permission?: (asked: Asked) => readonly [target: string, verb: string];
  /** The answer, ready to be sent. Throws StatusError. */
  readonly answer: (asked: Asked, service: Service) => Json;
}

/** A thing of a list that is no resource. */
export interface Entry {
  readonly uid: string;
  readonly values: Values;
}

/** How a list of such things is made. */
export interface Listing {
  readonly fields: Fields;
  readonly items: readonly Entry[];
  readonly sortable: Sortable<Entry>;
  readonly defaultOrder?: string;
  /** totalCount is written whenever empty fields are, and otherwise when it is not 0 (wire 24). */
  readonly countIsPlain?: true;
  /** Key of the array where it is not the last segment of the collection. */
  readonly key?: string;
}

/** What endpoints work with. */
export class Service {
  constructor(
    readonly specs: readonly ResourceSpec[],
    readonly platform: Platform,
    readonly store: Store,
    readonly settings: Settings,
  ) {}

  spec(type: string): ResourceSpec {
    const spec = this.specs.find((candidate) => candidate.type === type);
    if (spec === undefined) throw new Error(`there is no type "${type}"`);
    return spec;
  }

  /** A message as an answer shows it; checked against its fields. */
  write(fields: Fields, values: Values, name: string): Json {
    return writeAnswer(fields, values, this.settings.emitUnpopulated, name);
  }

  /** One page of a list, as the query asks for it. */
  list(kind: Endpoint["kind"], query: Query, listing: Listing): Json {
    const { fields, items, sortable, defaultOrder, countIsPlain = false, key = pluralOf(kind) } = listing;
    const request = readListRequest(query, defaultOrder);
    const filter = query.fingerprint(["page_size", "page_token", "skip"]);
    const page = pageOf(kind, items, request, { sortable, filter, now: this.settings.now() });
    const written = page.items.map(({ values }) => this.write(fields, values, kind.type));
    return listJson(key, { ...page, items: written }, this.settings.emitUnpopulated, !countIsPlain);
  }
}

/** The endpoints of a platform, by method and path. */
export class Endpoints {
  private readonly patterns: readonly (readonly [endpoint: Endpoint, pattern: RegExp])[];

  constructor(
    endpoints: readonly Endpoint[],
    private readonly service: Service,
    private readonly access: Access,
  ) {
    this.patterns = endpoints.map((endpoint) => [endpoint, patternOf(endpoint.path)]);
  }

  /** Whether some method takes a path. */
  knows(path: string): boolean {
    return this.patterns.some(([, pattern]) => pattern.test(path));
  }

  /** Answers what an endpoint takes, and passes on all else. */
  readonly handle: MiddlewareHandler<Env> = async (c, next) => {
    const { path, query } = targetOf(c.env.incoming);
    for (const [endpoint, pattern] of this.patterns) {
      const match = endpoint.method === c.req.method ? pattern.exec(path) : null;
      if (match === null) continue;
      const params = Object.entries(match.groups ?? {}).map(([name, text]) => [name, unescaped(text)]);
      return this.answer(c, endpoint, Object.fromEntries(params), new Query(query));
    }
    await next();
    return undefined;
  };

  private answer(c: Context<Env>, endpoint: Endpoint, params: Asked["params"], query: Query): Response {
    const { kind, targetKind, body: fields, isOpen, permission } = endpoint;
    const messageName = `platform.${kind.type.replace(":", ".v2.")}Request`;
    const body = fields === undefined ? {} : bodyOf(c, fields, messageName).values;
    const asked = { params, query, body };
    const [target, verb] = permission?.(asked) ?? [named(params)];
    if (!isOpen) authorize(c, this.access, { kind, target, targetKind, verb });
    if (fields !== undefined) validateMessage(kind, fields, body);
    return okReply(endpoint.answer(asked, this.service), this.service.settings);
  }
}

/** uid of the resource that a path names. */
const named = ({ uid, repo, group }: Asked["params"]): string | undefined => uid ?? repo ?? group;

/** `^/a/(?<uid>.+):verb$` of `/a/{uid=**}:verb`. */
function patternOf(path: string): RegExp {
  const source = path
    .split(/(\{[^}]+\})/)
    .map((part) => {
      const [, name, deep] = /^\{(\w+)(=\*\*)?\}$/.exec(part) ?? [];
      if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return `(?<${name}>${deep === undefined ? "[^/]+" : ".+"})`;
    })
    .join("");
  return new RegExp(`^${source}$`);
}
