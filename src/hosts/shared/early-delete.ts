import type { Diff } from "../../core/core";
import { isUnique, type ResourceSpec } from "../../spec/resource";
import { containsUnknown } from "../../spec/unknown";
import type { Values } from "../../spec/values";

/**
 * Whether a replacement should create first, but would delete first. The new object has another place, so both could exist. But where
 * creates may take over existing objects, the class makes the engine delete first (src/pulumi/resource-class.ts). False for a place that is
 * not known yet, because it may be the old one. A program without our classes creates first.
 */
export function deletesTooEarly(spec: ResourceSpec, { replaces, deleteBeforeReplace }: Diff, desired: Values): boolean {
  const isByClass = isUnique(spec) && spec.lifecycle === undefined && spec.peculiar?.deletableIf === undefined;
  const isKnown = replaces.length > 0 && !replaces.some((name) => containsUnknown(desired[name]));
  return isByClass && isKnown && !deleteBeforeReplace && desired.adoptUid === undefined;
}

export const tooEarlyText = (object: string, replaces: readonly string[]): string =>
  [
    `Changing ${replaces.join(", ")} replaces the ${object}. Nothing was changed, because with platform:adoptExisting Pulumi would delete the old object before it creates the new one, and the create may fail.`,
    "- Run this change with PLATFORM_ADOPT_EXISTING=never.",
  ].join("\n");
