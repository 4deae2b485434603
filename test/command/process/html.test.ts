import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../src/command/run";
import type { Emulator } from "../../../src/emulator";
import { commandFile, runProgram, startWorld } from "../../support/command";
import { fileSink } from "../live-access";
import { quickCall } from "./quick-call";

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

  it("names organization, server and time", async () => {
    const { code, stdout, stderr } = await ask("access", "list", "-o", "html");
    assert.deepEqual([code, stderr], [0, ""]);
    const facts = ["Access", "acme.*", `${emulator.environment.PLATFORM_BASE_URL}/`, "\\S+", "[\\d-]{10} [\\d:]{8}Z"];
    assert.match(stdout, new RegExp(`<title>${facts.join(" · ")}</title>`));
  });

  it("is refused for reports without a page", async () => {
    for (const words of ["history acme/web:1.2 --at 2026-01-15", "access list --preview"]) {
      const { code, stdout, stderr } = await ask(...words.split(" "), "-o", "html");
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /^error: .*no page\. Use -o/);
    }
  });

  it("is refused at a terminal and goes to a file, as the refusal advises", async () => {
    const [out, err] = [Object.assign(fileSink(80), { isTerminal: true }), fileSink(80)];
    const words = ["history", "acme/web:1.2", "-o", "html"];
    assert.equal(await run(words, { out, err }), 1);
    assert.equal(out.said, "");
    const [, advised = ""] = /^error: .*Write it to a file: add (> \S+) to the call\n$/.exec(err.said) ?? [];
    const line = `'${process.execPath}' '${commandFile}' ${words.join(" ")} ${advised}`;
    const { code } = await runProgram("bash", ["-c", line], { environment: emulator.environment, cwd: folder });
    assert.equal(code, 0);
    assert.match(readFileSync(join(folder, "page.html"), "utf8"), /^<!doctype html>/);
  });
});
