import type { DiffResult } from "./served";

/**
 * The result of a diff without the paths of the option ignoreChanges. On `up` the engine has already put the recorded values there. In a
 * refresh it has not, and would show and record other writers' changes.
 *
 * @param ignored paths in Pulumi's form: `claimMatch.subject`, `names[0]`, `labels["a.b"]`, `*`
 */
export function withoutIgnored(found: DiffResult, ignored: readonly string[]): DiffResult {
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
