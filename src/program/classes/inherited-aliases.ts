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
  if (parentName === undefined || urns.length === 0) return options;
  // A resource always has the alias of the other host. So each level below it would multiply those of its children.
  const [apart, crossed] = CustomResource.isInstance(parent) ? [aliases, []] : [[], aliases];
  return { ...options, aliases: [...apart, ...allAliases(crossed, name, type, parent as Resource, parentName)] };
}
