import { inputFields, type ResourceSpec } from "../../spec/resource";
import type { Fields } from "../../spec/types";
import { isEmpty, isValues, type Values } from "../../spec/values";

/** The imports of this run: the engine reads an object by its id alone, and then checks the inputs of its new resource. */
export class Imports {
  readonly #uids = new Map<string, string>();

  /** Notes that a resource without anything recorded was read; without a uid if there is no object. */
  note(urn: string, uid: string | undefined): void {
    if (uid === undefined) this.#uids.delete(urn);
    else this.#uids.set(urn, uid);
  }

  /** The object that a resource imports. */
  uidOf(urn: string): string | undefined {
    return this.#uids.get(urn);
  }
}

/** Paths of inputs that are missing because the platform never returns them. */
export const missingWriteOnly = ({ fields }: ResourceSpec, inputs: Values): string[] => walk(fields, inputs, "");

function walk(fields: Fields, values: Values, prefix: string): string[] {
  return inputFields(fields).flatMap(([name, { type, options }]) => {
    const value = values[name];
    if (isEmpty(type, value)) return options.writeOnly ? [prefix + name] : [];
    return type.kind === "message" && isValues(value) ? walk(type.fields, value, `${prefix}${name}.`) : [];
  });
}
