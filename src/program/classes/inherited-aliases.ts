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

/** Which aliases of a resource have types of the other host: the index of the first one, and that after the last one. */
const ofOtherHost = new WeakMap<Resource, readonly [number, number]>();

/** Children inherit these only with their own type of the other host. Otherwise the list would double on each level. */
export const setOtherHost = (resource: Resource, from: number, to: number) => ofOtherHost.set(resource, [from, to]);

/**
 * Returns the aliases that Pulumi gives to a child only in the update that renames or moves a resource above it. If that update failed, the
 * next one would replace the child. `aliases` are the program's own. `isOtherHost`: `type` is that of the other host.
 */
export function inheritedAliases(
  type: string,
  name: string,
  { aliases = [], parent }: ResourceOptions = {},
  isOtherHost = false,
): Output<URN>[] {
  const { __name: parentName } = (parent ?? {}) as Internals;
  if (parent === undefined || parentName === undefined) return [];
  const known: Resource = Object.create(parent, { __aliases: { value: urnsOf(parent, isOtherHost) } });
  return allAliases(aliases, name, type, known, parentName).slice(aliases.length);
}

/** The aliases of a resource with the inherited ones. Those of this package already have these, and those of others do not. */
function urnsOf(resource: Resource, isOtherHost: boolean): Input<URN>[] {
  const { __aliases = [], __name: name, __pulumiType: type, __parentResource: parent } = resource as Internals;
  const [from, to] = (isOtherHost ? undefined : ofOtherHost.get(resource)) ?? [0, 0];
  const aliases = __aliases.filter((_, at) => at < from || at >= to);
  const isOurs = [TYPE_PREFIX, `${PLUGIN_PACKAGE}:`].some((start) => type?.startsWith(start));
  if (isOurs || !name || !type || !parent) return aliases;
  return [...aliases, ...inheritedAliases(type, name, { aliases, parent }, isOtherHost)];
}

/** The aliases of the program, and the inherited ones. */
export const aliasesOf = (type: string, name: string, opts: ResourceOptions = {}) => [
  ...(opts.aliases ?? []),
  ...inheritedAliases(type, name, opts),
];
