import assert from "node:assert/strict";
import type { Table } from "../../../src/command/declaration";
import { tableText } from "../../../src/command/output/table";

const table: Table = {
  columns: [
    { key: "id", heading: "ID", isWhole: true },
    { key: "name", heading: "NAME", isFinding: true },
    { key: "count", heading: "COUNT", isNumber: true, isWhole: true },
  ],
  rows: [
    ["a-very-long-id", "a name that is long", "5"],
    ["b", { text: "bad", tone: "bad" }, "12345"],
  ],
  empty: "There is none.",
};

describe("a table for people", () => {
  it("has aligned columns, numbers to the right, cut to the width, but for what people copy", () => {
    assert.equal(
      tableText(table, { columns: 30, hasColors: false }),
      `ID              NAME     COUNT
a-very-long-id  a name…      5
b               bad      12345
`,
    );
    assert.match(tableText(table, { columns: 10, hasColors: false }), /^a-very-long-id {2}a n… {2} {4}5$/m);
  });

  it("has colors around the text alone, so that they change no width", () => {
    const text = tableText(table, { columns: undefined, hasColors: true });
    assert.match(text, /b {15}\u001b\[31mbad\u001b\[39m {18}12345/);
  });

  it("says that there is nothing, below its title", () => {
    assert.equal(
      tableText({ ...table, rows: [], title: "Things" }, { columns: 80, hasColors: false }),
      "Things\nThere is none.\n",
    );
  });

  it("is the value alone where scripts take it", () => {
    const bare: Table = { columns: [{ key: "digest", heading: "DIGEST" }], rows: [["x"]], empty: "", isBare: true };
    assert.equal(tableText(bare, { columns: 80, hasColors: true }), "x\n");
  });
});
