import type { Found } from "./served";

/**
 * What a diff found, without what the option ignoreChanges names. On `up` the engine has put the recorded values there already. In a
 * refresh it has not, and would show and record what others changed.
 *
 * @param ignored paths as Pulumi writes them: `claimMatch.subject`, `names[0]`, `labels["a.b"]`, `*`
 */
export function withoutIgnored(found: Found, ignored: readonly string[]): Found {
  const paths = ignored.map(stepsOf);
  const differences = found.differences.filter(({ path }) => !paths.some((steps) => covers(steps, path)));
  if (differences.length === found.differences.length) return found;
  const names = new Set(differences.flatMap(({ path: [name], replaces }) => (replaces ? name : [])));
  return {
    ...found,
    changed: differences.length > 0,
    replaces: found.replaces.filter((name) => names.has(name)),
    differences,
  };
}

const stepsOf = (path: string): string[] =>
  [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g)].map(([whole, quoted]) => quoted ?? whole);

const covers = (steps: readonly string[], path: readonly string[]): boolean =>
  steps.length <= path.length && steps.every((step, i) => step === "*" || step === path[i]);
