import { resources } from "../../../resources";
import type { ResourceSpec } from "../../../spec/resource";
import type { Live } from "./live";
import { keyOfObject } from "./paths";
import { type Existing, namesOf } from "./program/existing";

/** What an earlier import has written, and the platform has no more. */
export interface Gone {
  readonly kind: string;
  readonly uid: string;
  /** Name of the Pulumi resource. */
  readonly name: string;
  /** Where it was written. */
  readonly file: string;
}

/** What is gone of the kinds that were listed, without what the program declares no more. */
export function goneFrom({ manifest, sources }: Existing, live: Live, kinds: readonly ResourceSpec[]): Gone[] {
  const standing = new Set(live.objects.map(keyOfObject));
  const listed = kinds.filter((spec) => !live.unlisted.some((one) => one.spec === spec)).map(({ type }) => type);
  return Object.entries(manifest?.objects ?? {}).flatMap(([key, { file, name }]) => {
    const [kind = "", uid = ""] = key.split(" ");
    const spec = Object.hasOwn(resources, kind) ? resources[kind] : undefined;
    // What is only looked up lies elsewhere.
    if (name === undefined || spec === undefined || standing.has(key) || !listed.includes(kind)) return [];
    return namesOf(spec, sources.values()).includes(name) ? [{ kind, uid, name, file }] : [];
  });
}
