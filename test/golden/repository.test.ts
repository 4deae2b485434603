import assert from "node:assert/strict";
import { addressOf, badges, badgesPart, linksOf, pictures, readManifest } from "../../tools/repository";
import { readPage } from "../support/pages";

describe("the links of the package", () => {
  const own = readManifest();

  it("follow from `repository` in package.json (npm run docs rewrites them)", () => {
    const { homepage, bugs } = own;
    assert.deepEqual({ homepage, bugs }, linksOf(own));
    assert.equal(badgesPart.read(), badges(own));
    for (const [file, text] of Object.entries(pictures(own))) assert.equal(readPage(file), text, file);
  });

  it("have the address of the repository without the parts that only git needs", () => {
    const url = "git+https://example.org/team/name.git";
    assert.equal(addressOf({ ...own, repository: { type: "git", url } }), "https://example.org/team/name");
  });
});
