import assert from "node:assert/strict";
import { chart } from "../../../tools/bench/chart";
import { benchRow } from "../../support/bench-rows";

describe("the chart of a run", () => {
  it("shows each peer and setting, for the most identities that were created with default settings", () => {
    const rows = [
      benchRow({ peer: "ours", count: 100, wallSeconds: 7 }),
      benchRow({ peer: "ours", wallSeconds: 32.71 }),
      benchRow({ peer: "naive", setting: "skipped", wallSeconds: 9.5 }),
      benchRow({ peer: "noop", error: "it failed" }),
      benchRow({ peer: "ours", latencyMs: 20 }),
      benchRow({ peer: "ours", operation: "destroy" }),
      benchRow({ peer: "ours", setting: "skipped", count: 1000 }),
    ];
    assert.equal(
      chart(rows),
      [
        "```mermaid",
        "xychart-beta horizontal",
        '  title "Seconds to create 500 identities, by setting and peer"',
        '  x-axis ["default ours", "skipped naive"]',
        "  bar [32.7, 9.5]",
        "```",
      ].join("\n"),
    );
  });

  it("is left out where nothing was created with default settings", () => {
    assert.equal(chart([benchRow({ peer: "ours", setting: "skipped" })]), undefined);
  });
});
