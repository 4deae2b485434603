import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
    const folder = mkdtempSync(join(tmpdir(), "command-loads-"));
    try {
      const [hook, list] = [join(folder, "hook.cjs"), join(folder, "loaded.json")];
      writeFileSync(
        hook,
        `process.on("exit", () => require("fs").writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache))));`,
      );
      const loadedBy = async (words: readonly string[]) => {
        const environment = { ...emulator.environment, NODE_OPTIONS: `--require ${JSON.stringify(hook)}` };
        assert.equal((await call(words, { environment })).code, 0, words.join(" "));
        return (JSON.parse(readFileSync(list, "utf8")) as string[]).map((file) => file.replaceAll("\\", "/"));
      };
      const among = (files: readonly string[], pattern: RegExp) => files.filter((file) => pattern.test(file));
      const asked = await loadedBy(["history", "acme/web:1.2", "-o", "json"]);
      assert.ok(among(asked, /node_modules\/undici\//).length > 0 && among(asked, /node_modules\/zod\//).length > 0);
      const never =
        /@pulumi\/|node_modules\/jose\/|dist\/(core|hosts|program\/(classes|components))\b|dist\/emulator\/(server|index)/;
      assert.deepEqual(among(asked, never), []);
      for (const words of [["--help"], ["history", "--help"]]) {
        assert.deepEqual(among(await loadedBy(words), /@pulumi\/|node_modules\/(undici|zod|jose)\/|dist\/core/), []);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
