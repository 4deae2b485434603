import { allAliases, type Input, type Output, type Resource, type ResourceOptions, type URN } from "@pulumi/pulumi";
import { TYPE_PREFIX } from "../../description/names/dynamic";
import { PLUGIN_PACKAGE } from "../../description/names/plugin";

/** Internal properties of the SDK's resources. What a resource that the program did not create lacks is absent. */
interface Internals {
  readonly __name?: string;
  readonly __pulumiType?: string;
  readonly __parentResource?: Resource;
  readonly __aliases?: Input<URN>[];
}

/**
 * Returns the aliases that Pulumi gives to a child only in the update that renames or moves a resource above it. If that update failed, the
 * next one would replace the child. `aliases` are the program's own: those with the type of the other host would double the list on each level.
 */
export function inheritedAliases(
  type: string,
  name: string,
  { aliases = [], parent }: ResourceOptions = {},
): Output<URN>[] {
  if (parent === undefined) return [];
  const above = parent as Internals;
  if (above.__name === undefined) return [];
  const known: Resource = Object.create(parent, { __aliases: { value: urnsOf(above) } });
  return allAliases(aliases, name, type, known, above.__name).slice(aliases.length);
}

/** The aliases of a resource with the inherited ones. Those of this package already have these, and those of others do not. */
function urnsOf({ __aliases: own = [], __name: name, __pulumiType: type, __parentResource: parent }: Internals) {
  const isOurs = [TYPE_PREFIX, `${PLUGIN_PACKAGE}:`].some((start) => type?.startsWith(start));
  if (isOurs || !name || !type || !parent) return own;
  return [...own, ...inheritedAliases(type, name, { aliases: own, parent })];
}

/** The aliases of the program, and the inherited ones. */
export const aliasesOf = (type: string, name: string, opts: ResourceOptions = {}) => [
  ...(opts.aliases ?? []),
  ...inheritedAliases(type, name, opts),
];
