import assert from "node:assert/strict";
import fc from "fast-check";
import type { PageTable } from "../../../../src/cli/page";
import { choicesOf, shownRows, sortedRows } from "../../../../src/pages/model/rows";

const table: PageTable = {
  title: "T",
  columns: [
    { heading: "SEVERITY", isFilter: true, order: ["high", "low"] },
    { heading: "NAME" },
    { heading: "COUNT", isNumber: true },
  ],
  rows: [
    ["low", "web", "10"],
    [{ text: "high", tone: "bad" }, "Web Team", "9"],
    ["", "api", ""],
    ["low", "db", "100"],
  ],
  empty: "None.",
};
const other: PageTable = { title: "O", columns: [{ heading: "NAME" }], rows: [["web"]], empty: "" };
const shown = (text: string, values: readonly (readonly [string, string])[] = [], of = table) => [
  ...shownRows(of, { text, values: new Map(values) }),
];

describe("the rows that a filter leaves", () => {
  it("have all words, in any case, in their cells", () => {
    assert.deepEqual(shown(""), [0, 1, 2, 3]);
    assert.deepEqual(shown("WEB"), [0, 1]);
    assert.deepEqual(shown("web team"), [1]);
    assert.deepEqual(shown("  team high "), [1]);
    assert.deepEqual(shown("web db"), []);
    // Words do not reach from one cell into the next.
    assert.deepEqual(shown("lowweb"), []);
  });

  it("have the values that were chosen", () => {
    assert.deepEqual(shown("", [["SEVERITY", "low"]]), [0, 3]);
    assert.deepEqual(shown("db", [["SEVERITY", "low"]]), [3]);
    assert.deepEqual(shown("", [["SEVERITY", "low"]], other), []);
  });

  it("are no other rows than those with each word, for random words", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom("ab", "bc", "C", "d"), { maxLength: 3 })),
        fc.constantFrom("a", "b c", "D ab"),
        (names, text) => {
          const rows = names.map((name) => [name.join(" ")]);
          const expected = names.flatMap((name, i) =>
            text.split(" ").every((word) => name.join(" ").toLowerCase().includes(word.toLowerCase())) ? [i] : [],
          );
          assert.deepEqual(shown(text, [], { ...other, rows }), expected);
        },
      ),
    );
  });
});

describe("the filters of tables", () => {
  it("have the values that there are, in the order of the column, once for all tables", () => {
    const second = { ...table, rows: [["medium", "x", ""]] };
    assert.deepEqual(choicesOf([table, second, other]), [{ heading: "SEVERITY", values: ["medium", "high", "low"] }]);
    assert.deepEqual(choicesOf([other]), []);
  });
});

describe("sorted rows", () => {
  it("go by the order of the column, by numbers, or by the alphabet, with nothing last", () => {
    assert.deepEqual(sortedRows(table, 0, "ascending"), [1, 0, 3, 2]);
    assert.deepEqual(sortedRows(table, 0, "descending"), [0, 3, 1, 2]);
    assert.deepEqual(sortedRows(table, 1, "ascending"), [2, 3, 0, 1]);
    assert.deepEqual(sortedRows(table, 2, "ascending"), [1, 0, 3, 2]);
    assert.deepEqual(sortedRows(table, 2, "descending"), [3, 0, 1, 2]);
    const times = { ...other, columns: [{ heading: "STOOD", ranks: [60, 3600, 90] }] };
    const rows = ["1m", "1h", "90s"].map((text) => [text]);
    assert.deepEqual(sortedRows({ ...times, rows }, 0, "ascending"), [0, 2, 1]);
  });
});
