import { CREATES_FIRST } from "../../spec/shell";
import { isValues, type Values } from "../../spec/values";

/** Inputs that a program adds for the check. The check removes them, so that no diff, plan or state has them. */

/** The input with a short hash of the URN, a space, and the resource's name, because the engine passes neither to a dynamic provider. */
export const URN = "__urn";

/**
 * The input with all inputs that contain no secret, in previews only. The engine does not say to a dynamic provider that it is a preview,
 * or which inputs are secret.
 */
export const PREVIEW = "__preview";

/** Separates the hidden inputs from the others. */
export function withoutHidden({ [PREVIEW]: plain, [URN]: urn, [CREATES_FIRST]: createsFirst, ...inputs }: Values): {
  readonly inputs: Values;
  readonly urn?: string;
  readonly resource?: string;
  readonly createsFirst?: boolean;
  readonly plain?: Values;
} {
  return {
    inputs,
    ...(typeof createsFirst === "boolean" ? { createsFirst } : {}),
    ...(typeof urn === "string" ? { urn } : {}),
    ...(typeof urn === "string" && urn.includes(" ") ? { resource: urn.slice(urn.indexOf(" ") + 1) } : {}),
    ...(isValues(plain) ? { plain } : {}),
  };
}
