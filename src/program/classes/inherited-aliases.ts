import { allAliases, type Output, type Resource, type ResourceOptions, type URN } from "@pulumi/pulumi";

/**
 * Returns the aliases that Pulumi gives to a child only in the update that renames or moves its parent. If that update failed, the next one
 * would replace the child. `aliases` are the program's own: those with the type of the other host would double the list on each level.
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

/** The aliases of the program, and the inherited ones. */
export const aliasesOf = (type: string, name: string, opts: ResourceOptions = {}) => [
  ...(opts.aliases ?? []),
  ...inheritedAliases(type, name, opts),
];
