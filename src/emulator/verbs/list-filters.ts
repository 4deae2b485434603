import type { NamedField, ResourceSpec } from "../../spec/resource";
import { snake } from "../gateway/names";
import { type Sortable, sortableTimes } from "../gateway/pages";
import type { Query } from "../gateway/queries";
import { rulesOf } from "../kinds/by-kind";
import { parentOf, type Resource, type Store } from "../store";

type Filter = (resource: Resource) => boolean;

/** Returns the filters that fields declare, such as `name`. By default, an empty filter matches everything. */
export function fieldFilter(spec: ResourceSpec, query: Query): Filter {
  const { filtersByEmpty = [], filteredBy = [] } = rulesOf(spec);
  const wanted = Object.entries(spec.fields).flatMap(([name, { options }]: NamedField) => {
    const filter = options.filter ?? (filteredBy.includes(name) ? name : undefined);
    const text = filter === undefined ? undefined : query.text(snake(filter));
    if (text === undefined || (text === "" && !filtersByEmpty.includes(name))) return [];
    return [{ text, valueIn: ({ uid, values }: Resource) => (options.parent ? parentOf(uid) : (values[name] ?? "")) }];
  });
  return (resource) => wanted.every(({ text, valueIn }) => valueIn(resource) === text);
}

/** Returns the fields to sort by: name and times, if the resource has them, and those of the rules. */
export function sortableOf(spec: ResourceSpec): Sortable<Resource> {
  const text = (name: string) => (item: Resource) => String(item.values[name] ?? "");
  const { orderedBy = [] } = rulesOf(spec);
  return {
    ...(spec.fields.name === undefined ? {} : { name: text("name") }),
    ...Object.fromEntries(orderedBy.map((name) => [snake(name), text(name)])),
    ...sortableTimes(...["createTime", "updateTime"].filter((name) => spec.fields[name] !== undefined)),
  };
}

/** Returns the resources that match all `uidp.` parameters. Empty parameters are ignored. */
export function within(store: Store, type: string, query: Query): readonly Resource[] {
  const childrenOf = query.text("uidp.children_of") ?? "";
  const descendantsOf = query.text("uidp.descendants_of") ?? "";
  const ancestorsOf = query.text("uidp.ancestors_of") ?? "";
  const ids = new Set(query.texts("uidp.ids"));
  const filters: Filter[] = [
    ...(descendantsOf === "" ? [] : [({ uid }: Resource) => uid.startsWith(`${descendantsOf}/`)]),
    ...(ancestorsOf === "" ? [] : [({ uid }: Resource) => ancestorsOf.startsWith(`${uid}/`)]),
    ...(ids.size === 0 ? [] : [({ uid }: Resource) => ids.has(uid)]),
    ...(query.boolean("uidp.in_root") ? [({ uid }: Resource) => !uid.includes("/")] : []),
  ];
  const candidates = childrenOf === "" ? store.all(type) : store.children(type, childrenOf);
  return candidates.filter((resource) => filters.every((accepts) => accepts(resource)));
}
