import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pictureFile, sessionPicture, stepsOf } from "../../tools/session";
import { readPage } from "../support/pages";

describe("the pictures of a session", () => {
  const page = readPage("docs/demo.md");

  for (const theme of ["light", "dark"] as const) {
    it(`show the session of docs/demo.md in the ${theme} theme (npm run docs redraws them)`, () => {
      assert.equal(readFileSync(pictureFile(theme), "utf8"), sessionPicture(page, theme));
    });
  }

  it("show commands, drift, the repair and the advice, and no full uid", () => {
    const picture = sessionPicture(page, "light");
    for (const text of ["$ pulumi up", "(exit code 7)", "~ description:", "PATCH", "cannot be deleted yet"])
      assert.ok(picture.includes(text), text);
    assert.doesNotMatch(picture, /[0-9a-f]{16}/);
  });

  it("are drawn from a page that has all five steps", () => {
    assert.equal(stepsOf(page).length, 5);
  });
});
