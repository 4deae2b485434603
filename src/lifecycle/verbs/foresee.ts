import { listed, shownUid } from "../../api/shown";
import { containsUnknown } from "../../spec/unknown";
import type { Values } from "../../spec/values";
import type { Kind } from "../run/handle";
import { shownChanges } from "../state/shown-changes";
import { adoptionOf, assertIsAdoptable, identifyingFields } from "./adoption";

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
  const { recorded, changed } = await adoptionOf(object, desired, true);
  const sent = changed.filter(({ field }) => !field.options.clientOnly);
  const told = shownChanges(sent, { recorded, desired }, mayShow);
  const unsure = [...identifyingFields(kind.spec)].filter((name) => containsUnknown(desired[name]));
  const condition = unsure.length === 0 ? [] : [`refused if ${unsure.join(" or ")} turns out to be another`];
  return [
    `adopts ${object.name} ${shownUid(object.uid)}`,
    told.length === 0 ? "nothing is changed" : listed(told, MAX_CHANGES),
    ...condition,
  ].join("; ");
}
