import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./places.mjs";

/**
 * Prints each promise of docs/internals/promises.md with the results of its tests.
 *
 * @param target the file that reporter.cjs wrote
 * @returns false when a promise has no test that passed, or one that failed
 */
export function printPromises(target) {
  const page = readFileSync(join(root, "docs/internals/promises.md"), "utf8");
  const promises = [...page.matchAll(/^- \*\*(\d+)\*\* \(.*?\) (.*)$/gm)];
  const results = readFileSync(target, "utf8")
    .split("\n")
    .map((line) => line.split("\t", 1)[0].trimEnd().split(" "));
  const states = promises.map(([, row, promise]) => {
    const outcomes = results.filter(([, ...rows]) => rows.includes(row)).map(([outcome]) => outcome);
    const failed = outcomes.filter((outcome) => outcome === "failed").length;
    const state = failed > 0 ? `FAILED (${failed} of ${outcomes.length})` : "passed";
    return { row, promise, state: outcomes.includes("passed") || failed > 0 ? state : "NOT TESTED" };
  });
  console.log("\nrow  result  promise");
  for (const { row, promise, state } of states) console.log(`${row.padStart(3)}  ${state}  ${promise}`);
  const shown = states.filter(({ state }) => state === "passed").length;
  console.log(`${shown} of ${states.length} promises shown`);
  return shown === states.length;
}
