import type { JsonObject } from "../../api/json";
import { placeOfObject } from "../../spec/place";
import type { ResourceSpec } from "../../spec/resource";
import { ifReadable, observe } from "../state/wire";

/** A complete list, as of the moment of its request. */
export interface Listing {
  /** The moment of its request, in milliseconds since the epoch, and in the order of the journal. */
  readonly startedAt: number;
  readonly order: number;
  /** The objects by uid, without those that are known to be deleted. */
  readonly items: Map<unknown, JsonObject>;
  /** The objects by place (`placeOf`). Undefined if a key cannot be read. */
  readonly places: ReadonlyMap<string, readonly JsonObject[]> | undefined;
}

export const itemsAt = (listing: Listing | undefined, place: string): JsonObject[] =>
  (listing?.places?.get(place) ?? []).filter(({ uid }) => listing?.items.has(uid));

export function indexed(spec: ResourceSpec, objects: readonly JsonObject[]): Pick<Listing, "items" | "places"> {
  const places = new Map<string, JsonObject[]>();
  const add = (item: JsonObject) => {
    const place = placeOfObject({ spec, uid: String(item.uid) }, observe(spec.fields, item));
    const there = places.get(place);
    if (there === undefined) places.set(place, [item]);
    else there.push(item);
  };
  const readable = ifReadable(() => {
    for (const item of objects) add(item);
    return places;
  });
  return { items: new Map(objects.map((item) => [item.uid, item])), places: readable };
}
