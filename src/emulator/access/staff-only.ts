import type { FieldOptions } from "../../description/spec/field-options";
import type { ResourceSpec } from "../../description/spec/resource";
import { isEqual, type Values } from "../../description/spec/values";
import { permissionDenied } from "../gateway/errors";
import { applyMask, type MaskedValues } from "../gateway/masks";
import { isOutput, wireFields } from "../gateway/names";
import type { Asked, Capability } from "../gateway/route";
import { rulesOf } from "../kinds/by-kind";
import type { EmulatorSettings } from "../options";
import { capabilityNamed, dotted } from "./permissions";

/** Returns the capability that setting a field needs in addition to those of the verb. */
export const neededToSet = ({ staffOnly }: FieldOptions): Capability[] =>
  staffOnly === undefined ? [] : [capabilityNamed(staffOnly)];

interface Wish {
  readonly values: Values;
  /** Absent for a create, which writes all values. */
  readonly mask?: MaskedValues["mask"];
  readonly former: Values;
}

/** The request without fields that its caller may not set, or a StatusError; a setting decides, as the API leaves it open (PERM-4). */
export function forCaller(
  spec: ResourceSpec,
  { params, may }: Pick<Asked, "params" | "may">,
  { values, mask = "*", former }: Wish,
  { staffOnly }: Pick<EmulatorSettings, "staffOnly">,
): MaskedValues {
  const fields = wireFields(spec);
  const wanted = applyMask(fields, former, { values, mask });
  const needed = rulesOf(spec).neededFor?.(wanted, former);
  if (needed !== undefined && !may(needed, params.uid ?? "")) {
    throw permissionDenied(spec, `caller lacks ${dotted(needed)}, which these values need`);
  }
  if (staffOnly === "allowed") return { values, mask };
  const forbidden = Object.entries(fields).flatMap(([name, field]) => {
    const lacking = neededToSet(field.options).find((capability) => !may(capability, params.uid ?? ""));
    const isSet = !isOutput(field) && !isEqual(field.type, wanted[name], former[name]);
    return lacking !== undefined && isSet ? [{ name, lacking }] : [];
  });
  const [first] = forbidden;
  if (first === undefined) return { values, mask };
  if (staffOnly === "refused")
    throw permissionDenied(spec, `caller lacks ${dotted(first.lacking)}, which ${first.name} needs`);
  const isKept = (name: string) => !forbidden.some((one) => one.name === name);
  const paths = mask === "*" ? Object.entries(fields).map((named) => [named]) : mask;
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name))),
    mask: paths.filter(([head]) => head === undefined || isKept(head[0])),
  };
}
