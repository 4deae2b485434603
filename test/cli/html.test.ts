import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FindingsPage, Page, SeriesPage } from "../../src/cli/page";
import { run } from "../../src/cli/run";
import type { Emulator } from "../../src/emulator";
import { commandFile, digestOf, historyOfWeb, runProgram, startWorld } from "../support/command";
import { readHtml } from "../support/html";
import { findingsPage, graphPage, HOSTILE_TEXTS, pageText, seriesPage } from "../support/page-data";
import { quickCall } from "../support/quick-call";

const MAX_BYTES = 400_000;

/** The data of a page, after the checks that hold for each. */
function dataOf(text: string): Page {
  const { errors, elements } = readHtml(text);
  assert.deepEqual(errors, []);
  assert.ok(Buffer.byteLength(text) <= MAX_BYTES, `${Buffer.byteLength(text)} bytes`);
  const policy = elements("meta").find(({ attributes }) => attributes["http-equiv"] !== undefined)?.attributes.content;
  const [data, script, ...others] = elements("script");
  assert.deepEqual([others, elements("style").length], [[], 1]);
  for (const { text: inline } of [script ?? { text: "" }, ...elements("style")]) {
    assert.ok(policy?.includes(`'sha256-${createHash("sha256").update(inline).digest("base64")}'`), policy);
  }
  assert.deepEqual(
    elements("link").map(({ attributes }) => attributes.href),
    ["data:,"],
  );
  for (const inline of elements("style")) assert.doesNotMatch(inline.text, /url\(|@import|https?:/);
  return JSON.parse(data?.text ?? "") as Page;
}

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

  it("of history has a step for each move", async () => {
    const { code, stdout, stderr } = await ask("history", "acme/web:1.2", "--until", "2026-02-01", "-o", "html");
    assert.deepEqual([code, stderr], [0, ""]);
    const page = dataOf(stdout) as SeriesPage;
    assert.deepEqual([page.kind, page.title, page.end], ["series", "acme/web:1.2", Date.UTC(2026, 1, 1)]);
    assert.deepEqual(
      page.steps.map(([place, since]) => [page.values[place], new Date(since).toISOString()]),
      historyOfWeb.map(({ digest, updateTimestamp }) => [digest, updateTimestamp]),
    );
    assert.deepEqual(page.steps[0]?.slice(2), ["7d", { text: "first", tone: "quiet" }]);
    assert.deepEqual(
      page.facts.map(({ label, text }) => `${label}: ${text}`),
      [
        `Current digest: ${digestOf("c")}`,
        ...["Moves: 4", "Digests: 3", "Changes: 2", "Median lifetime: 7d 12h", "Age of the current digest: 11d 13h"],
      ],
    );
    assert.match(stdout, /<section class="notes"[^>]*>.*4 moves, 3 digests, 2 changes/);
  });

  it("of history begins with the digest before the period", async () => {
    const words = ["--since", "2026-01-10", "--until", "2026-01-15", "-o", "html"];
    const page = dataOf((await ask("history", "acme/web:1.2", ...words)).stdout) as SeriesPage;
    assert.deepEqual(page.before, [page.values.indexOf(digestOf("a")), Date.UTC(2026, 0, 10), "2d 9h"]);
    const empty = ["--since", "2026-01-14", "--until", "2026-01-15", "-o", "html"];
    const still = dataOf((await ask("history", "acme/web:1.2", ...empty)).stdout) as SeriesPage;
    assert.deepEqual([still.values[still.before?.[0] ?? -1], still.steps], [digestOf("b"), []]);
  });

  it("of history refuses --at, and the advice works", async () => {
    const at = ["history", "acme/web:1.2", "--at", "2026-01-15"];
    assert.deepEqual(await ask(...at, "-o", "html"), {
      code: 1,
      stdout: "",
      stderr: "error: --at shows one digest, which has no page. Use -o json, or remove --at\n",
    });
    assert.equal(JSON.parse((await ask(...at, "-o", "json")).stdout).digest, digestOf("b"));
    assert.equal((await ask(...at.slice(0, 2), "-o", "html")).code, 0);
  });

  it("of advisories has the rows of the table, and ends with the same code", async () => {
    const { code, stdout, stderr } = await ask("advisories", "-a", "curl,openssl", "--all", "-o", "html");
    assert.deepEqual([code, stderr], [2, ""]);
    const page = dataOf(stdout) as FindingsPage;
    const csv = (await ask("advisories", "-a", "curl,openssl", "--all", "-o", "csv")).stdout;
    const [section] = page.sections;
    assert.deepEqual(
      section?.rows.map((cells) => cells.map((cell) => (typeof cell === "string" ? cell : cell.text)).join(",")),
      // No advisory of the emulator's seed has a fixed version, so that the page has no column for it.
      csv
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.replace(/,$/, "")),
    );
    assert.deepEqual(
      section?.columns.filter(({ isFilter }) => isFilter).map(({ heading }) => heading),
      ["SEVERITY", "ARTIFACT", "ARCH", "STATUS"],
    );
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
    assert.equal(dataOf(readFileSync(join(folder, "page.html"), "utf8")).kind, "series");
  });

  it("is at most 400 kB with 500 bindings, 500 findings or 2,500 moves, and has hostile names only as data (row 130)", () => {
    for (const page of [graphPage(500), findingsPage(500), seriesPage(2500)]) {
      const text = pageText(page, HOSTILE_TEXTS);
      console.log(`      ${page.kind}: ${Math.round(Buffer.byteLength(text) / 1000)} kB with 500`);
      const read = JSON.stringify(dataOf(text));
      assert.equal(read, JSON.stringify(page).replace(/[\u2028\u2029]/g, " "));
    }
  });

  it("of access contains each name once, so 3,000 bindings in 100 groups need less than 400 kB", () => {
    const page = graphPage(3000, { groups: 100, isPlan: false });
    assert.equal(page.bindings.length, 3000);
    for (const [identity, role, group] of page.bindings)
      assert.deepEqual([identity, role, group].map(Number.isInteger), [true, true, true]);
    assert.equal(dataOf(pageText(page)).kind, "graph");
  });

  it("has minified bundles with the licenses of their libraries", () => {
    const pages = join(commandFile, "..", "..", "pages");
    const held = { series: ["uplot"], graph: [], findings: [] };
    for (const [kind, names] of Object.entries(held)) {
      const script = readFileSync(join(pages, `${kind}.js`), "utf8");
      const notices = [...script.matchAll(/^\/\*! (\S+) \d+\.\d+\.\d+$/gm)].map(([, name]) => name);
      assert.deepEqual(notices, names, kind);
      assert.equal(script.match(/Permission (is hereby granted|to use)/g)?.length ?? 0, names.length);
      assert.ok(statSync(join(pages, `${kind}.js`)).size < 80_000, kind);
    }
  });
});
