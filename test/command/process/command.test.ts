import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands } from "../../../src/command/commands";
import { firstWordOf } from "../../../src/command/declaration";
import type { Emulator } from "../../../src/emulator";
import { call, commandFile, digestOf, runProgram, startWorld } from "../../support/command";

/** Runs the command at a pseudo-terminal of 80 columns, where there is `script`. */
async function atTerminal(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> {
  // Node prints no colors where CI is set, and some CI systems set NO_COLOR too.
  const unset = ["CI", "NO_COLOR"].filter((name) => !(name in environment)).map((name) => `-u ${name}`);
  const command = `env ${unset.join(" ")} '${process.execPath}' '${commandFile}' ${words.join(" ")}`;
  const line = `stty columns 80; ${command}`;
  const options = { environment: { TERM: "xterm-256color", ...environment } };
  return (await runProgram("script", ["-qec", line, "/dev/null"], options)).stdout;
}
const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

describe("the command pulumi-platform", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  before(async () => {
    emulator = await startWorld();
  });
  after(() => emulator.close());

  it("without words prints the help, and ends with 0", async () => {
    const { code, stdout, stderr } = await call([]);
    assert.deepEqual([code, stderr], [0, ""]);
    for (const command of commands) assert.match(stdout, new RegExp(`^  ${firstWordOf(command)}\\b`, "m"));
  });

  it("--debug prints each request to standard error, as PLATFORM_LOG=debug does", async () => {
    const words = ["history", "acme/web:1.2", "--debug"];
    const { code, stdout, stderr } = await call(words, { environment: emulator.environment });
    assert.equal(code, 0);
    assert.match(stderr, /^[^\n]*GET [^\n]*\/acme\/web\/[^\n]*200/m);
    assert.ok(stdout.includes(digestOf("c")) && !stdout.includes("GET"));
    assert.equal((await call(words.slice(0, 2), { environment: emulator.environment })).stderr, "");
  });

  it("ends with 1 and without a report for a tag that does not exist, or did not at that time", async () => {
    for (const [words, text] of [
      [["acme/web:9"], /^error: [^\n]*\[MANIFEST_UNKNOWN\][^\n]*\n$/],
      [["acme/web:1.2", "--at", "2999-01-01"], /^error: --at must not be in the future/],
      [["acme/web:1.2", "--at", "2026-01-01"], /^error: acme\/web:1\.2 had no digest at 2026-01-01 00:00:00Z\n$/],
    ] as const) {
      const { code, stdout, stderr } = await call(["history", ...words], { environment: emulator.environment });
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, text);
    }
  });

  it("ends quietly if the reader closes the pipe", async () => {
    const line = `'${process.execPath}' '${commandFile}' advisories --artifact curl --fail-on never -o json | head -c 10`;
    const { code, stdout, stderr } = await runProgram("bash", ["-c", `set -o pipefail; ${line}`], {
      environment: emulator.environment,
    });
    assert.deepEqual([code, stdout, stderr], [0, '{\n  "versi', ""]);
  });

  it("ends with 1 and one line if the output cannot be written", async function () {
    if (!existsSync("/dev/full")) return this.skip();
    const line = `'${process.execPath}' '${commandFile}' advisories --artifact curl --fail-on never -o json > /dev/full`;
    const { code, stderr } = await runProgram("bash", ["-c", line], { environment: emulator.environment });
    assert.deepEqual([code, stderr], [1, "error: the output cannot be written: ENOSPC\n"]);
  });

  it("cuts nothing and uses no colors in a pipe, unless with --color always", async () => {
    const words = ["advisories", "-a", "curl"];
    const { stdout } = await call(words, { environment: emulator.environment });
    assert.match(stdout, /ADV-0096-766e-9294 {2}CVE-2026-1108 GHSA-3bd0-2c8c-9a72 /);
    assert.ok(!stdout.includes("\u001b"));
    const colored = await call([...words, "--color", "always"], { environment: emulator.environment });
    assert.ok(colored.stdout.includes("\u001b[31mhigh\u001b[39m"));
  });

  if (hasScript)
    it("cuts cells to the width of a terminal, in colors unless NO_COLOR or --color forbid it", async () => {
      const words = ["advisories", "-a", "curl"];
      const shown = await atTerminal(words, emulator.environment);
      assert.ok(shown.includes("\u001b[31mhigh"), shown);
      const lines = shown.replace(/\u001b\[\d+m/g, "").split("\r\n");
      const rows = lines.filter((line) => line.startsWith("high"));
      assert.equal(rows.length, 12);
      for (const line of rows) assert.ok(line.length <= 80 && line.includes("…"), line);
      assert.ok(!(await atTerminal(words, { ...emulator.environment, NO_COLOR: "1" })).match(/\u001b\[\d+m/));
      assert.ok(!(await atTerminal([...words, "--color", "never"], emulator.environment)).match(/\u001b\[\d+m/));
    });

  it("loads no SDK, core or emulator for history, and no HTTP for help", async () => {
    const list = `process.on("exit", () => console.log("\\n" + Object.keys(require.cache).join("\\n")))`;
    const folder = mkdtempSync(join(tmpdir(), "command-loads-"));
    const hook = join(folder, "hook.cjs");
    writeFileSync(hook, list);
    const environment = { ...emulator.environment, NODE_OPTIONS: `--require ${JSON.stringify(hook)}` };
    const asked = await call(["history", "acme/web:1.2", "-o", "json"], { environment });
    const helped = await call(["history", "--help"], { environment });
    rmSync(folder, { recursive: true });
    assert.match(asked.stdout, /node_modules\/undici\//);
    assert.doesNotMatch(
      asked.stdout,
      /@pulumi\/|node_modules\/jose\/|dist\/(core|hosts|program\/classes|emulator\/server)\b/,
    );
    assert.doesNotMatch(helped.stdout, /@pulumi\/|node_modules\/(undici|zod|jose)\/|dist\/core/);
  });
});
