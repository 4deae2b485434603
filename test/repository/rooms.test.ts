import assert from "node:assert/strict";
import { circularFolders, picture, picturePart } from "../../tools/rooms";

describe("the rooms of src", function () {
  this.timeout(120_000);

  it("are drawn in ARCHITECTURE.md from the imports of the sources", () => {
    assert.equal(picturePart.read(), picture(), "run: npm run docs");
  });

  it("have no folders that import each other in a circle", () => {
    assert.deepEqual(circularFolders(), []);
  });
});
