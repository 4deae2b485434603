import { isValues, type Values } from "../spec/values";

/** Inputs that a program adds for the check. The check removes them, so that no diff, plan or state has them. */

/** The input with a short hash of the URN, a space, and the resource's name, because the engine passes neither to a dynamic provider. */
export const URN = "__urn";

/**
 * The input that a program adds in previews only, because the engine does not say to a dynamic provider that it is a preview, or which inputs
 * are secret. It has all inputs that contain no secret if the create may adopt an object, and is `true` otherwise.
 */
export const PREVIEW = "__preview";

/**
 * Input by which our classes say whether a replacement creates first. They add it where a create may adopt or take over an object, because
 * the engine does not pass this option to a provider. The check removes it. Programs without our classes do not have it.
 */
export const CREATES_FIRST = "__createsFirst";

export function withoutHidden({ [PREVIEW]: preview, [URN]: urn, [CREATES_FIRST]: createsFirst, ...inputs }: Values): {
  readonly inputs: Values;
  readonly urn?: string;
  readonly resource?: string;
  readonly createsFirst?: boolean;
  readonly isPreview: boolean;
  readonly plain?: Values;
} {
  return {
    inputs,
    isPreview: preview !== undefined,
    ...(typeof createsFirst === "boolean" ? { createsFirst } : {}),
    ...(typeof urn === "string" ? { urn } : {}),
    ...(typeof urn === "string" && urn.includes(" ") ? { resource: urn.slice(urn.indexOf(" ") + 1) } : {}),
    ...(isValues(preview) ? { plain: preview } : {}),
  };
}
