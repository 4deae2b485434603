import assert from "node:assert/strict";
import { picture, picturePart } from "../../tools/rooms";

describe("the picture of the rooms in ARCHITECTURE.md", function () {
  this.timeout(120_000);

  it("equals what the tool draws from the imports of the sources", () => {
    assert.equal(picturePart.read(), picture(), "run: npm run docs");
  });
});
