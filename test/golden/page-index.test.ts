import assert from "node:assert/strict";
import { linksOf, pages, readPage } from "../support/pages";

const INDEX = "docs/README.md";

/** The pages to which a section of the index links, by the section's heading. */
const groups = new Map(
  readPage(INDEX)
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split("\n")[0] ?? "", section]),
);

describe("the index of pages", () => {
  it("has three groups", () => {
    assert.deepEqual([...groups.keys()], ["Use", "Reference", "How it is built"]);
  });

  it("has every page in exactly one of them, once", () => {
    const listed = linksOf(INDEX)
      .map(({ file }) => file)
      .filter((file) => file !== "README.md");
    const others = pages().filter((page) => page !== INDEX && page !== "README.md");
    assert.deepEqual(listed.sort(), others.sort());
  });

  it("is where the README sends its readers", () => {
    assert.ok(linksOf("README.md").some(({ file }) => file === INDEX));
  });
});
