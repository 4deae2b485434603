import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROW, rowsIn, type ShownBy, shownByTests } from "../../tools/promises";
import { repositoryRoot } from "../support/workspace";

const sorted = (rows: readonly number[]): number[] => [...new Set(rows)].sort((a, b) => a - b);

const page = readFileSync(join(repositoryRoot, "docs/internals/promises.md"), "utf8");
const rows = [...page.matchAll(ROW)].map(([, row, how, hosts = ""]) => ({ row: Number(row), how, hosts }));

/** Sections whose rows must hold on each host: what they are about loses objects or secrets. */
const ON_EACH_HOST = ["Orphans and kills", "Secrets", "Ownership and visibility", "No wrong deletion or adoption"];

/** Rows of these sections that no test shows on the plugin yet, or that are about the dynamic host alone. */
const ON_DYNAMIC_ONLY: readonly number[] = [70];

describe("docs/internals/promises.md", () => {
  let shown: readonly ShownBy[];
  before(function () {
    this.timeout(60_000);
    shown = shownByTests();
  });

  it("has each row once, each is named by a test, and tests name no other rows", () => {
    const files = readdirSync(join(repositoryRoot, "test"), { recursive: true, encoding: "utf8" });
    const tests = files.filter((name) => name.endsWith(".test.ts"));
    const named = tests.flatMap((name) => rowsIn(readFileSync(join(repositoryRoot, "test", name), "utf8")));
    const promised = rows.map(({ row }) => row).sort((a, b) => a - b);
    assert.deepEqual(promised, sorted(promised));
    assert.deepEqual(sorted(named), promised);
  });

  it("has a test on the engine for each row of the engine", () => {
    const onEngine = new Set(shown.filter(({ level }) => level === "E").flatMap((test) => test.rows));
    const missing = rows.filter(({ row, how }) => how === "E" && !onEngine.has(row));
    assert.deepEqual(missing, [], "no test in test/engine or test/engine/chaos names these rows");
  });

  it("names a host for each row that a host must show", () => {
    const missing = rows.filter(({ how, hosts }) => (how === "E" || how === "H") && hosts === "");
    assert.deepEqual(missing, [], "no test in a host names these rows");
  });

  it("has tests on each host for promises about lost objects and secrets", () => {
    const sections = page.split(/^## /m).filter((text) => ON_EACH_HOST.some((title) => text.startsWith(`${title}\n`)));
    assert.equal(sections.length, ON_EACH_HOST.length);
    const inHosts = sections
      .flatMap((text) => [...text.matchAll(ROW)])
      .filter(([, , how]) => how === "E" || how === "H");
    const missing = inHosts.filter(([, , , hosts = ""]) => hosts !== "both" && hosts !== "dynamic, H plugin");
    assert.deepEqual(
      missing.map(([, row]) => Number(row)),
      ON_DYNAMIC_ONLY,
      "a test on the other host names the row and has its mark, [plugin]; then the row leaves the list ON_DYNAMIC_ONLY",
    );
  });
});
