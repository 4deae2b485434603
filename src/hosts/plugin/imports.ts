import { isDeepStrictEqual } from "node:util";
import { inputFields, type ResourceSpec } from "../../spec/resource";
import type { Fields } from "../../spec/types";
import { isEmpty, isValues, type Values } from "../../spec/values";
import type { Sides } from "./served";

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

/**
 * The complaints about an object that is read back, and the inputs that are waived: what the platform never returns cannot be there. The
 * engine then passes what it has read on both sides.
 */
export function waiveWriteOnly(
  { fields }: ResourceSpec,
  [recorded, given]: Sides,
  complaints: readonly string[],
): { readonly complaints: readonly string[]; readonly waived: readonly string[] } {
  if (!isDeepStrictEqual(recorded, given)) return { complaints, waived: [] };
  const isAbout = (complaint: string) => (path: string) => complaint.startsWith(`${path} `);
  const waived = missing(fields, given, "").filter((path) => complaints.some((one) => isAbout(one)(path)));
  return { complaints: complaints.filter((one) => !waived.some(isAbout(one))), waived };
}

/** Paths of inputs that are missing because the platform never returns them. */
function missing(fields: Fields, values: Values, prefix: string): string[] {
  return inputFields(fields).flatMap(([name, { type, options }]) => {
    const value = values[name];
    if (isEmpty(type, value)) return options.writeOnly ? [prefix + name] : [];
    return type.kind === "message" && isValues(value) ? missing(type.fields, value, `${prefix}${name}.`) : [];
  });
}
