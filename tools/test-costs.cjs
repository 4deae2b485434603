const { appendFileSync } = require("node:fs");
const { relative } = require("node:path");
const { processes, withDescendants } = require("./bench/process-tree.ts");

/**
 * Measures what each file of tests costs. `npm test` loads this into the processes that run the tests, and names a file in
 * TEST_COSTS_FILE. Each file of tests appends a line of JSON there: `{ file, cpuSeconds, wallSeconds }`. The CPU seconds
 * include all processes that the tests started, but not the loading of the file. They are read from Linux's /proc; on other
 * systems nothing is written.
 */

/** CPU seconds of this process and of all that it started, those that have ended too. */
const spent = () =>
  withDescendants([process.pid], processes()).reduce(
    (sum, { cpuSeconds, childCpuSeconds }) => sum + cpuSeconds + childCpuSeconds,
    0,
  );

const { TEST_COSTS_FILE: target } = process.env;
const canMeasure = target !== undefined && process.platform === "linux";
let before = canMeasure ? { cpu: spent(), wall: Date.now() } : undefined;

exports.mochaHooks = {
  // mocha runs no hooks in a file without chosen tests, and what loading that one cost belongs to no other file.
  beforeAll() {
    if (canMeasure) before = { cpu: spent(), wall: Date.now() };
  },

  afterAll() {
    if (!canMeasure) return;
    const file = this.test.parent.suites.find((suite) => suite.file)?.file;
    const now = { cpu: spent(), wall: Date.now() };
    const cost = { cpuSeconds: Math.max(0, now.cpu - before.cpu), wallSeconds: (now.wall - before.wall) / 1000 };
    before = now;
    if (file !== undefined)
      appendFileSync(target, `${JSON.stringify({ file: relative(process.cwd(), file), ...cost })}\n`);
  },
};
