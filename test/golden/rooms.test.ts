import assert from "node:assert/strict";
import { picture, picturePart } from "../../tools/rooms";

describe("the picture of the rooms in ARCHITECTURE.md", function () {
  this.timeout(120_000);

  let drawn: string;
  before(() => {
    drawn = picture();
  });

  it("equals what the tool draws from the imports of the sources", () => {
    assert.equal(picturePart.read(), drawn, "run: npm run docs");
  });

  it("leaves out arrows that follow from others", () => {
    assert.match(drawn, /^ {2}hosts --> core$/m);
    // hosts imports api too, which core imports.
    assert.doesNotMatch(drawn, /hosts --> api$/m);
  });
});
