import { NotFoundError, nothingIfRefused } from "../../api/errors";
import type { Handle, Kind } from "../handle";
import { isGone } from "../safety/gone";
import type { Looked } from "./cache";
import { type Listing, pagesOf } from "./listing";
import { allSelected, objectsOf } from "./request";

/** The most uids in one request, because a URL of 4 kB passes everywhere. */
const MAX_IDS = 40;

const NOTHING: Looked = { gone: new Set(), there: new Set() };

/** The uids of listed objects. */
type Shown = ReadonlySet<unknown>;

/** Objects under one parent that were deleted at the same time, and the list before that. */
interface Question {
  readonly kind: Kind & Pick<Handle, "list">;
  readonly uids: ReadonlySet<string>;
  readonly before: Listing;
}

/** Which of the objects that were deleted together no longer exist? Lists them together if that takes fewer requests than reading each. */
export const whichAreGone = (object: Handle): Promise<Looked> =>
  object.list.goneLooks.run("", object.uid, {
    isReady: () => object.list.deletes.none(),
    call: (uids) => lookFor(object, uids),
  });

/**
 * An object that an earlier list showed and this one lacks was deleted, or has become invisible to the token. So the list must still show
 * another object from before, or one of the missing objects is fetched. Without an earlier list nothing is proven.
 */
async function lookFor(object: Handle, uids: ReadonlySet<string>): Promise<Looked> {
  const before = object.list.last;
  const wereListed = [...uids].filter((uid) => before?.items.has(uid));
  if (object.parentUid === undefined || before === undefined || wereListed.length === 0) return NOTHING;
  const shown = await shownOf({ kind: object, uids, before }).catch(nothingIfRefused);
  if (shown === undefined) return NOTHING;
  const missing = wereListed.filter((uid) => !shown.has(uid));
  const [one] = missing;
  if (one === undefined) return { gone: new Set(), there: shown };
  const isProven =
    hasKnown(before, shown) || (await isKnownToBeGone(object.object(one)).catch(nothingIfRefused)) === true;
  return { gone: new Set(isProven ? missing : []), there: shown };
}

/** Whether a list shows an object of an earlier one, so that it shows what this token may see. */
const hasKnown = (before: Listing, shown: Shown): boolean => [...shown].some((uid) => before.items.has(uid));

/** Whether the platform reports an object as missing, and can be believed. */
async function isKnownToBeGone(object: Handle): Promise<boolean> {
  try {
    await object.get();
    return false;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    // A delete that succeeds proves that the token saw the object, unless the kind also confirms a second delete.
    return isGone(object, error, !object.spec.idempotentDelete);
  }
}

/**
 * The objects in a list of just these uids, or in a list of all. Tries the cheaper one first. Undefined if no list proves anything, or
 * if it would take more requests than there are objects.
 */
async function shownOf(question: Question): Promise<Shown | undefined> {
  const { uids, before } = question;
  const byIds = () => shownByIds(question);
  const byAll = async () => (pagesOf(before) > uids.size ? undefined : shownByAll(question));
  const [first, second] = Math.ceil(uids.size / MAX_IDS) <= pagesOf(before) ? [byIds, byAll] : [byAll, byIds];
  return (await first()) ?? second();
}

async function shownByAll({ kind, uids, before }: Question): Promise<Shown | undefined> {
  const [witness] = witnessesOf({ kind, uids, before });
  const listing = await kind.list.read(kind.context.client, () => uids.size);
  if (listing === undefined) return undefined;
  const shown = new Set(listing.items.keys());
  // The witness was listed and is not being deleted. A list without it shows that the token may no longer see the objects.
  if (!hasKnown(before, shown) && witness !== undefined && !isDeleting(kind, witness)) return undefined;
  kind.list.keep(listing);
  return shown;
}

/**
 * Lists just these objects between two witnesses, in portions (platform API: LIST-8). Undefined without witnesses, if the platform does
 * not select by all uids, and if a list proves nothing.
 */
async function shownByIds(question: Question): Promise<Shown | undefined> {
  const { kind, uids } = question;
  const [first, last] = witnessesOf(question);
  if (first === undefined || last === undefined || kind.list.ignoresIds) return undefined;
  const shown = new Set<unknown>();
  const left = [...uids];
  while (left.length > 0) {
    const asked = objectsOf(kind.spec, [first, ...left.splice(0, MAX_IDS), last]);
    const found = await allSelected(kind.context.client, asked, () => false).catch(nothingIfRefused);
    const listed = new Set(found !== undefined && "items" in found ? found.items.map(({ uid }) => uid) : []);
    if (!listed.has(first) || !listed.has(last)) {
      // Both exist unless they are being deleted now. So the platform does not select by all of these uids.
      kind.list.ignoresIds = ![first, last].some((uid) => isDeleting(kind, uid));
      return undefined;
    }
    for (const uid of listed) shown.add(uid);
  }
  return shown;
}

const isDeleting = ({ context, spec }: Kind, uid: string) => context.journal.isDeleting({ spec, uid });

/** Two listed objects that are not being deleted, if there are two. */
function witnessesOf({ kind, uids, before }: Question): string[] {
  const found: string[] = [];
  for (const uid of before.items.keys()) {
    if (found.length === 2) break;
    if (typeof uid === "string" && !uids.has(uid) && !isDeleting(kind, uid)) found.push(uid);
  }
  return found;
}
