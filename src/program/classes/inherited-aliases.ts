import { allAliases, type Output, type Resource, type ResourceOptions, type URN } from "@pulumi/pulumi";

/**
 * The aliases that Pulumi gives to a child only in the update that renames or moves its parent. If that update fails, the next one would
 * replace the child. Those of the other host take no part: they would double the list on each level.
 */
export function inheritedAliases(
  type: string,
  name: string,
  { aliases = [], parent }: ResourceOptions = {},
): Output<URN>[] {
  // An internal property of the SDK.
  const { __name: parentName } = (parent ?? {}) as { readonly __name?: string };
  if (parentName === undefined) return [];
  return allAliases(aliases, name, type, parent as Resource, parentName).slice(aliases.length);
}
