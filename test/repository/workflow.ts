import assert from "node:assert/strict";

/** The jobs of a workflow by their names, each as its text. */
export function jobsIn(text: string): Map<string, string> {
  const [, ...parts] = text.slice(text.indexOf("\njobs:\n")).split(/^ {2}([\w-]+):\n/m);
  return new Map(parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1] ?? ""] as const] : [])));
}

/** What follows a key wherever it is in a job. */
export const valuesOf = (job: string, key: string): string[] =>
  [...job.matchAll(new RegExp(`^ +(?:- )?${key}: (.*)$`, "gm"))].map(([, value = ""]) => value);

/** Asserts that a complaint is made once a text in a workflow is replaced. */
export function assertSpoilt(
  workflow: string,
  complaintsOf: (text: string) => readonly string[],
  [complaint, from, to]: readonly [complaint: string, from: string | RegExp, to: string],
): void {
  const text = workflow.replace(from, () => to);
  assert.notEqual(text, workflow);
  assert.ok(complaintsOf(text).includes(complaint), complaintsOf(text).join("; "));
}
