import type { Client } from "../../../api/client";
import { NotFoundError, PlatformError } from "../../../api/errors";
import { resources } from "../../../resources";
import { groupUidOf } from "../../../spec/place";
import type { ResourceSpec } from "../../../spec/resource";
import { parentOf } from "../../../uid";
import type { KindSight } from "../../../visibility/sight";
import { readObject, specOf } from "../../organization/read";
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

/** What no list has any more, and what of it the platform says is gone; of the others nobody knows. */
export interface Missing {
  readonly gone: readonly Gone[];
  readonly unseen: readonly Gone[];
}

/**
 * Asks for what lists do not have: a list shows what its caller may see, and does not tell that there is more. Nor does "not
 * found" of what lies where the caller sees nothing.
 */
export async function goneFrom(
  { client, sight }: { readonly client: Client; readonly sight: () => Promise<KindSight> },
  live: Live,
  missing: readonly Gone[],
): Promise<Missing> {
  if (missing.length === 0) return { gone: [], unseen: [] };
  const answers = await Promise.all(missing.map(async (one) => ({ one, answer: await answerOn(client, one) })));
  const notFound = new Set(answers.flatMap(({ one, answer }) => (answer === "not found" ? one.uid : [])));
  const seen = new Set([live.parent.uid, ...live.objects.map(({ uid }) => uid)]);
  const isInSight = (uid: string): boolean => {
    const above = parentOf(uid);
    return above !== undefined && (seen.has(above) || (notFound.has(above) && isInSight(above)));
  };
  const seenKinds = await sight();
  const isKindVisible = ({ kind, uid }: Gone): boolean => {
    const group = groupUidOf(specOf(kind), uid, resources);
    return group !== undefined && seenKinds.of(specOf(kind), group).visibility === "visible";
  };
  const isGone = (one: Gone) => notFound.has(one.uid) && isInSight(one.uid) && isKindVisible(one);
  return {
    gone: missing.filter(isGone),
    unseen: answers.flatMap(({ one, answer }) => (answer === "there" || isGone(one) ? [] : one)),
  };
}

async function answerOn(client: Client, { kind, uid }: Gone): Promise<"there" | "not found" | "unknown"> {
  try {
    await readObject(client, specOf(kind), uid);
    return "there";
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error instanceof NotFoundError && error.resource !== undefined ? "not found" : "unknown";
  }
}

/** What lists of some kinds have no more, without what the program declares no more. */
export function missingFrom({ manifest, sources }: Existing, live: Live, kinds: readonly ResourceSpec[]): Gone[] {
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
