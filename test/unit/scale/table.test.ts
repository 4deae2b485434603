import assert from "node:assert/strict";
import { tableOf } from "../../../tools/scale/table";

describe("a table of npm run scale", () => {
  it("has its numbers to the right, and says nothing where nothing is known", () => {
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
