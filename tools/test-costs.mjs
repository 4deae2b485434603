import { existsSync, readFileSync } from "node:fs";

/** The largest share of a run's CPU seconds that a file may take, with all processes that it starts. A slow machine changes no share. */
const MOST_SHARE = 1 / 20;
const PRINTED_FILES = 10;

/**
 * Prints what a run of tests cost: the CPU seconds of each folder, and the files that took most. Prints nothing when
 * nothing was measured.
 *
 * @param target the file that test-costs.cjs wrote
 * @param isJudged whether a file may take too much, as in a full run
 * @returns false when a file took more than it may
 */
export function printCosts(target, isJudged) {
  if (!existsSync(target)) return true;
  const lines = readFileSync(target, "utf8").trim().split("\n");
  const costs = lines.map((line) => JSON.parse(line)).sort((a, b) => b.cpuSeconds - a.cpuSeconds);
  const sum = (some) => some.reduce((total, { cpuSeconds }) => total + cpuSeconds, 0);
  const folders = [...new Set(costs.map(folderOf))].map((name) => [
    name,
    sum(costs.filter((cost) => folderOf(cost) === name)),
  ]);
  const parts = folders.sort(([, a], [, b]) => b - a).map(([name, seconds]) => `${name} ${seconds.toFixed(0)}`);
  const total = sum(costs);
  console.log(`\nCPU seconds: ${total.toFixed(0)} (${parts.join(", ")})`);
  console.log("The files that took most (CPU seconds, seconds):");
  for (const { file, cpuSeconds, wallSeconds } of costs.slice(0, PRINTED_FILES)) {
    console.log(`${cpuSeconds.toFixed(1).padStart(6)} ${wallSeconds.toFixed(1).padStart(6)}  ${file}`);
  }
  const tooLong = costs.filter(({ cpuSeconds }) => isJudged && cpuSeconds > total * MOST_SHARE);
  for (const { file, cpuSeconds } of tooLong) {
    const share = (100 * cpuSeconds) / total;
    console.log(
      `${file} took ${share.toFixed(1)} % of the CPU seconds. At most ${100 * MOST_SHARE} % are allowed: split the file.`,
    );
  }
  return tooLong.length === 0;
}

/** `engine` of `test/engine/lifecycle.test.ts`. */
const folderOf = ({ file }) => file.split(/[\\/]/)[1];
