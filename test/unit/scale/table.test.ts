import assert from "node:assert/strict";
import { tableOf } from "../../../tools/scale/table";

describe("a table of npm run scale", () => {
  it("aligns numbers to the right, and leaves unknown cells empty", () => {
    const table = tableOf(
      ["state on", "s"],
      [
        ["files", "1.5"],
        ["S3", undefined],
      ],
    );
    assert.equal(table, "| state on | s |\n| --- | --: |\n| files | 1.5 |\n| S3 |  |");
  });
});
