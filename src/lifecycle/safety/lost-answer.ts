import { PlatformError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { shownUid } from "../../api/shown";
import { isUnique, nameOf, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import type { Context } from "../run/context";
import { messageOf } from "../errors";
import { findByKey, keyText } from "./siblings";
import { notesOf, settleCreate } from "../state/outputs";
import { observe } from "../state/wire";

/** Waits before the looks that follow an answer that was lost, in milliseconds: a commit may come late. */
const LOOK_WAITS = [250, 1_000, 3_000];

/** A create between its first look and its end. */
export interface Bracket {
  readonly context: Context;
  readonly spec: ResourceSpec;
  readonly parentUid: string;
  readonly desired: Values;
  /** uids that were there before. */
  readonly known: Set<unknown>;
  /** Whether the platform can list the kind. */
  readonly canList: boolean;
}

/** Looks for the object of a create whose answer was lost: one that was not there before, and is as asked for. */
export async function lookAfterLoss(bracket: Bracket, lost: unknown): Promise<JsonObject | undefined> {
  const { context, spec, desired, canList } = bracket;
  if (!canList) throw mayExist(bracket, lost, "this platform cannot list what is there");
  for (const wait of LOOK_WAITS) {
    if (!context.client.hasTimeFor(wait)) throw mayExist(bracket, lost, "no time was left to look for it");
    await context.sleep(wait);
    let found: JsonObject[];
    try {
      found = await newOnes(bracket);
    } catch (error) {
      throw mayExist(bracket, lost, `looking for it failed too: ${messageOf(error)}`);
    }
    const [only] = found;
    if (only === undefined) continue;
    const differing = unlike(spec, desired, only);
    if (found.length === 1 && differing.length === 0) return only;
    const how = found.length > 1 ? "are several" : `differs in ${differing.join(", ")}`;
    throw mayExist(bracket, lost, `found: ${uidsOf(found)}, which ${how}`);
  }
  return undefined;
}

/**
 * Why there may be two, after a POST that came late: an earlier one may have been carried out even later than all the looks,
 * and somebody else may have made one meanwhile.
 *
 * @param lost how an earlier POST ended; absent where there was none
 */
export async function doubtAbout(
  bracket: Bracket,
  made: JsonObject,
  lost: unknown,
): Promise<{ readonly doubt?: string }> {
  const who = lost === undefined ? "somebody else" : "the create before it, whose answer was lost,";
  try {
    const others = (await newOnes(bracket)).filter(({ uid }) => uid !== made.uid);
    if (others.length === 0) return {};
    const which = `${who} has made another ${nameOf(bracket.spec)} ${lost === undefined ? "meanwhile" : "after all"}`;
    // advice: delete-the-late-one
    return { doubt: `${which}: delete ${uidsOf(others)}${lost === undefined ? ", or this one" : ""}` };
  } catch (error) {
    // Where no answer was lost this look was a precaution, and there is no reason to doubt.
    if (lost === undefined) return {};
    return { doubt: `${who} may have made another meanwhile, and to look for it failed: ${messageOf(error)}` };
  }
}

/** The objects with the key that were not there before. */
async function newOnes({ context, spec, parentUid, desired, known }: Bracket): Promise<JsonObject[]> {
  return ((await findByKey(context, spec, parentUid, desired)) ?? []).filter(({ uid }) => !known.has(uid));
}

const uidsOf = (objects: readonly JsonObject[]): string => objects.map(({ uid }) => shownUid(uid)).join(", ");

/** The fields in which an object is not as asked for. Where there is no key, what was not asked for tells it apart too. */
export function unlike(spec: ResourceSpec, desired: Values, object: JsonObject): readonly string[] {
  const { outputs, unapplied } = settleCreate(spec.fields, desired, observe(spec.fields, object));
  return isUnique(spec) ? unapplied : [...unapplied, ...notesOf(outputs).filled];
}

/** The error for a create of which nobody can tell whether it was carried out. */
export const mayExist = ({ spec, parentUid }: Bracket, lost: unknown, why: string): PlatformError =>
  new PlatformError(
    `${messageOf(lost)}. The answer to the create was lost: a ${[nameOf(spec), keyText(spec)].filter(Boolean).join(" with ")} may exist under ${parentUid} (${why}). ` +
      // advice: run-again-lost-create
      "Run the same command again: it looks before it creates, and names what it finds",
    { cause: lost },
  );
