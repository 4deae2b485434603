import { nothingIfRefused } from "../../api/errors";
import { NOTES } from "../../spec/proof";
import { fieldsFromSource, sourceUid } from "../../spec/source";
import { isEqual, type Values } from "../../spec/values";
import type { Handle, ReadResult } from "../handle";
import { inputsOf } from "../state/after-read";
import { withNotes } from "../state/notes";
import { observe } from "../state/wire";
import { verbsOf } from "./verbs-of";

/**
 * Reads an object for an import. Values from its source are noted as the server's, so that the program need not give them. All other
 * values are inputs. Returns undefined if the object does not exist.
 */
export async function readForImport(object: Handle): Promise<ReadResult | undefined> {
  const { spec } = object;
  const found = await verbsOf(spec).read(object, {});
  if (found === undefined) return undefined;
  const { [NOTES]: _, ...values } = found.outputs;
  const outputs = withNotes(values, { filled: new Set(await givenBySource(object, values)), rewritten: {} });
  return { outputs, inputs: inputsOf(spec.fields, outputs) };
}

/** The inputs that an object has from its source. A value counts as the source's if the two are equal and the source is visible. */
async function givenBySource(object: Handle, values: Values): Promise<string[]> {
  const names = fieldsFromSource(object.spec, values)
    .filter(({ named: [name] }) => values[name] !== undefined)
    .map(async ({ named: [name, { type }], source, isInherited }) => {
      const uid = isInherited ? undefined : sourceUid(source);
      const theirs = uid === undefined ? undefined : await valuesAt(object, uid);
      return isInherited || (theirs !== undefined && isEqual(type, theirs[name], values[name])) ? [name] : [];
    });
  return (await Promise.all(names)).flat();
}

async function valuesAt(object: Handle, uid: string): Promise<Values | undefined> {
  try {
    return observe(object.spec.fields, await object.object(uid).fetch());
  } catch (error) {
    return nothingIfRefused(error);
  }
}
