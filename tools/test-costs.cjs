const { appendFileSync, readdirSync, readFileSync } = require("node:fs");
const { relative } = require("node:path");

/**
 * Measures what each file of tests costs. `npm test` loads this into the processes that run the tests, and names a file in
 * TEST_COSTS_FILE. Each file of tests appends a line of JSON there: `{ file, cpuSeconds, wallSeconds }`. The CPU seconds
 * include all processes that the tests started, but not the loading of the file. They are read from Linux's /proc; on other
 * systems nothing is written.
 */

/** Clock ticks in a second, as /proc counts CPU time: 100 on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/** `[pid, parent, CPU seconds]` of all processes. CPU seconds include those of children that have ended. */
function processes() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, "utf8");
        // A process name may contain spaces and parentheses, so the fields are counted from the last parenthesis.
        const fields = text
          .slice(text.lastIndexOf(")") + 2)
          .split(" ")
          .map(Number);
        const ticks = fields[11] + fields[12] + fields[13] + fields[14];
        return [[Number(name), fields[1], ticks / TICKS_PER_SECOND]];
      } catch {
        return []; // It has ended.
      }
    });
}

/** CPU seconds of this process and of all that it started. */
function spent() {
  const all = processes();
  const family = new Set([process.pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const [pid, parent] of all) if (family.has(parent)) family.add(pid);
  }
  return all.reduce((sum, [pid, , seconds]) => sum + (family.has(pid) ? seconds : 0), 0);
}

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
