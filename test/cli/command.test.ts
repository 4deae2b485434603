import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands } from "../../src/cli/commands";
import { exitTexts, firstWordOf } from "../../src/cli/declaration";
import type { Emulator } from "../../src/emulator";
import { call, commandFile, digestOf, runProgram, startWorld } from "../support/command";
import { quickCall } from "../support/quick-call";

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

  it("prints its version", async () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as { version: string };
    assert.deepEqual(await call(["--version"]), { code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("shows examples and exit codes in the help of each command", async () => {
    for (const command of commands) {
      const { name, examples } = command;
      const { code, stdout } = await quickCall([...name.split(" "), "--help"]);
      assert.equal(code, 0);
      // A long call and a long meaning have several lines.
      const flat = stdout.replace(/( \\)?\n +/g, " ");
      for (const example of examples) assert.ok(flat.includes(` pulumi-platform ${example.call} `), example.call);
      for (const [status, text] of exitTexts(command)) assert.ok(flat.includes(` ${status}  ${text}`), text);
    }
  });

  it("suggests the nearest command and option on one line, and ends with 1", async () => {
    const refused = await Promise.all([quickCall(["histroy"]), quickCall(["history", "acme/web", "--sinse", "3d"])]);
    assert.deepEqual(refused, [
      {
        code: 1,
        stdout: "",
        stderr: `error: unknown command 'histroy' (Did you mean history?) Run "pulumi-platform --help" to see what is possible.\n`,
      },
      {
        code: 1,
        stdout: "",
        stderr: `error: unknown option '--sinse' (Did you mean --since?) Run "pulumi-platform history --help" to see what is possible.\n`,
      },
    ]);
  });

  it("refers to the help, which shows what was missing", async () => {
    const { code, stderr } = await quickCall(["history"]);
    assert.equal(code, 1);
    const [, advised = ""] = /Run "pulumi-platform ([^"]+)"/.exec(stderr) ?? [];
    assert.match((await quickCall(advised.split(" "))).stdout, /Usage: pulumi-platform history \[options\] <image>/);
  });

  it("prints one line and ends with 1 if nothing responds", async () => {
    const environment = { PLATFORM_REGISTRY_URL: "http://127.0.0.1:9", PLATFORM_OPERATION_TIMEOUT: "1" };
    const { code, stdout, stderr } = await call(["history", "acme/web:1.2"], { environment });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^error: [^\n]*127\.0\.0\.1:9[^\n]*\n$/);
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

  it("cuts nothing and uses no colors in a pipe", async () => {
    const { stdout } = await call(["advisories", "-a", "curl"], { environment: emulator.environment });
    assert.match(stdout, /ADV-0096-766e-9294 {2}CVE-2026-1108 GHSA-3bd0-2c8c-9a72 /);
    assert.ok(!stdout.includes("\u001b"));
  });

  it("uses colors with --color always", async () => {
    const colored = (await call(["advisories", "-a", "curl", "--color", "always"], emulator)).stdout;
    assert.ok(colored.includes("\u001b[31mhigh\u001b[39m"));
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

  if (hasScript)
    it("shows what it waits for after a second, on a line that it removes", async () => {
      const slow = await startWorld({ latencyMs: 1200 });
      try {
        const line = `'${process.execPath}' '${commandFile}' history acme/web:1.2 --at 2026-01-15 > /dev/null`;
        const { stdout } = await runProgram("script", ["-qec", line, "/dev/null"], { environment: slow.environment });
        assert.match(stdout, /\r\u001b\[KReading the history of acme\/web:1\.2 \(\d s\)/);
        assert.ok(stdout.endsWith("\r\u001b[K"), JSON.stringify(stdout));
      } finally {
        await slow.close();
      }
    });

  it("loads no SDK, core or emulator for history, and no HTTP for help and completion", async () => {
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
        /@pulumi\/|node_modules\/jose\/|dist\/(core|hosts\/(?!dynamic\/names)|pulumi|components)\b|dist\/emulator\/(server|index)/;
      assert.deepEqual(among(asked, never), []);
      for (const words of [["--help"], ["history", "--help"], ["completion", "bash"], ["__complete", "hi"]]) {
        assert.deepEqual(among(await loadedBy(words), /@pulumi\/|node_modules\/(undici|zod|jose)\/|dist\/core/), []);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("pulumi-platform history", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  before(async () => {
    emulator = await startWorld();
  });
  after(() => emulator.close());
  const ask = (...words: string[]) => quickCall(["history", ...words], { environment: emulator.environment });

  it("shows each digest of a tag with its lifetime", async () => {
    const { code, stdout, stderr } = await ask("acme/web:1.2", "--until", "2026-02-01");
    assert.deepEqual([code, stderr], [0, ""]);
    const rows = stdout.split("\n").filter((line) => line.includes("sha256:"));
    assert.deepEqual(
      rows.map((line) => line.split(/\s{2,}/).filter((cell) => !/Z$/.test(cell))),
      [
        ["11d 13h", digestOf("c")],
        ["7d 1h", digestOf("b"), "same"],
        ["1d", digestOf("b")],
        ["7d", digestOf("a"), "first"],
      ],
    );
    assert.match(
      stdout,
      /^acme\/web:1\.2: 4 moves, 3 digests, 2 changes\. Median lifetime: 7d 12h\. Age of the current digest: 11d/m,
    );
  });

  it("reports the digest before --since", async () => {
    const { stdout } = await ask("acme/web:1.2", "--since", "2026-01-10", "--until", "2026-01-15", "-o", "json");
    const document = JSON.parse(stdout) as { digestBefore: string; records: { digest: string; isChange: boolean }[] };
    assert.equal(document.digestBefore, digestOf("a"));
    assert.deepEqual(
      document.records.map(({ digest, isChange }) => [digest, isChange]),
      [
        [digestOf("b"), true],
        [digestOf("b"), false],
      ],
    );
    const before = JSON.parse((await ask("acme/web:1.2", "--since", "2026-01-01", "-o", "json")).stdout);
    assert.equal(before.digestBefore, null);
  });

  it("prints only the digest of a time", async () => {
    assert.deepEqual(await ask("acme/web:1.2", "--at", "2026-01-15T00:00:00Z"), {
      code: 0,
      stdout: `${digestOf("b")}\n`,
      stderr: "",
    });
    const early = await ask("acme/web:1.2", "--at", "2026-01-01");
    assert.deepEqual(early, {
      code: 1,
      stdout: "",
      stderr: "error: acme/web:1.2 had no digest at 2026-01-01 00:00:00Z\n",
    });
  });

  it("accepts the registry's host before the image, and reads more than 1,000 moves", async () => {
    const minute = 60_000;
    const records = Array.from({ length: 2500 }, (_, i) => ({
      updateTimestamp: new Date(Date.parse("2026-01-01T00:00:00Z") + i * minute).toISOString(),
      digest: digestOf("abcdef"[i % 6] ?? ""),
    }));
    emulator.history("acme/busy", "latest", records);
    const { code, stdout } = await ask(`${new URL(emulator.registryUrl).host}/acme/busy`, "-o", "csv");
    assert.equal(code, 0);
    assert.equal(stdout.trim().split("\n").length, 2501);
  });

  it("refuses an invalid call and an unknown tag with 1, each on one line, and accepts the tag that it asks for", async () => {
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [["acme/web@sha256:abc"], /image must name a tag, .* because a digest has no history/],
      [["Acme/Web:1.2"], /must be the names of organization, image and tag/],
      [["acme/web:1.2", "--since", "yesterday"], /It must be a time/],
      [["acme/web:1.2", "--since", "1d", "--until", "2d"], /--since must not be later than --until/],
      [["acme/web:1.2", "--since", "1d", "--at", "2d"], /--at asks for one digest, so it excludes --since and --until/],
      [["acme/web:1.2", "-o", "xml"], /Allowed choices are table, wide, json/],
    ];
    for (const [words, text] of wrong) {
      const { code, stdout, stderr } = await ask(...words);
      assert.deepEqual([code, stdout], [1, ""], words.join(" "));
      assert.match(stderr, text);
      assert.match(stderr, /^error: [^\n]+\n$/);
    }
    assert.equal((await ask("acme/web:1.2")).code, 0);
    const unknown = await ask("acme/web:9");
    assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
    assert.match(unknown.stderr, /^error: \[MANIFEST_UNKNOWN\] [^\n]+\n$/);
  });

  it("says how to use the config of a stack if a setting is missing", async () => {
    const { code, stderr } = await quickCall(["history", "acme/web:1.2"]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^error: platform:registryUrl is not set\. .*\. To read the config of a stack, name it with --stack or --cwd\n$/,
    );
  });
});
