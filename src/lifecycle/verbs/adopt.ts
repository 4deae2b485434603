import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { isImmutable, keyFields, nameOf, parentField, type ResourceSpec } from "../../spec/resource";
import { isEqual, type Values } from "../../spec/values";
import { type Context, exclusively } from "../run/context";
import { AdoptionError, IncompleteError, messageOf } from "../errors";
import { heldText } from "../run/ownership";
import { fetchObject, parentValue } from "./read";
import { inputsOf, NOTES, notesOf, settleRead } from "../state/outputs";
import { readSubresources } from "./subresources";
import { update } from "./update";
import type { Created } from "../run/verbs";
import { changes, observe, pathText } from "../state/wire";

/**
 * Takes over an existing object: it must be of this kind, under the same parent and with the same key. What differs
 * otherwise is updated; what the program leaves out stays as it is. Of several resources that ask for one object the
 * first that can have it has it.
 */
export async function adopt(context: Context, spec: ResourceSpec, uid: string, desired: Values): Promise<Created> {
  const refuse = (reason: string) =>
    new AdoptionError(`adoptUid "${uid}" cannot be adopted as this ${nameOf(spec)}: ${reason}. Nothing was changed`);
  if (Object.values(spec.fields).some(({ options }) => options.createOnly)) {
    // advice: make-another
    throw refuse("what its creation told is not told again; make another one");
  }
  return exclusively(context, `adopt ${spec.type} ${uid}`, () => {
    if (context.holdings.knows(spec, uid)) throw refuse(heldText(spec, uid));
    return takeOver(context, spec, uid, desired, refuse);
  });
}

async function takeOver(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  desired: Values,
  refuse: (reason: string) => AdoptionError,
): Promise<Created> {
  const recorded = await existing(context, spec, uid, desired, refuse);
  for (const named of [parentField(spec), ...keyFields(spec)]) {
    if (named === undefined) continue;
    const [name, { type, options }] = named;
    if (isEqual(type, recorded[name], desired[name])) continue;
    if (options.parent && recorded[name] === undefined) throw refuse("it is built in, or a root: it has no parent");
    throw refuse(`its ${name} is not the one in the program`);
  }
  const made = changes(spec.fields, recorded, desired, notesOf(recorded).filled).filter(
    ({ field }) => !field.options.local,
  );
  const fixed = made.filter(({ field }) => isImmutable(spec, field));
  if (fixed.length > 0) {
    throw refuse(
      `it differs in ${fixed.map(({ path: names }) => pathText(names)).join(", ")}, which cannot be changed`,
    );
  }
  context.holdings.made(spec, uid);
  try {
    return { uid, outputs: await update(context, spec, uid, recorded, desired) };
  } catch (error) {
    const message = messageOf(error);
    throw new IncompleteError(
      // advice: next-update
      `${nameOf(spec)} ${uid} was adopted, but not brought up to date: ${message}. The next update completes it`,
      uid,
      recorded,
      { cause: error },
    );
  }
}

/** The outputs of the object as it is; what it has and the program does not mention is noted as the server's. */
async function existing(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  desired: Values,
  refuse: (reason: string) => AdoptionError,
): Promise<Values> {
  let answer: JsonObject;
  try {
    answer = await fetchObject(context, spec, uid);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw refuse(`there is no ${nameOf(spec)} with this uid (${error.message})`);
  }
  const own = { ...parentValue(spec, uid), ...(await readSubresources(context, spec, uid, {}, true)) };
  return keepUndeclared(spec, settleRead(spec.fields, {}, observe(spec.fields, answer), own, true), desired);
}

/** Marks what the object has and the program does not mention as the server's: adopting must not clear it. */
function keepUndeclared(spec: ResourceSpec, outputs: Values, desired: Values): Values {
  const filled = changes(spec.fields, inputsOf(spec.fields, outputs), desired, new Set())
    .filter(
      ({ path, implied }) =>
        !implied && path.reduce<unknown>((v, name) => (v as Values | undefined)?.[name], desired) === undefined,
    )
    .map(({ path }) => pathText(path));
  return filled.length === 0 ? outputs : { ...outputs, [NOTES]: { filled } };
}
