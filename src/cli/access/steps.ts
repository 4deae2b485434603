import { resources } from "../../resources";
import { scimToken } from "../../resources/scim-token";
import { storedTypeOf } from "../../spec/place";
import type { ResourceSpec } from "../../spec/resource";
import type { PlannedStep } from "../stack/preview";

/** Operations that create an object. */
export const CREATES: ReadonlySet<string> = new Set(["create", "replace", "create-replacement"]);

/** Operations that delete the former object. */
export const REMOVES: ReadonlySet<string> = new Set(["delete", "delete-replaced", "replace", "create-replacement"]);
/** Operations that do not change the object. */
const KEEPS: ReadonlySet<string> = new Set([
  "same",
  "refresh",
  "read",
  "read-replacement",
  "read-discard",
  "discard-replaced",
  "remove-pending-replace",
  "import",
  "import-replacement",
]);

/** Whether a step changes an object of one of the kinds. */
export const changesOneOf = (step: PlannedStep, kinds: readonly ResourceSpec[]): boolean =>
  !KEEPS.has(step.op) && kinds.some(({ type }) => type === storedTypeOf(step.kind, resources));

/** Whether a step creates or changes a SCIM token that can provision people. */
export const provisions = ({ op, kind, after }: PlannedStep): boolean =>
  kind === scimToken.type && !KEEPS.has(op) && after !== undefined && after.inputs.provisioning !== "off";
