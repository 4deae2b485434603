import { listed, shownUid } from "../../api/shown";
import { isUnique, keyFields, parentField } from "../../spec/resource";
import { containsUnknown } from "../../spec/unknown";
import type { Values } from "../../spec/values";
import { AdoptionError, TakenError } from "../errors";
import type { Foreseen, Kind } from "../run/handle";
import { explainTaken } from "../safety/explain-taken";
import { findByKey } from "../safety/siblings";
import { pathText, valueAt } from "../state/paths";
import { shownChanges } from "../state/shown-changes";
import { adoptionOf, assertIsAdoptable, identifyingFields, keptTexts } from "./adoption";
import { adoptionOfFound, foundObject, refusalToTakeOver, sentChanges } from "./take-over";

/** Maximum number of changes that are told of one object. */
const MAX_CHANGES = 10;

/**
 * What the create of these inputs is to adopt and change, in words: `adopts Group 1a2b; description: "made by hand" → "now
 * managed"`. Sends one GET, and one for each sub-resource that the program gives. Throws AdoptionError where the create
 * would refuse.
 *
 * @param mayShow whether an input, by its outermost name, holds no secret of the program's
 */
export async function foresee(
  kind: Kind,
  { adoptUid, ...desired }: Values,
  mayShow: (input: string) => boolean,
): Promise<string> {
  const object = kind.object(String(adoptUid));
  assertIsAdoptable(object);
  const adoption = await adoptionOf(object, desired, true);
  const { recorded, changed } = adoption;
  const sent = changed.filter(({ field }) => !field.options.clientOnly);
  const told = shownChanges(sent, { recorded, desired }, mayShow);
  const unsure = [...identifyingFields(kind.spec)].filter((name) => containsUnknown(desired[name]));
  const condition = unsure.length === 0 ? [] : [refusedIf(unsure)];
  return [
    `adopts ${object.name} ${shownUid(object.uid)}`,
    told.length === 0 ? "nothing is changed" : listed(told, MAX_CHANGES),
    ...keptTexts(adoption),
    ...condition,
  ].join("; ");
}

/**
 * What the create of these inputs is to take over and change, where the setting adoptExisting says so; nothing where there is
 * nothing, or where the place of the new object is not known yet. Sends one List, and for what it finds one GET and one for each
 * sub-resource that the program gives. Throws AlreadyThereError where the create would refuse.
 *
 * @param mayShow whether an input, by its outermost name, holds no secret of the program's
 */
export async function foreseeTakeOver(
  kind: Kind,
  desired: Values,
  mayShow: (input: string) => boolean,
): Promise<Foreseen | undefined> {
  const { context, spec } = kind;
  const place = [parentField(spec), ...keyFields(spec)].flatMap((named) => named?.[0] ?? []);
  if (context.adoptExisting === "never" || !isUnique(spec)) return undefined;
  if (place.some((name) => containsUnknown(desired[name]))) return undefined;
  const [parentName] = parentField(spec) ?? [];
  const wanted = { kind, parentUid: parentName === undefined ? undefined : String(desired[parentName]), desired };
  const there = (await findByKey(wanted)) ?? [];
  // What a replacement replaces is gone by then.
  const isReplacement = context.ownership.isReplacement(kind);
  const found = there.filter(({ uid }) => !(isReplacement && context.ownership.knows({ spec, uid: String(uid) })));
  const object = foundObject(wanted, found);
  if (object === undefined) {
    if (found.length === 0) return undefined;
    throw new TakenError(explainTaken(wanted, found), found);
  }
  try {
    const adoption = await adoptionOfFound(object, desired, true);
    const sent = sentChanges(adoption);
    const told = shownChanges(sent, { recorded: adoption.recorded, desired }, mayShow);
    const isStrict = context.adoptExisting === "identical";
    const unsure = isStrict ? sent.filter(({ path }) => containsUnknown(valueAt(desired, path))) : [];
    return {
      object,
      text: [
        `takes over ${object.name} ${shownUid(object.uid)}, which exists already`,
        told.length === 0 ? "nothing is changed" : listed(told, MAX_CHANGES),
        ...keptTexts(adoption),
        ...(unsure.length === 0 ? [] : [refusedIf(unsure.map(({ path }) => pathText(path)))]),
      ].join("; "),
    };
  } catch (error) {
    throw error instanceof AdoptionError ? refusalToTakeOver(wanted, found, error) : error;
  }
}

const refusedIf = (names: readonly string[]): string => `refused if ${names.join(" or ")} turns out to be another`;
