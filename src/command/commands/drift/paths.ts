/** Property paths as the engine writes them: `claims.sub`, `names[1]`, `labels["a.b"]`. */

export type PathStep = string | number;

const STEP = /\.?(?<key>[^.[\]"]+)|\[(?<index>\d+)\]|\[(?:"(?<quoted>(?:\\"|[^"])*)"|(?<any>\*))\]/y;

/** Returns the steps of a path. A text of another form is one key. */
export function stepsOf(path: string): PathStep[] {
  const steps: PathStep[] = [];
  let at = 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const { groups, 0: text } = STEP.exec(path) ?? {};
    if (groups === undefined || text === undefined) return [path];
    const { key, index, any, quoted = "" } = groups;
    steps.push(index === undefined ? (key ?? any ?? quoted.replaceAll('\\"', '"')) : Number(index));
    at = STEP.lastIndex;
  }
  return steps;
}

export const enginePath = (steps: readonly PathStep[]): string =>
  steps
    .map((step, i) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[\p{L}\p{N}_]+$/u.test(step)) return `["${step.replaceAll('"', '\\"')}"]`;
      return i === 0 ? step : `.${step}`;
    })
    .join("");
