import assert from "node:assert/strict";
import { chart, seriesOf, spread, ticksAround } from "../../../tools/bench/chart";
import type { Row } from "../../../tools/bench/rows";
import { benchRow } from "../../support/bench-rows";

const rowOf = (peer: Row["peer"], count: number, wallSeconds: number, given: Partial<Row> = {}): Row =>
  benchRow({ peer, count, wallSeconds, ...given });

const skipped = { setting: "skipped" };
const rows = [
  rowOf("ours", 500, 30),
  rowOf("ours", 100, 8),
  rowOf("naive", 100, 12),
  rowOf("naive", 500, 115),
  rowOf("ours", 100, 5, skipped),
  rowOf("ours", 500, 9, skipped),
  rowOf("noop", 500, 60),
  rowOf("ours", 500, 99, { operation: "refresh" }),
  rowOf("ours", 500, 99, { latencyMs: 20, ...skipped }),
  rowOf("ours", 200, 99, { setting: "throttled" }),
];

describe("the lines of the chart", () => {
  it("are what creating cost each peer under a setting, by rising number, of what has two points", () => {
    const found = seriesOf(rows).map(({ peer, setting, points }) => [
      peer,
      setting,
      ...points.map(({ count, seconds }) => [count, seconds]),
    ]);
    assert.deepEqual(found, [
      ["naive", "default", [100, 12], [500, 115]],
      ["ours", "default", [100, 8], [500, 30]],
      ["ours", "skipped", [100, 5], [500, 9]],
    ]);
  });
});

describe("the chart", () => {
  for (const theme of ["light", "dark"] as const) {
    it(`names each line with its last figure, in the ${theme} theme`, () => {
      const svg = chart(rows, theme) ?? "";
      for (const text of ["naive, by default: 115 s", "ours, by default: 30 s", "ours, checkpoints skipped: 9.0 s"])
        assert.ok(svg.includes(`>${text}</text>`), text);
      assert.equal(svg.match(/<polyline /g)?.length, 3);
      assert.equal(svg.match(/<circle /g)?.length, 6);
      assert.equal(svg.match(/stroke-dasharray/g)?.length, 1);
      assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
    });
  }

  it("has a hollow point, and says why, where other processes used the CPU", () => {
    assert.doesNotMatch(chart(rows, "light") ?? "", /hollow|fill="#ffffff" stroke/);
    const disturbed = chart([...rows, rowOf("naive", 500, 115, { othersShare: 0.4 })], "light") ?? "";
    assert.match(disturbed, />hollow: other processes used the CPU</);
    assert.equal(disturbed.match(/<circle [^>]*fill="#ffffff"/g)?.length, 1);
  });

  it("places more seconds higher, and keeps to its field", () => {
    const points = [...(chart(rows, "light") ?? "").matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)];
    const [naive100, naive500, ours100, ours500] = points.map(([, x, y]) => [Number(x), Number(y)] as const);
    assert.ok((naive500?.[1] ?? 0) < (ours500?.[1] ?? 0) && (ours500?.[1] ?? 0) < (ours100?.[1] ?? 0));
    assert.equal(naive100?.[0], ours100?.[0]);
    for (const [x = 0, y = 0] of [naive100, naive500, ours100, ours500].map((point) => point ?? [])) {
      assert.ok(x >= 62 && x <= 602 && y >= 62 && y <= 418, `${x} ${y}`);
    }
  });

  it("is none when there is but one number of resources", () => {
    assert.equal(chart([rowOf("ours", 500, 30), rowOf("naive", 500, 90)], "light"), undefined);
  });

  it("has round ticks on both sides of what it shows", () => {
    assert.deepEqual(ticksAround(5, 115), [5, 10, 20, 50, 100, 200]);
    assert.deepEqual(ticksAround(0.3, 0.9), [0.2, 0.5, 1]);
  });

  it("moves labels apart, in their order, and not below the field", () => {
    assert.deepEqual(spread([100, 101, 50], 17, 400), [100, 117, 50]);
    assert.deepEqual(spread([400, 399, 398], 17, 400), [400, 383, 366]);
    assert.deepEqual(spread([10], 17, 400), [10]);
  });
});
