import assert from "node:assert/strict";
import { rendered } from "../../../../src/command/output/render";
import { driftFindings } from "../../drift-findings";

describe("the tables of drift", () => {
  for (const width of [80, 100, 120, 200]) {
    it(`shorten uids before names at ${width} columns`, () => {
      const sink = { write: () => undefined, isTerminal: true, columns: width, hasColors: false };
      const text = rendered(driftFindings(120), "table", { sink });
      for (const name of [
        "acme/team-3/data-reader-12",
        "registry.pull",
        "giving access",
        "by-hand-9",
        "deployer-changed-3",
      ])
        assert.ok(text.includes(name), `${name} at ${width}`);
      for (const line of text.split("\n").filter((one) => /^[^"]*data-reader/.test(one)))
        assert.ok(line.length <= width, line);
    });
  }
});
