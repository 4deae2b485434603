import { nothingIfRefused } from "../../client/api/errors";
import type { FieldOptions } from "../../description/spec/field-options";
import { inputFields } from "../../description/spec/resource";
import { givenBySource } from "../../description/spec/source";
import type { Fields } from "../../description/spec/types";
import { isEmpty, isValues, type Values } from "../../description/spec/values";
import type { ReadResult, RemoteObject } from "../remote-object";
import { inputsOf } from "../state/after-read";
import { withNotes } from "../state/notes";
import { type FieldPath, pathText } from "../state/paths";
import { observe } from "../state/wire";
import { verbsOf } from "./verbs-of";

/**
 * Reads an object for an import. Values from its source, and those that the server changes by itself, are noted as the server's. Values
 * that the server sets at creation are inputs, because somebody may have chosen them, and the program may leave them out. All other values
 * are inputs. Returns undefined if the object does not exist.
 */
export async function readForImport(object: RemoteObject): Promise<ReadResult | undefined> {
  const { spec } = object;
  const found = await verbsOf(spec).read(object, {});
  if (found === undefined) return undefined;
  const { outputs: values } = found;
  const filled = await givenBySource(spec, values, (uid) => valuesAt(object, uid).catch(nothingIfRefused));
  for (const path of setByServer("anytime", spec.fields, values)) filled.add(path);
  const imported = new Set(setByServer(true, spec.fields, values));
  const outputs = withNotes(values, { filled, imported, rewritten: {} });
  return { outputs, inputs: inputsOf(spec.fields, outputs) };
}

function setByServer(when: FieldOptions["serverDefault"], fields: Fields, values: Values): string[] {
  const walk = (fields: Fields, values: Values, prefix: FieldPath): string[] =>
    inputFields(fields).flatMap(([name, { type, options }]) => {
      const [value, path] = [values[name], [...prefix, name]];
      if (options.serverDefault === when && !isEmpty(type, value)) return [pathText(path)];
      return type.kind === "message" && isValues(value) ? walk(type.fields, value, path) : [];
    });
  return walk(fields, values, []);
}

async function valuesAt({ kind, spec }: RemoteObject, uid: string): Promise<Values> {
  return observe(spec.fields, await kind.at(uid).fetch());
}
