import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plans } from "../../../tools/bench/plan";
import { readReport, reportOf, textOf, writeReport } from "../../../tools/bench/report";
import type { Row } from "../../../tools/bench/rows";
import { benchRow } from "../../support/bench-rows";

const created = (peer: Row["peer"], count: number, wallSeconds: number): Row =>
  benchRow({ scenario: `default-${count}`, peer, count, wallSeconds });

describe("the report of a run", () => {
  const scenarios = plans.usual.filter(({ setting }) => setting.name === "default" || setting.name === "zstd");
  const rows = [
    created("ours", 100, 8),
    created("naive", 100, 12),
    created("ours", 500, 30),
    created("naive", 500, 100),
  ];
  const report = reportOf({ scenarios, rows, imports: { sdk: 500, own: 10 } });
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "report-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  it("has imports, a table for each scenario that was reached, and what was judged", () => {
    const text = textOf(report);
    const heads = text.split("\n").filter((line) => /^\S.*:/.test(line));
    assert.deepEqual(
      heads.map((line) => line.split(":")[0]),
      ["medians of 15 processes", "default-100", "default-500", "CPU by process", "B/resource"],
    );
    assert.match(text, /ratio 0\.0200/);
    assert.match(text, /^ {2}create, default settings: wall \/ naive's +500 +0\.30 +0\.36 {2}ok$/m);
  });

  it("is read as it was written", () => {
    const file = join(folder, "deep", "bench.json");
    writeReport(file, report);
    assert.equal(textOf(readReport(file)), textOf(report));
  });

  it("is refused when it is of another version", () => {
    const file = join(folder, "other.json");
    writeFileSync(file, JSON.stringify({ ...report, version: 2 }));
    assert.throws(() => readReport(file), /other\.json is not a report of `npm run bench` in this version/);
  });
});
