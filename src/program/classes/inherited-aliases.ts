import { allAliases, CustomResource, type Output, type Resource, type ResourceOptions, type URN } from "@pulumi/pulumi";

/** What the SDK keeps of a resource for its children, as internal properties: its name, and the URNs of its aliases. */
interface Parent {
  readonly __name?: string;
  readonly __aliases?: readonly Output<URN>[];
}

/**
 * Adds the aliases that Pulumi gives to a child only in the update that renames or moves its parent. If that update fails, the next one would
 * replace the child.
 */
export function withInherited<O extends ResourceOptions>(type: string, name: string, options: O): O {
  const { aliases = [], parent } = options;
  const { __name: parentName, __aliases: urns = [] } = (parent ?? {}) as Parent;
  // A resource of this package always has one alias, that of the other host. On each level, it would double those of its children.
  if (parentName === undefined || urns.length <= (CustomResource.isInstance(parent) ? 1 : 0)) return options;
  return { ...options, aliases: allAliases(aliases, name, type, parent as Resource, parentName) };
}
