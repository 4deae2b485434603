import { NotFoundError } from "../api/errors";
import type { JsonObject } from "../api/json";
import { isImmutable, keyFields, nameOf, parentField, type ResourceSpec } from "../spec/resource";
import { isEqual, type Values } from "../spec/values";
import type { Context } from "./context";
import { AdoptionError, IncompleteError } from "./errors";
import { fetchObject, parentValue } from "./read";
import { inputsOf, NOTES, settleRead } from "./state";
import { readSubresources } from "./subresources";
import { update } from "./update";
import { changes, observe, pathText } from "./wire";

/**
 * Takes over an existing object: it must be of this kind, under the same parent and with the same key. What differs
 * otherwise is updated; what the program leaves out stays as it is.
 */
export async function adopt(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  desired: Values,
): Promise<{ uid: string; outputs: Values }> {
  const refuse = (reason: string) =>
    new AdoptionError(`adoptUid "${uid}" cannot be adopted as this ${nameOf(spec)}: ${reason}. Nothing was changed`);
  let answer: JsonObject;
  try {
    answer = await fetchObject(context, spec, uid);
  } catch (error) {
    throw error instanceof NotFoundError
      ? refuse(`there is no ${nameOf(spec)} with this uid (${error.message})`)
      : error;
  }
  const own = { ...parentValue(spec, uid), ...(await readSubresources(context, spec, uid, {}, true)) };
  const recorded = keepUndeclared(spec, settleRead(spec.fields, {}, observe(spec.fields, answer), own), desired);
  for (const named of [parentField(spec), ...keyFields(spec)]) {
    if (named === undefined) continue;
    const [name, { type }] = named;
    if (!isEqual(type, recorded[name], desired[name])) {
      throw refuse(`its ${name} is ${JSON.stringify(recorded[name])}, not ${JSON.stringify(desired[name])}`);
    }
  }
  const fixed = changes(spec.fields, recorded, desired, filledOf(recorded)).filter(({ field }) =>
    isImmutable(spec, field),
  );
  if (fixed.length > 0)
    throw refuse(`it differs in ${fixed.map(({ path }) => pathText(path)).join(", ")}, which cannot be changed`);
  try {
    return { uid, outputs: await update(context, spec, uid, recorded, desired) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new IncompleteError(
      `${nameOf(spec)} ${uid} was adopted, but not brought up to date: ${message}. The next update completes it`,
      uid,
      recorded,
      { cause: error },
    );
  }
}

const filledOf = (recorded: Values): Set<string> =>
  new Set((recorded[NOTES] as { filled?: string[] } | undefined)?.filled ?? []);

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
