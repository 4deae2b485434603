import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { circularFolders } from "../../tools/rooms";
import { readPage, rooms } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

const readmes = rooms().map((room) => `${room}/README.md`);

/** A path that a page names, in the repository: it belongs to the page's folder, to `src`, or to the repository. */
const placeOf = (page: string, name: string): string | undefined =>
  [dirname(page), "src", ""].map((folder) => join(folder, name)).find((path) => existsSync(join(repositoryRoot, path)));

/** What a page names and does not exist: sources, folders, and what a source has, like `wire.ts` (`patchOf`). */
const missingIn = (page: string): string[] =>
  [...readPage(page).matchAll(/(?<![\w>/.-])(\w[\w./-]*\.ts)\b(?:` \(`(\w+)`\))?|(?<=`)([\w./-]+\/)(?=`)/g)]
    .filter(([, file, word = "", folder = ""]) => {
      const place = placeOf(page, file ?? folder);
      return place === undefined || (word !== "" && !readPage(place).includes(word));
    })
    .map(([found]) => found);

describe("the rooms of src", function () {
  this.timeout(120_000);

  it("have no folders that import each other in a circle", () => {
    assert.deepEqual(circularFolders(), []);
  });

  it("have a README of at most 40 lines each and one plan of at most 1,200 words, which name only files that exist", () => {
    for (const page of readmes) assert.ok(readPage(page).trimEnd().split("\n").length <= 40, page);
    assert.ok(readPage("ARCHITECTURE.md").split(/\s+/).length <= 1_200);
    for (const page of [...readmes, "ARCHITECTURE.md", "docs/contributing.md"])
      assert.deepEqual(missingIn(page), [], page);
  });
});
