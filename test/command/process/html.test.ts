import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../src/command/run";
import type { Emulator } from "../../../src/emulator";
import { commandFile, runProgram, startWorld } from "../../support/command";
import { quickCall } from "../../support/quick-call";

describe("the format html", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  let folder: string;
  before(async () => {
    emulator = await startWorld();
    folder = mkdtempSync(join(tmpdir(), "command-html-"));
  });
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true });
  });
  const ask = (...words: string[]) => quickCall(words, { environment: emulator.environment });
  const titleOf = (text: string) => /<title>(.*)<\/title>/.exec(text)?.[1];
  const TIME = "\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}Z";

  it("of history names the registry, and has the moves", async () => {
    const { code, stdout, stderr } = await ask("history", "acme/web:1.2", "--until", "2026-02-01", "-o", "html");
    assert.deepEqual([code, stderr], [0, ""]);
    const registry = `${emulator.environment.PLATFORM_REGISTRY_URL}/`;
    assert.match(
      titleOf(stdout) ?? "",
      new RegExp(`^History of acme/web:1\\.2 · acme · ${registry} · \\S+ · ${TIME}$`),
    );
    assert.equal(stdout.match(/<tr>/g)?.length, 5);
    assert.equal(stdout.match(/<circle /g)?.length, 4);
  });

  it("of access list names the caller, and has each role binding", async () => {
    const { code, stdout, stderr } = await ask("access", "list", "-o", "html");
    const { identities } = JSON.parse((await ask("access", "list", "-o", "json")).stdout);
    assert.deepEqual([code, stderr], [0, ""]);
    const address = `${emulator.environment.PLATFORM_BASE_URL}/`;
    assert.match(titleOf(stdout) ?? "", new RegExp(`^Access · acme.* · ${address} · \\S+ · ${TIME}$`));
    const uids = identities.flatMap(({ bindings }: { bindings: { uid: string }[] }) => bindings.map(({ uid }) => uid));
    assert.ok(uids.length > 0);
    for (const uid of uids) assert.ok(stdout.includes(`<small>role binding ${uid}</small>`), uid);
  });

  it("is refused for reports without a page, and the advice works", async () => {
    const at = ["history", "acme/web:1.2", "--at", "2026-01-15"];
    assert.deepEqual(await ask(...at, "-o", "html"), {
      code: 1,
      stdout: "",
      stderr: "error: --at shows one digest, which has no page. Use -o json, or remove --at\n",
    });
    assert.equal((await ask(...at, "-o", "json")).code, 0);
    const { code, stderr } = await ask("access", "list", "--preview", "-o", "html");
    assert.equal(code, 1);
    assert.equal(stderr, "error: --preview has no page. Use -o markdown, or remove --preview\n");
  });

  it("is refused at a terminal and goes to a file, as the refusal advises", async () => {
    const printed = { out: "", err: "" };
    const sink = (name: "out" | "err") => ({
      write: (text: string) => {
        printed[name] += text;
      },
      isTerminal: true,
      columns: 80,
      hasColors: false,
    });
    const words = ["history", "acme/web:1.2", "-o", "html"];
    assert.equal(await run(words, { out: sink("out"), err: sink("err") }), 1);
    assert.equal(printed.out, "");
    const [, advised = ""] = /^error: .*Write it to a file: add (> \S+) to the call\n$/.exec(printed.err) ?? [];
    const line = `'${process.execPath}' '${commandFile}' ${words.join(" ")} ${advised}`;
    const { code } = await runProgram("bash", ["-c", line], { environment: emulator.environment, cwd: folder });
    assert.equal(code, 0);
    assert.match(readFileSync(join(folder, "page.html"), "utf8"), /^<!doctype html>/);
  });
});
