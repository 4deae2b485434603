import type { NamedField, ResourceSpec } from "../../spec/resource";
import { snake } from "../gateway/names";
import type { Page, Sortable } from "../gateway/pages";
import type { Query } from "../gateway/queries";
import { parentOf, type Resource } from "../store";
import { rulesOf } from "./by-kind";

/** The filters that fields declare, `name` and the like. An empty one is none but where the rules say otherwise. */
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

/** Fields to order by: name and the times, where the resource has them, and what the rules add. */
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

/**
 * The envelope of a List. totalCount is a string, and there even when it is 0, but for the lists that do not track
 * whether it is set (wire 24, 25).
 */
export function listJson(
  key: string,
  { items, nextPageToken, totalCount, skipped }: Page<Readonly<Record<string, unknown>>>,
  emitUnpopulated: boolean,
  isCountOptional = true,
): Record<string, unknown> {
  return {
    ...(items.length > 0 || emitUnpopulated ? { [key]: items } : {}),
    ...(nextPageToken !== "" || emitUnpopulated ? { nextPageToken } : {}),
    ...(totalCount > 0 || emitUnpopulated || isCountOptional ? { totalCount: String(totalCount) } : {}),
    ...(skipped !== 0 || emitUnpopulated ? { skipped } : {}),
  };
}
