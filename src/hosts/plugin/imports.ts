import { isDeepStrictEqual } from "node:util";
import { inputFields, type ResourceSpec } from "../../description/spec/resource";
import type { Fields } from "../../description/spec/types";
import { isEmpty, isValues, type Sides, type Values } from "../../description/spec/values";

/** The platform never returns write-only inputs, and the engine passes what it has read as both recorded and given. */
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

function missing(fields: Fields, values: Values, prefix: string): string[] {
  return inputFields(fields).flatMap(([name, { type, options }]) => {
    const value = values[name];
    if (isEmpty(type, value)) return options.writeOnly ? [prefix + name] : [];
    return type.kind === "message" && isValues(value) ? missing(type.fields, value, `${prefix}${name}.`) : [];
  });
}
