import { PlatformError, ProtocolError, retryAfterOf } from "../../client/api/errors";
import { shownUid } from "../../client/api/shown";
import { isUnique, type ResourceSpec } from "../../description/spec/resource";
import { isServersChoice } from "../../description/spec/rules";
import type { Values } from "../../description/spec/values";
import type { JsonObject } from "../../description/wire/json";
import { messageOf } from "../errors";
import { createdAtMs } from "../journal";
import type { NewObject } from "../remote-object";
import { outputsAfterCreate } from "../state/after-create";
import { notesOf } from "../state/notes";
import { fieldAt, valueAt } from "../state/paths";
import { observe } from "../state/wire";
import { alikeText, duplicateText, mayExistText, unlookedText, unprovenText } from "../texts/lost-create";
import { LOOK_WAITS_MS, lookUntil, waitsAfter } from "./look-until";

/** How far the clocks of the platform's servers may differ, in milliseconds. */
const MOST_SKEW_MS = 2_000;

/** A create between its first look and its end. */
export interface PendingCreate extends NewObject {
  /** Looks again for the objects with the key. Empty if this platform cannot list them. */
  readonly look: () => Promise<readonly JsonObject[]>;
  /** When the first look ended, in milliseconds since the epoch. */
  readonly lookedAt: number;
  readonly known: Set<unknown>;
  readonly canList: boolean;
  /** Creation time of the newest object seen before the first POST, by the platform's clock, in milliseconds. */
  readonly notBeforeMs: number;
  /** Whether its first POST may create several objects. A repeated POST must not, because its result must be certain. */
  readonly mayShare: boolean;
  /** uids of objects whose secret was lost with the response. */
  readonly unusable: string[];
}

/** Reports objects like the new one, of a kind without a key. An interrupted run may have left one, which grants access unseen. */
export function warnOfAlike(wanted: NewObject, found: readonly JsonObject[]): void {
  const { context, spec } = wanted.kind;
  const alike = found.filter(
    (item) =>
      differingFields(spec, wanted.desired, item).length === 0 &&
      !context.holders.hasHandled({ spec, uid: String(item.uid) }),
  );
  const uids = alike.map(({ uid }) => shownUid(uid));
  if (uids.length > 0) context.print(alikeText(wanted, uids));
}

/** Looks for a new object with the desired values. Without one, waits as long as the server asks before the next create. */
export async function findAfterLostAnswer(pending: PendingCreate, lost: unknown): Promise<JsonObject | undefined> {
  const { kind, parentUid, canList } = pending;
  const { client, sleep } = kind.context;
  const fail = (why: string): never => {
    throw mayExistError(pending, lost, why);
  };
  // The object may exist although no list shows it.
  kind.listUnder(parentUid).forget();
  if (!canList) fail("this platform cannot list such objects");
  const look = async (): Promise<JsonObject | undefined> => {
    const looked = newMatches(pending);
    const found = await looked.catch((error: unknown) => fail(`looking for it failed too: ${messageOf(error)}`));
    const [only] = found;
    if (only === undefined) return undefined;
    const how = found.length > 1 ? "all match" : whyNotTaken(pending, only);
    return how === undefined ? only : fail(`found: ${uidsOf(found)}, which ${how}`);
  };
  const onNoTime = () => fail("no time was left to look for it");
  const found = await lookUntil(kind.context, look, { waits: waitsAfter(lost), onNoTime });
  if (found !== undefined) return found;
  const retryAfterMs = retryAfterOf(lost) ?? 0;
  if (!client.hasTimeFor(retryAfterMs)) fail("no time was left to try again");
  if (retryAfterMs > 0) await sleep(retryAfterMs);
  return undefined;
}

/** Why an object that was found does not count as the lost one. Undefined if it does. */
function whyNotTaken({ kind, desired, notBeforeMs }: PendingCreate, object: JsonObject): string | undefined {
  // The first look may have used a list that is some seconds old, so somebody else may have created this object since.
  if ((createdAtMs(object) ?? notBeforeMs) < notBeforeMs - MOST_SKEW_MS)
    return "was created before this create was sent";
  try {
    const differing = differingFields(kind.spec, desired, object);
    return differing.length === 0 ? undefined : `differs in ${differing.join(", ")}`;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return `cannot be read: ${error.message}`;
  }
}

/** Returns why there is doubt after a late POST: an earlier one with the error `lost`, or somebody else, may have created the object too. */
export async function duplicateAfter(
  pending: PendingCreate,
  made: JsonObject,
  lost: unknown,
): Promise<{ readonly doubt?: string }> {
  try {
    const others = (await newMatches(pending)).filter(({ uid }) => uid !== made.uid);
    if (others.length === 0) return {};
    return { doubt: duplicateText(pending, uidsOf(others), lost !== undefined) };
  } catch (error) {
    // If no response was lost, this look was a precaution, so there is no doubt.
    if (lost === undefined) return {};
    const who = "the create before it, whose response was lost,";
    return { doubt: `${who} may have created another one, and looking for it failed: ${messageOf(error)}` };
  }
}

/**
 * Proves that a create which may change an existing object made a new one (platform API: REG-5): the look that found nothing before the
 * create must show the object now. If it does not, it may have hidden an object that somebody else has. Then PlatformError is thrown, so
 * that no state gets the object. Returns why there is doubt if looking failed.
 */
export async function proveNew(pending: PendingCreate, uid: string): Promise<{ readonly doubt?: string }> {
  const { context, spec } = pending.kind;
  const isShown = async () => (await pending.look()).some((object) => object.uid === uid);
  try {
    if (await lookUntil(context, isShown, { waits: [0, ...LOOK_WAITS_MS] })) return {};
  } catch (error) {
    return { doubt: unlookedText(messageOf(error)) };
  }
  context.journal.noteChange({ spec, uid });
  throw new PlatformError(unprovenText(pending, shownUid(uid)));
}

async function newMatches({ look, known }: PendingCreate): Promise<JsonObject[]> {
  return (await look()).filter(({ uid }) => !known.has(uid));
}

const uidsOf = (objects: readonly JsonObject[]): string => objects.map(({ uid }) => shownUid(uid)).join(", ");

/** The fields in which an object differs from the desired one. A value that neither the program nor the server chose differs, too. */
function differingFields(spec: ResourceSpec, desired: Values, object: JsonObject): readonly string[] {
  const { outputs, unapplied } = outputsAfterCreate(spec.fields, desired, observe(spec.fields, object));
  const isChosen = (path: string): boolean => {
    const names = path.split(".");
    const options = fieldAt(spec.fields, names)?.options ?? {};
    return !isUnique(spec) || !isServersChoice(options, valueAt(outputs, names), outputs);
  };
  return [...unapplied, ...[...notesOf(outputs).filled].filter(isChosen)];
}

export const mayExistError = (pending: PendingCreate, lost: unknown, why: string): PlatformError =>
  new PlatformError(mayExistText(pending, lost, why), { cause: lost });
