import { nothingIfRefused } from "../../api/errors";
import { NOTES } from "../../spec/proof";
import { givenBySource } from "../../spec/source";
import type { Values } from "../../spec/values";
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
  const filled = await givenBySource(spec, values, (uid) => valuesAt(object, uid));
  const outputs = withNotes(values, { filled, rewritten: {} });
  return { outputs, inputs: inputsOf(spec.fields, outputs) };
}

async function valuesAt(object: Handle, uid: string): Promise<Values | undefined> {
  try {
    return observe(object.spec.fields, await object.object(uid).fetch());
  } catch (error) {
    return nothingIfRefused(error);
  }
}
