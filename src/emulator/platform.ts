import { randomBytes } from "node:crypto";
import { keyFields, type NamedField, pluralOf, type ResourceSpec } from "../spec/resource";
import { isEqual, type Values } from "../spec/values";
import { assertResource } from "./answers";
import { alreadyExists, blocked, notFound, nounsOf, permissionDenied } from "./errors";
import { hydrated, parentTypeOf, references } from "./hydration";
import { formatTime, withoutOutputs, writeMessage } from "./json";
import { applyMask, type Mask } from "./mask";
import { snake, wireFields } from "./names";
import { pageOf, readListRequest, type Sortable } from "./pages";
import type { Query } from "./query";
import { rulesOf } from "./rules";
import { readScope, within } from "./scope";
import { parentOf, type Resource, type Store } from "./store";
import { validate } from "./validation";

type Json = Record<string, unknown>;

export interface PlatformOptions {
  readonly specs: readonly ResourceSpec[];
  readonly store: Store;
  readonly now: () => Date;
  readonly emitUnpopulated: boolean;
}

/** What the API means: the five verbs over all kinds of resource, with nothing of HTTP. Refusals are StatusErrors. */
export class Platform {
  constructor(private readonly options: PlatformOptions) {}

  create(spec: ResourceSpec, parentUid: string, body: Values): Resource {
    const values = withoutOutputs(wireFields(spec), body);
    validate(spec, values);
    this.refuseMissingParent(spec, parentUid);
    this.refuseBrokenReferences(spec, {}, values);
    this.refuseTwin(spec, parentUid, values);
    const id = randomBytes(parentUid === "" ? 20 : 8).toString("hex");
    const uid = parentUid === "" ? id : `${parentUid}/${id}`;
    const now = this.options.now();
    const times = Object.fromEntries(
      timeFields(spec, ["createTime", "updateTime"]).map((name) => [name, formatTime(now)]),
    );
    return this.save(spec, uid, { ...values, ...times }, undefined, now);
  }

  get(spec: ResourceSpec, uid: string): Resource {
    const found = this.options.store.get(spec.type, uid);
    if (found === undefined) throw notFound(spec, uid);
    return found;
  }

  update(spec: ResourceSpec, uid: string, body: Values, mask: Mask): Resource {
    const former = this.get(spec, uid);
    this.refuseManaged(spec, uid, "updated");
    const fields = wireFields(spec);
    const values = applyMask(fields, former.values, withoutOutputs(fields, body), mask);
    validate(spec, values);
    this.refuseBrokenReferences(spec, former.values, values);
    if (!areEqual(keyFields(spec), former.values, values)) this.refuseTwin(spec, parentOf(uid), values);
    return this.touch(spec, former, values);
  }

  delete(spec: ResourceSpec, uid: string): void {
    const { store } = this.options;
    if (store.get(spec.type, uid) === undefined) {
      if (spec.idempotentDelete) return;
      throw notFound(spec, uid);
    }
    this.refuseManaged(spec, uid, "deleted");
    const blockers = this.blockersOf(spec, uid);
    if (blockers !== undefined) throw blocked(spec, uid, blockers);
    store.delete(spec.type, uid);
  }

  list(spec: ResourceSpec, query: Query): Json {
    const { store, now, emitUnpopulated } = this.options;
    const request = readListRequest(query);
    const accepted = [fieldFilter(spec, query), rulesOf(spec).filter?.(query) ?? (() => true)];
    const matches = within(store, spec.type, readScope(query)).filter((item) =>
      accepted.every((accepts) => accepts(item)),
    );
    const filter = query.fingerprint(["page_size", "page_token", "skip"]);
    const page = pageOf(spec, matches, request, { sortable: sortableOf(spec), filter, now: now() });
    return listJson(
      pluralOf(spec),
      { ...page, items: page.items.map((item) => this.write(spec, item)) },
      emitUnpopulated,
    );
  }

  /** Stores a resource as it is: no check, no time moved. */
  put(resource: Resource): void {
    this.options.store.set(resource);
  }

  /** A resource as an answer shows it; checked against its spec. */
  write(spec: ResourceSpec, resource: Resource): Json {
    const { store, emitUnpopulated } = this.options;
    const fields = wireFields(spec);
    const values = { ...hydrated(spec, resource, store), uid: resource.uid };
    const answer = writeMessage(fields, values, emitUnpopulated);
    assertResource(fields, answer, spec.type);
    return answer;
  }

  /** Stores changed values with a later updateTime and whatever the server fills in. */
  touch(spec: ResourceSpec, { uid, values: former }: Resource, values: Values): Resource {
    const now = this.options.now();
    // Two changes within a millisecond still have two times.
    const later = new Date(Math.max(now.getTime(), Date.parse(String(former.updateTime ?? "1970-01-01")) + 1));
    const times = Object.fromEntries(timeFields(spec, ["updateTime"]).map((name) => [name, formatTime(later)]));
    return this.save(spec, uid, { ...values, ...times }, former, now);
  }

  private save(spec: ResourceSpec, uid: string, values: Values, former: Values | undefined, now: Date): Resource {
    const { store } = this.options;
    const { fill = (draft) => draft.values } = rulesOf(spec);
    const resource = { type: spec.type, uid, values: fill({ spec, uid, values, former, now, store }) };
    store.set(resource);
    return resource;
  }

  /** Kinds of resource that keep one from being deleted: those below it and those that name it. */
  private blockersOf(spec: ResourceSpec, uid: string): string | undefined {
    const { specs, store } = this.options;
    for (const other of specs) {
      if (parentTypeOf(other) === spec.type && store.hasChildren(other.type, uid)) return `child ${nounsOf(other)}`;
      const names = references(other).flatMap(({ field, type }) => (type === spec.type ? [field[0]] : []));
      const isNamed =
        names.length > 0 && store.all(other.type).some(({ values }) => names.some((name) => values[name] === uid));
      if (isNamed) return nounsOf(other);
    }
    return undefined;
  }

  /** Built-in roles: their uid has no slash (wire 34). */
  private refuseManaged(spec: ResourceSpec, uid: string, deed: string): void {
    if (uid.includes("/") || parentTypeOf(spec) === spec.type) return;
    throw permissionDenied(spec, `managed ${nounsOf(spec)} cannot be ${deed}`);
  }

  private refuseMissingParent(spec: ResourceSpec, parentUid: string): void {
    const { specs, store } = this.options;
    const type = parentTypeOf(spec);
    const parent = specs.find((other) => other.type === type);
    if (parent === undefined || (parentUid === "" && parent === spec)) return;
    if (store.get(parent.type, parentUid) === undefined) throw notFound(parent, parentUid);
  }

  private refuseBrokenReferences(spec: ResourceSpec, former: Values, values: Values): void {
    const { specs, store } = this.options;
    for (const { field, type } of references(spec)) {
      const target = specs.find((other) => other.type === type);
      const uid = values[field[0]];
      if (target === undefined || typeof uid !== "string" || uid === former[field[0]]) continue;
      if (store.get(type, uid) === undefined) throw notFound(target, uid);
    }
  }

  private refuseTwin(spec: ResourceSpec, parentUid: string, values: Values): void {
    if (!rulesOf(spec).unique) return;
    const keys = keyFields(spec);
    for (const other of this.options.store.eachChild(spec.type, parentUid)) {
      if (areEqual(keys, other.values, values)) {
        throw alreadyExists(spec, keys.map(([name]) => String(values[name])).join(" "));
      }
    }
  }
}

const areEqual = (fields: readonly NamedField[], a: Values, b: Values): boolean =>
  fields.every(([name, { type }]) => isEqual(type, a[name], b[name]));

const timeFields = (spec: ResourceSpec, names: readonly string[]): string[] =>
  names.filter((name) => spec.fields[name] !== undefined);

/** The filters that fields declare, `name` and the like. An empty one is none but where the rules say otherwise. */
function fieldFilter(spec: ResourceSpec, query: Query): (resource: Resource) => boolean {
  const { filtersByEmpty = [] } = rulesOf(spec);
  const wanted = Object.entries(spec.fields).flatMap(([name, { options }]: NamedField) => {
    const text = options.filter === undefined ? undefined : query.text(snake(options.filter));
    if (text === undefined || (text === "" && !filtersByEmpty.includes(name))) return [];
    return [{ text, valueIn: ({ uid, values }: Resource) => (options.parent ? parentOf(uid) : (values[name] ?? "")) }];
  });
  return (resource) => wanted.every(({ text, valueIn }) => valueIn(resource) === text);
}

/** Fields to order by: name and the times, where the resource has them, and what the rules add. */
function sortableOf(spec: ResourceSpec): Sortable<Resource> {
  const text = (name: string) => (item: Resource) => String(item.values[name] ?? "");
  const time = (name: string) => (item: Resource) => new Date(String(item.values[name])).toISOString();
  const { orderedBy = [] } = rulesOf(spec);
  return {
    ...(spec.fields.name === undefined ? {} : { name: text("name") }),
    ...Object.fromEntries(orderedBy.map((name) => [snake(name), text(name)])),
    ...(spec.fields.createTime === undefined
      ? {}
      : { created_at: time("createTime"), create_time: time("createTime") }),
    ...(spec.fields.updateTime === undefined
      ? {}
      : { updated_at: time("updateTime"), update_time: time("updateTime") }),
  };
}

/** The envelope of a List; totalCount is a string, and there even when it is 0 (wire 24, 25). */
export function listJson(
  key: string,
  page: { items: readonly Json[]; nextPageToken: string; totalCount: number; skipped: number },
  emitUnpopulated: boolean,
): Json {
  const { items, nextPageToken, totalCount, skipped } = page;
  return {
    ...(items.length > 0 || emitUnpopulated ? { [key]: items } : {}),
    ...(nextPageToken !== "" || emitUnpopulated ? { nextPageToken } : {}),
    totalCount: String(totalCount),
    ...(skipped !== 0 || emitUnpopulated ? { skipped } : {}),
  };
}
