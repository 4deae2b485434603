import type { NamedField, ResourceSpec } from "../../spec/resource";
import { snake } from "../gateway/names";
import type { Sortable } from "../gateway/pages";
import type { Query } from "../gateway/queries";
import { parentOf, type Resource, type Store } from "../store";
import { rulesOf } from "./by-kind";

/** The filters that fields declare, for example `name`. By default an empty filter matches everything. */
export function fieldFilter(spec: ResourceSpec, query: Query): (resource: Resource) => boolean {
  const { filtersByEmpty = [], filteredBy = [] } = rulesOf(spec);
  const wanted = Object.entries(spec.fields).flatMap(([name, { options }]: NamedField) => {
    const filter = options.filter ?? (filteredBy.includes(name) ? name : undefined);
    const text = filter === undefined ? undefined : query.text(snake(filter));
    if (text === undefined || (text === "" && !filtersByEmpty.includes(name))) return [];
    return [{ text, valueIn: ({ uid, values }: Resource) => (options.parent ? parentOf(uid) : (values[name] ?? "")) }];
  });
  return (resource) => wanted.every(({ text, valueIn }) => valueIn(resource) === text);
}

/** Fields to sort by: name and times, if the resource has them, and those of the rules. */
export function sortableOf(spec: ResourceSpec): Sortable<Resource> {
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

/** The resources that the `uidp.` parameters select; a resource must match all of them. */
export interface Scope {
  readonly childrenOf: string | undefined;
  readonly accepts: (uid: string) => boolean;
}

/** Reads the `uidp.` parameters. Empty ones are ignored. */
export function readScope(query: Query): Scope {
  const childrenOf = query.text("uidp.children_of") || undefined;
  const descendantsOf = query.text("uidp.descendants_of") ?? "";
  const ancestorsOf = query.text("uidp.ancestors_of") ?? "";
  const ids = new Set(query.texts("uidp.ids"));
  const inRoot = query.boolean("uidp.in_root");
  const accepts = (uid: string): boolean =>
    (childrenOf === undefined || parentOf(uid) === childrenOf) &&
    (descendantsOf === "" || uid.startsWith(`${descendantsOf}/`)) &&
    (ancestorsOf === "" || ancestorsOf.startsWith(`${uid}/`)) &&
    (ids.size === 0 || ids.has(uid)) &&
    (!inRoot || !uid.includes("/"));
  return { childrenOf, accepts };
}

/** The resources of a type within a scope. */
export function within(store: Store, type: string, { childrenOf, accepts }: Scope): Resource[] {
  const candidates = childrenOf === undefined ? store.all(type) : store.children(type, childrenOf);
  return candidates.filter(({ uid }) => accepts(uid));
}
