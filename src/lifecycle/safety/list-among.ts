import type { Query } from "../../api/client";
import { nothingIfRefused } from "../../api/errors";
import { readWhole } from "../../api/pages";
import { literal } from "../../api/path";
import { pluralOf } from "../../spec/resource";
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
  const [first, last] = known === undefined ? [] : witnessesIn(kind, known, uids);
  try {
    const isWorthIds = siblings.pages > 1 && uids.size <= MAX_IDS && !siblings.ignoresIds;
    if (isWorthIds && first !== undefined && last !== undefined) {
      const listed = await listByIds(kind, [first, ...uids, last]).catch(nothingIfRefused);
      if (listed?.has(first) && listed.has(last)) return { shown: listed, hasWitness: true };
      // Both are there unless they are being deleted by now: so the platform did not select by all of these uids.
      siblings.ignoresIds = ![first, last].some((uid) => kind.context.deletions.hasBegun(kind.spec, uid));
    }
    if (siblings.pages > uids.size) return undefined;
    const listing = await siblings.relist(listUnder(kind, parentUid), () => uids.size);
    if (listing === undefined) return undefined;
    const hasWitness = [...listing.items.keys()].some((uid) => known?.items.has(uid) === true);
    return { shown: new Set(listing.items.keys()), hasWitness };
  } catch (error) {
    return nothingIfRefused(error);
  }
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

/** Which of some objects are listed (platform API: LIST-8); nothing where the list proves nothing, or shows others. */
async function listByIds({ context, spec }: Kind, uids: readonly string[]): Promise<Set<unknown> | undefined> {
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
