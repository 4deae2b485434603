/** The jobs of a workflow by their names, each as its text. */
export function jobsIn(text: string): Map<string, string> {
  const [, ...parts] = text.slice(text.indexOf("\njobs:\n")).split(/^ {2}([\w-]+):\n/m);
  return new Map(parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1] ?? ""] as const] : [])));
}

/** What a job says, without its comments and the commits of its actions. */
export const saidIn = (job = ""): string =>
  job
    .replace(/^ *#.*\n/gm, "")
    .replace(/@[0-9a-f]{40} # .*/g, "")
    .trim();

/** What follows a key wherever it is in a job. */
export const valuesOf = (job: string, key: string): string[] =>
  [...job.matchAll(new RegExp(`^ +(?:- )?${key}: (.*)$`, "gm"))].map(([, value = ""]) => value);
