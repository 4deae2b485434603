import { resources } from "../../description/resources";
import { scimToken } from "../../description/resources/scim-token";
import { storedTypeOf } from "../../description/spec/place";
import type { ResourceSpec } from "../../description/spec/resource";
import type { PlannedStep } from "../stack/preview";

const CREATES: ReadonlySet<string> = new Set(["create", "replace", "create-replacement"]);
const REMOVES: ReadonlySet<string> = new Set(["delete", "delete-replaced", "replace", "create-replacement"]);
const KEEPS: ReadonlySet<string> = new Set(
  "same refresh read read-replacement read-discard discard-replaced remove-pending-replace import import-replacement".split(
    " ",
  ),
);

export const creates = ({ op }: PlannedStep): boolean => CREATES.has(op);
export const removes = ({ op }: PlannedStep): boolean => REMOVES.has(op);

export const changesOneOf = (step: PlannedStep, kinds: readonly ResourceSpec[]): boolean =>
  !KEEPS.has(step.op) && kinds.some(({ type }) => type === storedTypeOf(step.kind, resources));

/** Whether a step creates or changes a SCIM token that can provision people. */
export const provisions = (step: PlannedStep): boolean =>
  changesOneOf(step, [scimToken]) && step.after !== undefined && step.after.inputs.provisioning !== "off";
