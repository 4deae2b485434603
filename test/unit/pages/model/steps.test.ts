import assert from "node:assert/strict";
import fc from "fast-check";
import type { PageStep } from "../../../../src/cli/page";
import { axisTime, stepAt, stepData, tableOf } from "../../../../src/pages/model/steps";

const values = ["a", "b", "z"];
const step = (value: string, since: number): PageStep => [values.indexOf(value), since, ""];

describe("the data of a step chart", () => {
  it("has a level for each value, and puts one that comes back on its former level", () => {
    const steps = [step("a", 1000), step("b", 2000), step("a", 3000)];
    const data = stepData({ values, before: undefined, steps, end: 9000 });
    assert.deepEqual(
      [data.times, data.levels, data.labels],
      [
        [1, 2, 3, 9],
        [0, 1, 0, 0],
        ["a", "b"],
      ],
    );
  });

  it("begins with what was so before, and ends no earlier than the last step", () => {
    const data = stepData({ values, before: step("z", 0), steps: [step("a", 5000)], end: 4000 });
    assert.deepEqual([data.times, data.levels, data.first], [[0, 5, 5], [0, 1, 1], 1]);
    assert.deepEqual(stepData({ values, before: undefined, steps: [], end: 1 }).times, []);
  });

  it("has a row for each step, newest first, which sorts by lifetime", () => {
    const columns = ["SINCE", "UNTIL", "LIFETIME", "DIGEST", "MARK"].map((heading) => ({ heading }));
    columns[2] = { heading: "LIFETIME", ...{ isNumber: true } };
    const steps: PageStep[] = [
      [0, 0, "2s", { text: "first", tone: "quiet" }],
      [1, 2000, "7s"],
    ];
    const table = tableOf({ table: { title: "Moves", columns, empty: "" }, steps, values, end: 9000 });
    assert.deepEqual(table.rows, [
      ["1970-01-01 00:00:02Z", "", "7s", "b", ""],
      ["1970-01-01 00:00:00Z", "1970-01-01 00:00:02Z", "2s", "a", { text: "first", tone: "quiet" }],
    ]);
    assert.deepEqual(table.columns[2]?.ranks, [7000, 2000]);
  });

  it("finds the step of a time as a search from the end does", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.integer({ min: -5, max: 60 }), (raw, at) => {
        const steps = raw.sort((a, b) => a - b).map((since) => step("a", since * 1000));
        const data = stepData({ values, before: undefined, steps, end: 100_000 });
        assert.equal(
          stepAt(data, at),
          steps.findLastIndex(([, since]) => since / 1000 <= at),
        );
      }),
    );
  });

  it("has times in UTC on its axis, as exact as they are far from each other", () => {
    const at = Date.UTC(2026, 0, 5, 8, 30) / 1000;
    assert.deepEqual(
      [3600, 86_400, 31 * 86_400].map((distance) => axisTime(at, distance)),
      ["01-05 08:30", "2026-01-05", "2026-01"],
    );
  });
});
