import assert from "node:assert/strict";
import { settingNames } from "../../src/client/setting-names";
import { resources } from "../../src/description/resources";
import { nameOf } from "../../src/description/spec/resource";
import * as lookups from "../../src/program/generated/functions";
import { linksOf, pages, readPage, targetExists } from "../support/pages";
import { pack } from "../support/workspace";

/** Whether a page is only in the repository. */
const isInternal = (page: string): boolean => /^(docs\/internals|src)\//.test(page);

describe("the pages", function () {
  this.timeout(60_000);

  it("have no broken link or anchor", () => {
    assert.ok(pages().flatMap(linksOf).length > 40);
    for (const page of pages()) {
      const broken = linksOf(page).filter((link) => !targetExists(link));
      const wrong = broken.map(({ target }) => target);
      assert.deepEqual(wrong, [], page);
    }
  });

  it("link only to pages within the package, except for what only contributors need", () => {
    const files = new Set(pack().shipped);
    for (const page of pages().filter((one) => !isInternal(one))) {
      assert.ok(files.has(page), page);
      if (/^docs\/(?!README|contributing)/.test(page))
        assert.deepEqual(
          linksOf(page).filter(({ file }) => isInternal(file)),
          [],
        );
      const missing = linksOf(page).filter(({ file }) => !files.has(file) && !isInternal(file));
      const wrong = missing.map(({ target }) => target);
      assert.deepEqual(wrong, [], page);
    }
  });
});

describe("the README", () => {
  const readme = readPage("README.md");

  it("has at most 150 lines", () => {
    assert.ok(readme.split("\n").length - 1 <= 150);
  });

  it("names every resource", () => {
    for (const spec of Object.values(resources)) assert.ok(readme.includes(`\`${nameOf(spec)}\``), nameOf(spec));
  });
});

describe("docs/configuration.md", () => {
  it("lists every setting by both of its names", () => {
    const page = readPage("docs/configuration.md");
    for (const name of Object.values(settingNames).flat()) assert.ok(page.includes(`\`${name}\``), name);
  });
});

describe("docs/lookups.md", () => {
  it("lists every function that sends a request", () => {
    const page = readPage("docs/lookups.md");
    for (const name of Object.keys(lookups).filter((one) => !one.endsWith("Output")))
      assert.ok(page.includes(`\`${name}\``), name);
  });
});
