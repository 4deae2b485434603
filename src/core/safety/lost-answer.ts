import { PlatformError, ProtocolError } from "../../client/api/errors";
import { shownUid } from "../../client/api/shown";
import { isUnique, type ResourceSpec } from "../../description/spec/resource";
import { isServersChoice } from "../../description/spec/rules";
import type { Values } from "../../description/spec/values";
import type { JsonObject } from "../../description/wire/json";
import { messageOf } from "../errors";
import { createdAtMs } from "../journal";
import { findByKey } from "../lists/questions";
import type { NewObject } from "../remote-object";
import { outputsAfterCreate } from "../state/after-create";
import { notesOf } from "../state/notes";
import { fieldAt, valueAt } from "../state/paths";
import { observe } from "../state/wire";
import { duplicateText, mayExistText } from "../texts/lost-create";
import { lookUntil, waitsAfter } from "./look-until";

/** How far the clocks of the platform's servers may differ, in milliseconds. */
const MOST_SKEW_MS = 2_000;

/** A create between its first look and its end. */
export interface PendingCreate extends NewObject {
  /** When the first look ended, in milliseconds since the epoch. */
  readonly lookedAt: number;
  /** uids of objects that had the key before. */
  readonly known: Set<unknown>;
  readonly canList: boolean;
  /** Creation time of the newest object seen before the first POST, by the platform's clock, in milliseconds. */
  readonly notBeforeMs: number;
  /** Whether its first POST may create several objects. A repeated POST must not, because its result must be certain. */
  readonly mayShare: boolean;
  /** uids of objects whose secret was lost with the response. */
  readonly unusable: string[];
}

/** Looks for the object of a create whose response was lost: one that is new and has the desired values. */
export async function findAfterLostAnswer(pending: PendingCreate, lost: unknown): Promise<JsonObject | undefined> {
  const { kind, parentUid, canList } = pending;
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
  return lookUntil(kind.context, look, { waits: waitsAfter(lost), onNoTime });
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

/**
 * Looks for another object with the key after a late POST, and returns why there is doubt. An earlier POST with the error `lost`, if there
 * was one, may have arrived after all looks for it. Or somebody else created an object at the same time.
 */
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

async function newMatches(pending: PendingCreate): Promise<JsonObject[]> {
  return ((await findByKey(pending)) ?? []).filter(({ uid }) => !pending.known.has(uid));
}

const uidsOf = (objects: readonly JsonObject[]): string => objects.map(({ uid }) => shownUid(uid)).join(", ");

/** The fields in which an object differs from the desired one. A value that neither the program nor the server chose differs, too. */
export function differingFields(spec: ResourceSpec, desired: Values, object: JsonObject): readonly string[] {
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
