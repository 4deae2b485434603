import type { Client } from "../../../client/api/client";
import { NotFoundError, PlatformError } from "../../../client/api/errors";
import type { KindSight } from "../../../client/visibility/sight";
import { resources } from "../../../description/resources";
import { groupUidOf } from "../../../description/spec/place";
import type { ResourceSpec } from "../../../description/spec/resource";
import { parentOf } from "../../../description/uid";
import { keyOfObject, objectOfKey } from "../../organization/directory";
import { readObject, specOf } from "../../organization/read";
import { type HeldResource, nameOfUrn } from "../../stack/export";
import type { Live } from "./live";
import { type Existing, namesDeclared } from "./program/existing";
import type { Gone, Imported } from "./report";

/** Reads each object that the lists lack. "Not found" proves a deletion only if the caller sees the parent and the kind. */
export async function goneFrom(
  { client, sight }: { readonly client: Client; readonly sight: () => Promise<KindSight> },
  live: Live,
  missing: readonly Gone[],
): Promise<Pick<Imported, "gone" | "unseen">> {
  if (missing.length === 0) return { gone: [], unseen: [] };
  const answers = new Map(await Promise.all(missing.map(async (one) => [one, await answerOn(client, one)] as const)));
  const notFound = missing.filter((one) => answers.get(one) === "not found");
  // An object with the uid of its group says nothing about the group.
  const containers = new Set(notFound.flatMap(({ kind, uid }) => (specOf(kind).uidIsParents ? [] : uid)));
  const seen = new Set([live.parent.uid, ...live.objects.map(({ uid }) => uid)]);
  const isInSight = (uid: string): boolean => {
    const above = parentOf(uid);
    return above !== undefined && (seen.has(above) || (containers.has(above) && isInSight(above)));
  };
  const seenKinds = await sight();
  const isKindVisible = ({ kind, uid }: Gone): boolean => {
    const group = groupUidOf(specOf(kind), uid, resources);
    return group !== undefined && seenKinds.of(specOf(kind), group).visibility === "visible";
  };
  const isGone = (one: Gone) => notFound.includes(one) && isInSight(one.uid) && isKindVisible(one);
  return {
    gone: missing.filter(isGone),
    unseen: missing.filter((one) => answers.get(one) !== "exists" && !isGone(one)),
  };
}

async function answerOn(client: Client, { kind, uid }: Gone): Promise<"exists" | "not found" | "unknown"> {
  try {
    await readObject(client, specOf(kind), uid);
    return "exists";
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error instanceof NotFoundError && error.resource !== undefined ? "not found" : "unknown";
  }
}

/** What the resources of the program have now. */
type Own = readonly Pick<HeldResource, "urn" | "kind" | "uid">[];

/** Leaves out objects whose resource has another one by now, which an update has created in their place. */
export const withoutReplaced = (missing: readonly Gone[], own: Own): Gone[] =>
  missing.filter(({ kind, uid, name }) => {
    const ofKind = own.filter((one) => one.kind === kind);
    return ofKind.some((one) => one.uid === uid) || !ofKind.some(({ urn }) => nameOfUrn(urn) === name);
  });

/** Returns written objects that the lists lack, and that the program still declares. */
export function missingFrom(
  { manifest, sources }: Existing,
  live: Live,
  { kinds, own }: { readonly kinds: readonly ResourceSpec[]; readonly own: Own },
): Gone[] {
  const listedKeys = new Set(live.objects.map(keyOfObject));
  const listed = kinds.filter((spec) => !live.unlisted.some((one) => one.spec === spec));
  return Object.entries(manifest?.objects ?? {}).flatMap(([key, { name }]) => {
    const { spec, uid } = objectOfKey(key);
    // Objects without a resource name are only looked up.
    if (name === undefined || spec === undefined || listedKeys.has(key) || !listed.includes(spec)) return [];
    // The state knows the present name of a resource that was renamed.
    const resource = own.find((one) => `${one.kind} ${one.uid}` === key);
    const present = resource === undefined ? name : nameOfUrn(resource.urn);
    return namesDeclared(spec, sources.values()).includes(present) ? [{ kind: spec.type, uid, name: present }] : [];
  });
}
