import type { Values } from "../../spec/values";
import { IncompleteError, messageOf } from "../errors";
import { withLock } from "../run/context";
import type { Created, Handle } from "../run/handle";
import { ownedText } from "../run/owned-texts";
import { nextStep } from "../safety/explain-refusal";
import { changes } from "../state/changes";
import { type Adoption, adoptionOf, assertIsAdoptable, keptTexts, refusal } from "./adoption";
import { update } from "./update";

/**
 * Adopts an existing object: it must be of this kind, under the same parent and with the same key. What differs
 * otherwise is updated; what the program leaves out stays as it is. Of several resources that ask for one object the
 * first that can adopt it owns it. Throws AdoptionError, and IncompleteError where the update failed.
 */
export async function adopt(object: Handle, desired: Values): Promise<Created> {
  assertIsAdoptable(object);
  return hold(object, desired, async () => {
    const adoption = await adoptionOf(object, desired);
    for (const kept of keptTexts(adoption))
      object.context.print(`${object.name} ${object.uid} is adopted, and ${kept}`);
    return adoption;
  });
}

/**
 * Makes an object that exists the program's, and brings it up to date. Throws AdoptionError where another resource holds it,
 * and IncompleteError where the update failed.
 *
 * @param look answers what is recorded of the object as it is; throws where it must not be taken
 */
export function hold(
  object: Handle,
  desired: Values,
  look: () => Promise<Pick<Adoption, "recorded">>,
): Promise<Created> {
  const { context, spec, uid } = object;
  const assertIsFree = () => {
    if (context.ownership.knows(object)) throw refusal(object, ownedText(object));
  };
  return withLock(context, `adopt ${spec.type} ${uid}`, async () => {
    assertIsFree();
    const { recorded } = await look();
    // Another process of this run may have made or taken it meanwhile.
    assertIsFree();
    context.ownership.noteCreate(object);
    return { uid, outputs: await updateAdopted(object, recorded, desired) };
  });
}

async function updateAdopted(object: Handle, recorded: Values, desired: Values): Promise<Values> {
  try {
    return await update(object, recorded, desired);
  } catch (error) {
    const fields = changes(object.spec.fields, recorded, desired).map(({ path: [name = ""] }) => name);
    // What failed below the object says already what to do.
    const next = error instanceof IncompleteError ? "" : nextStep({ spec: object.spec, verb: "update", fields, error });
    throw new IncompleteError(
      `${object.name} ${object.uid} was adopted, but not brought up to date: ${messageOf(error)}${next}`,
      { id: object.uid, properties: recorded },
      { cause: error },
    );
  }
}
