import { type Alias, type Input, output, type URN } from "@pulumi/pulumi";

type GivenAlias = Input<URN | Alias>;

/**
 * The aliases by which a resource keeps its object when the stack changes its host: the type of the other host, alone and together
 * with each alias of the program. So a rename can come in the same update.
 *
 * @param type of the other host
 * @param given aliases of the program
 */
export function hostAliases(type: string, given: readonly GivenAlias[] = []): GivenAlias[] {
  const together = given.map((alias) => {
    if (typeof alias === "string") return alias;
    return isPlain(alias) ? withType(alias, type) : output(alias).apply((value) => withType(value as Alias, type)); // Its Inputs are resolved.
  });
  return [{ type }, ...together.filter((alias) => !given.includes(alias))];
}

const isPlain = (alias: Exclude<GivenAlias, string>): alias is Alias =>
  Object.getPrototypeOf(alias) === Object.prototype;

/** An alias with a type. A URN or an alias with a type of its own stays as it is. */
const withType = (alias: URN | Alias, type: string): URN | Alias =>
  typeof alias === "string" || alias.type !== undefined ? alias : { ...alias, type };
