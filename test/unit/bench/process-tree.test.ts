import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { canMeasure, ProcessTree } from "../../../tools/bench/process-tree";

/** Computes for so long, in CPU time. */
const spin = (seconds: number): string =>
  `for (let used = 0; used < ${seconds * 1e6}; ) { const { user, system } = process.cpuUsage(); used = user + system; }`;

/** The same, holding so much memory. */
const busy = (seconds: number, megabytes = 0) =>
  `const held = Buffer.alloc(${megabytes} * 1e6, 1); ${spin(seconds)} void held;`;

/** Starts a script, watches it to its end, and answers what it spent. */
async function spentBy(script: string) {
  const child = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
  const tree = new ProcessTree(child.pid ?? -1);
  await once(child, "close");
  return tree.end();
}

describe("the resources that a command and its children use", function () {
  this.timeout(60_000);
  before(function () {
    if (!canMeasure) this.skip();
  });

  it("include the CPU time of grandchildren, also of those that end between two samples", async () => {
    const script = `const { spawnSync } = require("node:child_process");
      for (const script of ${JSON.stringify([spin(0.3), spin(0.02)])}) spawnSync(process.execPath, ["-e", script]);`;
    const { cpuSeconds } = await spentBy(script);
    assert.ok(cpuSeconds.total >= 0.3 && cpuSeconds.total < 5, String(cpuSeconds.total));
    assert.equal(cpuSeconds.cli, cpuSeconds.total);
  });

  it("include the peak memory, and are not counted as the work of others", async () => {
    const { peakMemory, cpuSeconds, othersCpuSeconds } = await spentBy(busy(0.5, 150));
    assert.ok(peakMemory.cli > 150_000_000 && peakMemory.cli < 400_000_000, String(peakMemory.cli));
    assert.ok(cpuSeconds.total >= 0.5 && cpuSeconds.total < 5, String(cpuSeconds.total));
    assert.ok(othersCpuSeconds >= 0);
  });

  it("report the work of other processes separately", async () => {
    // Started before, so that it is not a child of the watched process; its time counts until the watched one ends.
    const other = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
    try {
      await once(other, "spawn");
      const { othersCpuSeconds } = await spentBy("setTimeout(() => {}, 1500)");
      assert.ok(othersCpuSeconds > 0.2, String(othersCpuSeconds));
    } finally {
      other.kill("SIGKILL");
      await once(other, "close");
    }
  });

  it("include the processes that are still alive below an ended one, so that all of them can be ended", async () => {
    const script = `require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 30000)"], { stdio: "ignore" });
      setTimeout(() => process.exit(), 700);`;
    const child = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
    const tree = new ProcessTree(child.pid ?? -1);
    await once(child, "close");
    const [orphan, ...more] = tree.alive;
    tree.end();
    assert.ok(orphan !== undefined && orphan !== child.pid && more.length === 0, String([orphan, ...more]));
    process.kill(orphan, "SIGKILL");
  });
});
