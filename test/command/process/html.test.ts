import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../src/command/run";
import type { Emulator } from "../../../src/emulator";
import { commandFile, runProgram, startWorld } from "../../support/command";
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

  const TIME = "\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}Z";
  it("names organization, server and time, for history and access list", async () => {
    const { PLATFORM_REGISTRY_URL, PLATFORM_BASE_URL } = emulator.environment;
    for (const [title, ...words] of [
      [
        `History of acme/web:1\\.2 · acme · ${PLATFORM_REGISTRY_URL}/`,
        "history",
        "acme/web:1.2",
        "--until",
        "2026-02-01",
      ],
      [`Access · acme.* · ${PLATFORM_BASE_URL}/`, "access", "list"],
    ] as const) {
      const { code, stdout, stderr } = await ask(...words, "-o", "html");
      assert.deepEqual([code, stderr], [0, ""]);
      assert.match(stdout, new RegExp(`<title>${title} · \\S+ · ${TIME}</title>`));
    }
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
