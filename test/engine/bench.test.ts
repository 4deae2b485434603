import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";
import { hostProcessesBelow, waitUntilEnded } from "./processes";

const BENCH = ["--require", "./tools/typescript.cjs", "tools/bench/main.ts", "--settings", "skipped"];

describe("the benchmark", function () {
  this.timeout(600_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "bench-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Where it may write temporary files, which it must remove. */
  const options = () => ({ cwd: repositoryRoot, env: { ...process.env, TMPDIR: folder } });
  /** What is left of them. ts-node, which loads the benchmark, keeps a cache of its own. */
  const temporary = () => readdirSync(folder).filter((name) => !name.startsWith("v8-compile-cache"));

  it("measures each operation of the hosts that are named, and leaves nothing behind", () => {
    const words = [...BENCH, "--count", "5", "--hosts", "ours"];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { ...options(), encoding: "utf8" });
    assert.equal(status, 0, stdout + stderr);
    assert.deepEqual(temporary(), []);
    const rows = [...stdout.matchAll(/^(\w+(?: \w+)?) +ours +(\d+) /gm)].map(([, operation, requests]) => [
      operation,
      Number(requests),
    ]);
    assert.deepEqual(
      rows.map(([operation]) => operation),
      ["up", "no change", "preview", "refresh", "update", "destroy"],
    );
    const requestsOf = Object.fromEntries(rows);
    assert.deepEqual([requestsOf["no change"], requestsOf.update], [0, 5]);
  });

  it("ends its processes and removes its files when it is stopped", async function () {
    if (!existsSync("/proc/self/stat")) this.skip();
    const child = spawn(process.execPath, [...BENCH, "--count", "400", "--hosts", "naive"], {
      ...options(),
      stdio: "ignore",
    });
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
