import { isValues, type Values } from "../../description/spec/values";

/**
 * Desired inputs with the recorded values at the paths of ignoreChanges (`claimMatch.subject`, `names[0]`, `labels["a.b"]`, `*`). On `up`
 * the engine has already put them there. In a refresh it has not, and would show and record other writers' changes.
 */
export const withIgnored = (recorded: Values, desired: Values, ignored: readonly string[]): Values =>
  ignored.reduce((values, path) => reset(recorded, values, stepsOf(path)) as Values, desired); // An object stays one.

const stepsOf = (path: string): string[] =>
  [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g)].map(([whole, quoted]) => quoted ?? whole);

/** `after` with the value of `before` at a path. Unchanged if one of them has nothing at the beginning of the path. */
function reset(before: unknown, after: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return before;
  if (Array.isArray(before) && Array.isArray(after)) {
    return after.map((item: unknown, i) =>
      i < before.length && (step === "*" || step === String(i)) ? reset(before[i], item, rest) : item,
    );
  }
  if (!isValues(before) || !isValues(after)) return after;
  const names = step === "*" ? Object.keys({ ...before, ...after }) : [step];
  const values = {
    ...after,
    ...Object.fromEntries(names.map((name) => [name, reset(before[name], after[name], rest)])),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
