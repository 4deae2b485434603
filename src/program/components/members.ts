import { ConfigurationError } from "../../client/api/errors";
import { shownName } from "../../description/spec/shown";

/** Names of the members of an object. The compiler refuses a list that lacks one. */
type Names<T> = { readonly [name in T extends unknown ? keyof T : never]-?: true };

/** In the order of messages. */
export const membersOf = <T extends object>(names: Names<T>): readonly string[] => Object.keys(names);

/**
 * Throws ConfigurationError for an argument with an unknown member. Otherwise only the compiler would find it, and without the misspelled
 * member a token, a role or an identity may reach further. `where` names the function, and `prefix` the place within the argument, `ids.`.
 */
export function assertMembers(where: string, given: unknown, known: readonly string[], prefix = ""): void {
  if (typeof given !== "object" || given === null) {
    const what = prefix === "" ? " needs" : `: ${prefix.slice(0, -1)} must be`;
    throw new ConfigurationError(`${where}${what} an object, { ${known.join(", ")} }`);
  }
  const reasons = unknownMembers(given, known, prefix);
  if (reasons.length > 0) throw new ConfigurationError(`${where}: ${reasons.join("; ")}`);
}

export const unknownMembers = (given: object, known: readonly string[], prefix = ""): string[] =>
  Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => `${prefix}${shownName(name)} is unknown. Must be one of: ${known.join(", ")}`);
