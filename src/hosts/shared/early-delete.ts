import type { Diff } from "../../core/core";
import { isUnique, type ResourceSpec } from "../../spec/resource";
import { containsUnknown } from "../../spec/unknown";
import type { Values } from "../../spec/values";

/**
 * Whether a replacement would lose what it could keep. The new object has another place, so that it can be created first; but where creates
 * may take over what they find, the class asks the engine to delete first (src/pulumi/resource-class.ts). Not said of a place that is not
 * known yet, which may turn out to be the old one. A program without our classes creates first.
 */
export function deletesTooEarly(spec: ResourceSpec, { replaces, deleteBeforeReplace }: Diff, desired: Values): boolean {
  const isByClass = isUnique(spec) && spec.lifecycle === undefined && spec.deletableIf === undefined;
  const isKnown = replaces.length > 0 && !replaces.some((name) => containsUnknown(desired[name]));
  return isByClass && isKnown && !deleteBeforeReplace && desired.adoptUid === undefined;
}

/** Why such a replacement is refused, and what to do. */
// advice: replace-without-adopting
export const tooEarlyText = (object: string, replaces: readonly string[]): string =>
  `Changing ${replaces.join(", ")} replaces the ${object}. While platform:adoptExisting is set, the old object would be deleted before the new one is created, and the create may fail. Nothing was changed. Run this change with PLATFORM_ADOPT_EXISTING=never`;
