import type { JsonObject } from "../../api/json";
import { parentField } from "../../spec/resource";
import { containsUnknown } from "../../spec/unknown";
import { isEmpty, type Values } from "../../spec/values";
import { AdoptionError, TakenError } from "../errors";
import type { Created, Handle, NewObject } from "../run/handle";
import { ownedText } from "../run/owned-texts";
import { explainTaken, explainTakenFromReplacement } from "../safety/explain-taken";
import type { Change } from "../state/changes";
import { knownAs } from "../state/known-as";
import { pathText, valueAt } from "../state/paths";
import { hold } from "./adopt";
import { type Adoption, adoptionOf, assertIsAdoptable, keptTexts, refusal } from "./adoption";

/**
 * Takes over the object that a create has found in its place, as far as the setting adoptExisting allows it, and says so.
 * Throws TakenError where it stays refused, with the reason, and IncompleteError where the object was taken over and
 * could not be brought up to date.
 */
export async function takeOver(wanted: NewObject, taken: TakenError): Promise<Created> {
  const { kind, desired } = wanted;
  const object = foundObject(wanted, taken.found);
  if (kind.context.adoptExisting === "never" || object === undefined) throw taken;
  try {
    let adoption: Adoption | undefined;
    const created = await hold(object, desired, async () => {
      adoption = await adoptionOfFound(object, desired);
      return adoption;
    });
    if (adoption !== undefined) kind.context.print(takenOverText(object, adoption));
    return created;
  } catch (error) {
    throw error instanceof AdoptionError ? refusalToTakeOver(wanted, taken.found, error) : error;
  }
}

/** The one object that a look has found in the place of a new one; nothing where there is none, or more than one. */
export function foundObject({ kind, parentUid }: NewObject, found: readonly JsonObject[]): Handle | undefined {
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return undefined;
  return kind.object(String(kind.spec.uidIsParents ? parentUid : only.uid));
}

/**
 * What becomes of an object that was found in the place of a new one. Throws AdoptionError where the setting adoptExisting does
 * not allow that it is taken over.
 *
 * @param isForeseen only to tell of it: then what is unknown passes
 */
export async function adoptionOfFound(object: Handle, desired: Values, isForeseen = false): Promise<Adoption> {
  const { context, spec, nameWithArticle } = object;
  // Anybody can name an organisation of their own like this one, and let the token see it.
  if (parentField(spec) === undefined) throw refusal(object, `${nameWithArticle} is not known by its name alone`);
  if (context.ownership.isClaimed(object)) throw refusal(object, ownedText(object));
  if (context.ownership.mayFindFormer(object)) throw refusal(object, FORMER);
  assertIsAdoptable(object);
  const adoption = await adoptionOf(object, desired, isForeseen);
  if (context.adoptExisting === "identical") assertIsIdentical(object, adoption, desired);
  return adoption;
}

/** Why nothing is taken over where a replacement creates first: whoever replaces an object must not get the same one back. */
const FORMER =
  "it may be the object that this resource replaces. " +
  // advice: replace-by-another
  "If it is of a PullToken, change rotate. Otherwise remove the option deleteBeforeReplace: false";

/** The refusal of a create, with the reason why what is in its place is not taken over. */
export function refusalToTakeOver(wanted: NewObject, found: readonly JsonObject[], error: AdoptionError): TakenError {
  const { context } = wanted.kind;
  const message = context.ownership.isReplacement(wanted.kind)
    ? explainTakenFromReplacement(wanted, found, error.reason)
    : explainTaken(wanted, found, error.reason);
  return new TakenError(message, found, { cause: error });
}

/** Those of the differences that an update sends to the platform. */
export const sentChanges = ({ changed }: Adoption): Change[] =>
  changed.filter(({ field, implied }) => !implied && !field.options.clientOnly);

/** Throws AdoptionError unless each value that the program gives is the object's. */
function assertIsIdentical(object: Handle, adoption: Adoption, desired: Values): void {
  const differing = sentChanges(adoption).filter(
    (change) => !isYetToBeMade(change, adoption.recorded) && !containsUnknown(valueAt(desired, change.path)),
  );
  const isUntold = ({ field: { options } }: Change) => Boolean(options.writeOnly || options.serverNormalized);
  const namesOf = (some: readonly Change[]) => some.map(({ path }) => pathText(path)).join(", ");
  const plain = differing.filter((change) => !isUntold(change));
  if (plain.length > 0) {
    throw refusal(
      object,
      // advice: adopt-same-key
      `it differs in ${namesOf(plain)}. Give the program what the platform has, or set platform:adoptExisting to sameKey, which ` +
        "brings it up to date",
    );
  }
  if (differing.length === 0) return;
  throw refusal(
    object,
    // advice: adopt-same-key
    `the platform does not tell whether its ${namesOf(differing)} is the one in the program. Set platform:adoptExisting to sameKey, ` +
      "which sends it",
  );
}

/** Whether a field is what a create makes with a request of its own, and has not made: that of a run that was killed. */
const isYetToBeMade = ({ path: [name = ""], field }: Change, recorded: Values): boolean =>
  field.options.subresource !== undefined && isEmpty(field.type, recorded[name]);

function takenOverText({ spec, name, uid }: Handle, adoption: Adoption): string {
  const sent = sentChanges(adoption).map(({ path }) => pathText(path));
  const how = sent.length === 0 ? "as it is" : `and brought up to date: ${sent.join(", ")}`;
  const known = knownAs(spec, adoption.recorded);
  const title = known === undefined ? `${name} ${uid}` : `${name} ${known} (${uid})`;
  return [`${title} exists already and is taken over ${how}`, ...keptTexts(adoption)].join(", and ");
}
