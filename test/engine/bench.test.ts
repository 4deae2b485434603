import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostProcessesBelow, waitUntilEnded } from "../support/processes";
import { repositoryRoot } from "../support/workspace";

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
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...BENCH, "--count", "5", "--hosts", "ours,naive"],
      {
        ...options(),
        encoding: "utf8",
      },
    );
    assert.equal(status, 0, stdout + stderr);
    assert.deepEqual(temporary(), []);
    // The columns: requests, CPU, multiple, wall, multiple, bytes.
    const form = /^(\w+(?: \w+)?) +(ours|naive) +(\d+) +\S+(?: +\d+\.\d\d)? +\S+ +\S+ +(\S+)/;
    const rows = stdout.split("\n").flatMap((line) => {
      const [, operation = "", host = "", requests, bytes] = form.exec(line) ?? [];
      return operation === ""
        ? []
        : [{ key: `${operation} ${host}`, requests: Number(requests), bytes: Number(bytes) }];
    });
    const hosts = ["ours", "naive"];
    assert.deepEqual(
      rows.map(({ key }) => key),
      ["up", "no change", "preview", "refresh", "update", "destroy"].flatMap((name) =>
        hosts.map((host) => `${name} ${host}`),
      ),
    );
    const requestsOf = (key: string) => rows.find((row) => row.key === key)?.requests;
    assert.deepEqual(["no change ours", "update ours"].map(requestsOf), [0, 5]);
    assert.deepEqual(["up naive", "no change naive", "refresh naive"].map(requestsOf), [5, 0, 5]);
    const [ours = 0, naive = 0] = hosts.map((host) => rows.find(({ key }) => key === `up ${host}`)?.bytes);
    assert.ok(1_000 < ours && 2 * ours < naive, stdout);
  });

  it("ends its processes and removes its files when it is stopped", async function () {
    if (!existsSync("/proc/self/stat")) this.skip();
    const child = spawn(process.execPath, [...BENCH, "--count", "400", "--hosts", "noop"], {
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
