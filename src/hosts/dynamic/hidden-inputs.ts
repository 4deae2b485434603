import { CREATES_FIRST } from "../../spec/shell";
import { isValues, type Values } from "../../spec/values";

/** Inputs that a program adds for the check. It takes them out again, so that no diff, no plan and no state has them. */

/**
 * Name of the input with a short hash of the URN, a space, and the name of the Pulumi resource: the engine passes neither to a
 * dynamic provider.
 */
export const URN = "__urn";

/**
 * Name of an input that a program adds in a preview, and only there: the inputs that hold no secret, with their values. The engine
 * tells a provider neither that it is a preview nor which inputs are secret.
 */
export const PREVIEW = "__preview";

/**
 * Inputs without the hidden ones, what stands for the URN, the name of the Pulumi resource, whether a replacement creates first, and
 * in a preview the inputs that hold no secret.
 */
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
