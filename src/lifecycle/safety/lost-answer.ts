import { PlatformError, ProtocolError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { shownUid } from "../../api/shown";
import { isUnique, type ResourceSpec } from "../../spec/resource";
import { isServersChoice } from "../../spec/rules";
import type { Values } from "../../spec/values";
import { messageOf } from "../errors";
import type { NewObject } from "../run/handle";
import { madeAtMs } from "../run/siblings";
import { outputsAfterCreate } from "../state/after-create";
import { notesOf } from "../state/notes";
import { fieldAt, valueAt } from "../state/paths";
import { observe } from "../state/wire";
import { findByKey, keyText, placeText } from "./siblings";

/** Waits before the looks that follow a lost answer, in milliseconds: the platform may commit late. */
const LOOK_WAITS_MS = [250, 1_000, 3_000];

/** How far the clocks of the platform's servers may be apart, in milliseconds. */
const MOST_SKEW_MS = 2_000;

/** A create between its first look and its end. */
export interface PendingCreate extends NewObject {
  /** uids with the key that were there before. */
  readonly known: Set<unknown>;
  /** Whether the platform can list the kind. */
  readonly canList: boolean;
  /** When the newest object was made that was seen before the first POST, by the platform's clock, in milliseconds. */
  readonly notBeforeMs: number;
}

/** Looks for the object of a create whose answer was lost: one that was not there before, and is as asked for. */
export async function findAfterLostAnswer(pending: PendingCreate, lost: unknown): Promise<JsonObject | undefined> {
  const { context } = pending.kind;
  // It may be there although no listing shows it.
  pending.kind.siblingsUnder(pending.parentUid).forget();
  if (!pending.canList) throw mayExistError(pending, lost, "this platform cannot list what is there");
  for (const wait of LOOK_WAITS_MS) {
    if (!context.client.hasTimeFor(wait)) throw mayExistError(pending, lost, "no time was left to look for it");
    await context.sleep(wait);
    let found: JsonObject[];
    try {
      found = await newMatches(pending);
    } catch (error) {
      throw mayExistError(pending, lost, `looking for it failed too: ${messageOf(error)}`);
    }
    const [only] = found;
    if (only === undefined) continue;
    const how = found.length > 1 ? "are several" : whyNotTaken(pending, only);
    if (how === undefined) return only;
    throw mayExistError(pending, lost, `found: ${uidsOf(found)}, which ${how}`);
  }
  return undefined;
}

/** Why an object that was found is not taken for the lost one; nothing where it is as asked for. */
function whyNotTaken({ kind, desired, notBeforeMs }: PendingCreate, object: JsonObject): string | undefined {
  // The look may have been a list that is some seconds old, and somebody else may have made this one since.
  if ((madeAtMs(object) ?? notBeforeMs) < notBeforeMs - MOST_SKEW_MS) return "was made before this create was sent";
  try {
    const differing = differingFields(kind.spec, desired, object);
    return differing.length === 0 ? undefined : `differs in ${differing.join(", ")}`;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return `cannot be read: ${error.message}`;
  }
}

/**
 * Looks for another object with the key after a POST that came late, and answers why there is reason to doubt: an earlier
 * POST may have been carried out even later than all looks for it, and somebody else may have made one meanwhile.
 *
 * @param lost how an earlier POST ended; absent where there was none
 */
export async function duplicateAfter(
  pending: PendingCreate,
  made: JsonObject,
  lost: unknown,
): Promise<{ readonly doubt?: string }> {
  const who = lost === undefined ? "somebody else" : "the create before it, whose answer was lost,";
  try {
    const others = (await newMatches(pending)).filter(({ uid }) => uid !== made.uid);
    if (others.length === 0) return {};
    const which = `${who} has made another ${pending.kind.name} ${lost === undefined ? "meanwhile" : "after all"}`;
    // advice: delete-the-late-one
    return { doubt: `${which}: delete ${uidsOf(others)}${lost === undefined ? ", or this one" : ""}` };
  } catch (error) {
    // Where no answer was lost this look was a precaution, and there is no reason to doubt.
    if (lost === undefined) return {};
    return { doubt: `${who} may have made another meanwhile, and to look for it failed: ${messageOf(error)}` };
  }
}

/** The objects with the key that were not there before. */
async function newMatches(pending: PendingCreate): Promise<JsonObject[]> {
  return ((await findByKey(pending)) ?? []).filter(({ uid }) => !pending.known.has(uid));
}

const uidsOf = (objects: readonly JsonObject[]): string => objects.map(({ uid }) => shownUid(uid)).join(", ");

/** The fields in which an object is not as desired. A value that neither the program nor the server chose is a difference too. */
export function differingFields(spec: ResourceSpec, desired: Values, object: JsonObject): readonly string[] {
  const { outputs, unapplied } = outputsAfterCreate(spec.fields, desired, observe(spec.fields, object));
  const isChosen = (path: string): boolean => {
    const names = path.split(".");
    const options = fieldAt(spec.fields, names)?.options ?? {};
    return !isUnique(spec) || !isServersChoice(options, valueAt(outputs, names), outputs);
  };
  return [...unapplied, ...[...notesOf(outputs).filled].filter(isChosen)];
}

/** The error of a create that may have been carried out or not. */
export const mayExistError = ({ kind, parentUid }: PendingCreate, lost: unknown, why: string): PlatformError =>
  new PlatformError(
    `${messageOf(lost)}. The answer to the create was lost: ${[kind.nameWithArticle, keyText(kind.spec)].filter(Boolean).join(" with ")} may exist ${placeText(parentUid)} (${why}). ` +
      // advice: run-again-lost-create
      "Run the same command again: it looks before it creates, and names what it finds",
    { cause: lost },
  );
