import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { isImmutable, keyFields, parentField } from "../../spec/resource";
import { isEqual, type Values } from "../../spec/values";
import { AdoptionError, IncompleteError, messageOf } from "../errors";
import { withLock } from "../run/context";
import type { Created, Handle } from "../run/handle";
import { ownedText } from "../run/ownership";
import { inputsOf, outputsOfExisting } from "../state/after-read";
import { changes } from "../state/changes";
import { NOTES } from "../state/notes";
import { pathText, valueAt } from "../state/paths";
import { observe } from "../state/wire";
import { readSubresources } from "./subresources";
import { update } from "./update";

/**
 * Adopts an existing object: it must be of this kind, under the same parent and with the same key. What differs
 * otherwise is updated; what the program leaves out stays as it is. Of several resources that ask for one object the
 * first that can adopt it owns it. Throws AdoptionError, and IncompleteError where the update failed.
 */
export async function adopt(object: Handle, desired: Values): Promise<Created> {
  const { context, spec, uid } = object;
  if (Object.values(spec.fields).some(({ options }) => options.returnedOnce)) {
    // advice: make-another
    throw refusal(object, "what its creation told is not told again; make another one");
  }
  return withLock(context, `adopt ${spec.type} ${uid}`, async () => {
    if (context.ownership.knows(object)) throw refusal(object, ownedText(object));
    const recorded = await existing(object, desired);
    assertAdoptable(object, recorded, desired);
    context.ownership.noteCreate(object);
    return { uid, outputs: await updateAdopted(object, recorded, desired) };
  });
}

const refusal = ({ uid, name }: Handle, reason: string): AdoptionError =>
  new AdoptionError(`adoptUid "${uid}" cannot be adopted as this ${name}: ${reason}. Nothing was changed`);

/** Throws AdoptionError when the object has another parent or key, or differs in what cannot be changed. */
function assertAdoptable(object: Handle, recorded: Values, desired: Values): void {
  const { spec } = object;
  for (const named of [parentField(spec), ...keyFields(spec)]) {
    if (named === undefined) continue;
    const [name, { type, options }] = named;
    if (isEqual(type, recorded[name], desired[name])) continue;
    if (options.parent && recorded[name] === undefined) {
      throw refusal(object, "it is built in, or a root: it has no parent");
    }
    throw refusal(object, `its ${name} is not the one in the program`);
  }
  const fixed = changes(spec.fields, recorded, desired).filter(
    ({ field }) => !field.options.clientOnly && isImmutable(spec, field),
  );
  if (fixed.length > 0) {
    const names = fixed.map(({ path }) => pathText(path)).join(", ");
    throw refusal(object, `it differs in ${names}, which cannot be changed`);
  }
}

async function updateAdopted(object: Handle, recorded: Values, desired: Values): Promise<Values> {
  try {
    return await update(object, recorded, desired);
  } catch (error) {
    const message = messageOf(error);
    throw new IncompleteError(
      // advice: next-update
      `${object.name} ${object.uid} was adopted, but not brought up to date: ${message}. The next update completes it`,
      { id: object.uid, properties: recorded },
      { cause: error },
    );
  }
}

/** The outputs of the object as it is; what it has and the program does not mention is noted as the server's. */
async function existing(object: Handle, desired: Values): Promise<Values> {
  const { fields } = object.spec;
  let answer: JsonObject;
  try {
    answer = await object.fetch();
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw refusal(object, `there is no ${object.name} with this uid (${error.message})`);
  }
  const subresources = await readSubresources(object, {}, true);
  const outputs = outputsOfExisting(fields, { ...observe(fields, answer), ...object.parentInput, ...subresources });
  // Adopting must not clear what the program leaves out.
  const filled = changes(fields, inputsOf(fields, outputs), desired)
    .filter(({ path, implied }) => !implied && valueAt(desired, path) === undefined)
    .map(({ path }) => pathText(path));
  return filled.length === 0 ? outputs : { ...outputs, [NOTES]: { filled } };
}
