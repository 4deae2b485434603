import assert from "node:assert/strict";
import type { Table } from "../../../../../src/cli/declaration";
import { findingsPage, sectionOf } from "../../../../../src/cli/output/html/sections";

const table: Table = {
  columns: [
    { key: "severity", heading: "SEVERITY", isWhole: true, isFilter: true, order: ["high", "low"] },
    { key: "count", heading: "COUNT", isNumber: true, isCode: true },
  ],
  rows: [[{ text: "high", tone: "bad" }, "3"]],
  empty: "None.",
};

describe("a table of a report in a page", () => {
  it("keeps its columns, rows and tones, with what the page makes of them", () => {
    assert.deepEqual(sectionOf(table, { otherwise: "All" }), {
      title: "All",
      columns: [
        { heading: "SEVERITY", isFilter: true, order: ["high", "low"] },
        { heading: "COUNT", isNumber: true, isCode: true },
      ],
      rows: [[{ text: "high", tone: "bad" }, "3"]],
      empty: "None.",
    });
  });

  it("keeps the title that it has", () => {
    assert.equal(sectionOf({ ...table, title: "Own" }, { otherwise: "Other" }).title, "Own");
    assert.equal(sectionOf(table).title, "");
  });

  it("has the title of the page if it has none, and is among the others", () => {
    const { kind, sections } = findingsPage("Drift", [table, { ...table, title: "Other" }]);
    assert.deepEqual([kind, sections.map(({ title }) => title)], ["findings", ["Drift", "Other"]]);
  });
});
