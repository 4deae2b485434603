import assert from "node:assert/strict";
import { stepsOf } from "../../tools/session";
import { readPage } from "../support/pages";

describe("the session in the README", () => {
  const page = readPage("docs/demo.md");

  it("is an excerpt of docs/demo.md, line by line", () => {
    const [, excerpt = ""] = /```diff\n(.*?)\n```/s.exec(readPage("README.md")) ?? [];
    const recorded = page.split("\n").map((line) => line.trim());
    assert.ok(excerpt.split("\n").length > 3);
    for (const line of excerpt.split("\n")) assert.ok(recorded.includes(line), line);
  });

  it("comes from a page with all five steps", () => {
    assert.equal(stepsOf(page).length, 5);
  });
});
