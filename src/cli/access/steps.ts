import { resources } from "../../resources";
import { scimToken } from "../../resources/scim-token";
import { storedTypeOf } from "../../spec/place";
import type { ResourceSpec } from "../../spec/resource";
import type { PlannedStep } from "../stack/preview";

/** Ops after which there is another object than before, or one at all. */
export const CREATES: ReadonlySet<string> = new Set(["create", "replace", "create-replacement"]);

/** Ops that take the former object away. */
export const REMOVES: ReadonlySet<string> = new Set(["delete", "delete-replaced", "replace", "create-replacement"]);
/** Ops that leave the object as it is. */
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

/** Whether a step changes an object of some kinds. */
export const changesOneOf = (step: PlannedStep, kinds: readonly ResourceSpec[]): boolean =>
  !KEEPS.has(step.op) && kinds.some(({ type }) => type === storedTypeOf(step.kind, resources));

/** Whether a step lets somebody provision people: it makes or changes a SCIM token that is not switched off. */
export const provisions = ({ op, kind, after }: PlannedStep): boolean =>
  kind === scimToken.type && !KEEPS.has(op) && after !== undefined && after.inputs.provisioning !== "off";
