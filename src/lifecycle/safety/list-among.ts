import type { Query } from "../../api/client";
import { nothingIfRefused } from "../../api/errors";
import { readWhole } from "../../api/pages";
import { literal } from "../../api/path";
import { pluralOf } from "../../spec/resource";
import { parentOf } from "../../uid";
import type { Kind } from "../run/handle";
import type { Listing } from "../run/listing";
import { listUnder } from "./shared-listing";

/** The most uids that one request names: a URL of 4 kB passes everywhere. */
const MAX_IDS = 40;

/** What a list says of some siblings. */
interface ListedAmong {
  /** uids that it shows. */
  readonly shown: ReadonlySet<unknown>;
  /** Whether it shows a sibling that an earlier list has shown too: so it is what this token may see. */
  readonly hasWitness: boolean;
}

/**
 * Which of some objects under one parent are listed: by a list of these between two witnesses, or by a list of all that are
 * there, whichever takes fewer requests. Nothing where no list proves itself, or it would take more requests than objects.
 */
export async function listAmong(
  kind: Kind,
  parentUid: string,
  uids: ReadonlySet<string>,
): Promise<ListedAmong | undefined> {
  const siblings = kind.siblingsUnder(parentUid);
  const known = siblings.last;
  const witnesses = known === undefined ? [] : witnessesIn(kind, known, uids);
  try {
    const isCheaperByIds = Math.ceil(uids.size / MAX_IDS) <= siblings.pages;
    return (
      (isCheaperByIds ? await listByIds(kind, uids, witnesses) : undefined) ??
      (siblings.pages > uids.size ? undefined : await listAll(kind, parentUid, uids)) ??
      (isCheaperByIds ? undefined : await listByIds(kind, uids, witnesses))
    );
  } catch (error) {
    return nothingIfRefused(error);
  }
}

/** Lists all that is there; nothing where the list proves nothing, or has more pages than there are uids. */
async function listAll(kind: Kind, parentUid: string, uids: ReadonlySet<string>): Promise<ListedAmong | undefined> {
  const siblings = kind.siblingsUnder(parentUid);
  const known = siblings.last;
  const [witness] = known === undefined ? [] : witnessesIn(kind, known, uids);
  const isWitness = (uid: unknown) => known?.items.has(uid) === true;
  // What nobody here deletes was listed before: a list without any of it shows what this token may see no more.
  const isBlind = (shown: readonly unknown[]) =>
    witness !== undefined && !kind.context.deletions.hasBegun(kind.spec, witness) && !shown.some(isWitness);
  const listing = await siblings.relist(
    listUnder(kind, parentUid),
    () => uids.size,
    ({ items }) => !isBlind([...items.keys()]),
  );
  if (listing === undefined) return undefined;
  const shown = new Set(listing.items.keys());
  return { shown, hasWitness: [...shown].some(isWitness) };
}

/** Two siblings that are listed and not being deleted, where there are two. */
function witnessesIn({ context, spec }: Kind, known: Listing, uids: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const uid of known.items.keys()) {
    if (found.length === 2) break;
    if (typeof uid === "string" && !uids.has(uid) && !context.deletions.hasBegun(spec, uid)) found.push(uid);
  }
  return found;
}

/**
 * Lists just these objects between two witnesses, some at a time (platform API: LIST-8). Nothing without witnesses, where the
 * platform does not select by all of the uids, and where a list proves nothing.
 */
async function listByIds(
  kind: Kind,
  uids: ReadonlySet<string>,
  [first, last]: readonly string[],
): Promise<ListedAmong | undefined> {
  const siblings = kind.siblingsUnder(parentOf(first ?? ""));
  if (first === undefined || last === undefined || siblings.ignoresIds) return undefined;
  const shown = new Set<unknown>();
  const left = [...uids];
  while (left.length > 0) {
    const asked: readonly string[] = [first, ...left.splice(0, MAX_IDS), last];
    const some: Set<unknown> | undefined = await listSome(kind, asked).catch(nothingIfRefused);
    if (!some?.has(first) || !some.has(last)) {
      // Both are there unless they are being deleted by now: so the platform does not select by all of these uids.
      siblings.ignoresIds = ![first, last].some((uid) => kind.context.deletions.hasBegun(kind.spec, uid));
      return undefined;
    }
    for (const uid of some) shown.add(uid);
  }
  return { shown, hasWitness: true };
}

/** Which of some objects are listed; nothing where the list proves nothing, or shows others. */
async function listSome({ context, spec }: Kind, uids: readonly string[]): Promise<Set<unknown> | undefined> {
  const ids: Query = uids.map((uid) => ["uidp.ids", uid] as const);
  const list = {
    collection: literal(spec.collection),
    key: pluralOf(spec),
    query: [...(spec.listQuery ?? []), ...ids],
  };
  const found = await readWhole(context.client, list, () => false);
  if (found === undefined || "pages" in found) return undefined;
  const shown = new Set(found.items.map(({ uid }) => uid));
  return [...shown].every((uid) => uids.includes(String(uid))) ? shown : undefined;
}
