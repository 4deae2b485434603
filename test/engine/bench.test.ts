import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canMeasure } from "../../tools/bench/process-tree";
import { type Row, requestsOf } from "../../tools/bench/rows";
import { hostProcessesBelow, waitUntilEnded } from "../support/processes";
import { repositoryRoot } from "../support/workspace";

const BENCH = ["--require", "./tools/typescript.cjs", "tools/bench/main.ts"];

describe("the benchmark @all", function () {
  this.timeout(600_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "bench-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Where it may write: its result, and temporary files that it must remove. */
  const options = () => ({ cwd: repositoryRoot, env: { ...process.env, TMPDIR: folder } });
  /** What is left of them. ts-node, which loads the benchmark, keeps a cache of its own. */
  const temporary = () => readdirSync(folder).filter((name) => !/^(result|v8-compile-cache)/.test(name));

  /** Runs it with a narrowed plan, and answers what it printed and the rows that it wrote. */
  const run = (args: readonly string[]) => {
    const out = join(folder, "result.json");
    const done = spawnSync(process.execPath, [...BENCH, ...args, "--out", out], { ...options(), encoding: "utf8" });
    assert.equal(done.status, 0, done.stdout + done.stderr);
    assert.deepEqual(temporary(), []);
    return { printed: done.stdout, rows: JSON.parse(readFileSync(out, "utf8")).rows as Row[] };
  };

  it("creates the same identities with each peer, and reports what each of them spent", () => {
    const { printed, rows } = run(["--only", "compiled", "--count", "5", "--operations", "create"]);
    assert.deepEqual(
      rows.map(({ peer, operation, count, failed, unwanted }) => [peer, operation, count, failed, unwanted]),
      ["ours", "plugin", "noop", "naive"].map((peer) => [peer, "create", 5, 0, 0]),
    );
    const [ours, plugin, noop, naive] = rows as [Row, Row, Row, Row];
    assert.ok(ours.requests.POST === 5 && naive.requests.POST === 5, JSON.stringify(rows));
    assert.deepEqual([plugin.requests.POST, requestsOf(naive)], [5, 5]);
    assert.equal(requestsOf(noop), 0);
    assert.ok(
      (plugin.stateBytes ?? 0) < (ours.stateBytes ?? 0) &&
        (ours.stateBytes ?? 0) < (noop.stateBytes ?? 0) &&
        (noop.stateBytes ?? 0) < (naive.stateBytes ?? 0),
    );
    for (const { cpuSeconds, peakMemory, writtenBytes = 0, wallSeconds } of canMeasure ? rows : []) {
      assert.ok(cpuSeconds && peakMemory && wallSeconds > 0);
      for (const role of ["program", "host", "cli"] as const) {
        assert.ok(cpuSeconds[role] > 0 && peakMemory[role] > 10_000_000, `${role} ${JSON.stringify(cpuSeconds)}`);
      }
      assert.ok(writtenBytes > 5_000, String(writtenBytes));
    }
    assert.match(printed, /create, checkpoints skipped|compiled-5: 5 identities/);
    assert.match(printed, /^ {2}create +naive /m);
  });

  it("also sends the requests without Pulumi, and leaves nothing behind", () => {
    const { rows } = run(["--only", "20ms", "--count", "40", "--peers", "undici", "--quick"]);
    assert.deepEqual(
      rows.map(({ operation, requests, failed, unwanted }) => [operation, requests, failed, unwanted]),
      [["create", { POST: 40 }, 0, 0], ...Array(3).fill(["refresh", { GET: 40 }, 0, 0])],
    );
    for (const { connections, mostInFlight, wallSeconds } of rows) {
      assert.ok(connections <= 32 && mostInFlight > 8 && mostInFlight <= 32, `${connections} ${mostInFlight}`);
      // Forty requests, 32 at a time, wait for 20 ms twice.
      assert.ok(wallSeconds > 0.04);
    }
  });

  it("ends its processes and removes its files when it is stopped", async function () {
    if (!canMeasure) this.skip();
    const args = [
      ...BENCH,
      "--only",
      "compiled",
      "--count",
      "400",
      "--peers",
      "noop",
      "--out",
      join(folder, "result.json"),
    ];
    const child = spawn(process.execPath, args, { ...options(), stdio: "ignore" });
    const ended = once(child, "close");
    let hosts: number[] = [];
    while (hosts.length === 0 && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      hosts = hostProcessesBelow(child.pid ?? -1);
    }
    child.kill("SIGTERM");
    assert.deepEqual(await ended, [143, null]);
    assert.ok(hosts.length > 0);
    await waitUntilEnded(hosts, 20_000);
    assert.deepEqual(temporary(), []);
  });
});
