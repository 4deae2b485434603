import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { resources } from "../../src/resources";
import { settingNames } from "../../src/setting-names";
import { isImmutable, nameOf, type ResourceSpec } from "../../src/spec/resource";
import { anchorsOf, linksOf, pages, readPage, targetExists } from "../support/pages";
import { pack, quickStart, repositoryRoot } from "../support/workspace";

describe("the pages", function () {
  this.timeout(60_000);

  it("have no broken link or anchor", () => {
    assert.ok(pages().flatMap(linksOf).length > 40);
    for (const page of pages()) {
      const broken = linksOf(page).filter((link) => !targetExists(link));
      assert.deepEqual(
        broken.map(({ target }) => target),
        [],
        page,
      );
    }
  });

  it("link only to pages within the package", () => {
    const files = new Set(pack().shipped);
    for (const page of pages()) {
      assert.ok(files.has(page), page);
      const missing = linksOf(page).filter(({ file }) => !files.has(file));
      assert.deepEqual(
        missing.map(({ target }) => target),
        [],
        page,
      );
    }
  });

  it("have no row that a blank line cuts off from its table", () => {
    for (const page of pages()) {
      const lines = readPage(page).split("\n");
      const lost = lines.filter(
        (line, i) =>
          line.startsWith("|") && !lines[i - 1]?.startsWith("|") && !/^\|[ :|-]+\|$/.test(lines[i + 1] ?? ""),
      );
      assert.deepEqual(lost, [], page);
    }
  });

  it("have anchors as code hosts generate them", () => {
    assert.ok(anchorsOf("README.md").has("drift-in-ci"));
    assert.ok(anchorsOf("docs/demo.md").has("4-repair-one-patch-whose-mask-is-the-one-field-and-one-new-binding"));
  });
});

describe("the README", () => {
  const readme = readPage("README.md");
  const rows = [...readme.matchAll(/^\| `([A-Z]\w+)` \| (.*) \| (.*) \|$/gm)];
  const cells = new Map(rows.map(([, name = "", inputs = "", replacing = ""]) => [name, { inputs, replacing }]));
  const inputsOf = (spec: ResourceSpec) =>
    Object.entries(spec.fields).filter(([, field]) => field.presence !== "computed");

  it("has at most 200 lines", () => {
    assert.ok(readme.split("\n").length - 1 <= 200);
  });

  it("has a row for every resource, with every input", () => {
    assert.deepEqual([...cells.keys()].sort(), Object.values(resources).map(nameOf).sort());
    for (const spec of Object.values(resources)) {
      const named = [...(cells.get(nameOf(spec))?.inputs ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name);
      assert.deepEqual(
        named.sort(),
        inputsOf(spec)
          .map(([name]) => name)
          .sort(),
        nameOf(spec),
      );
    }
  });

  it("states for every resource which inputs replace it", () => {
    for (const spec of Object.values(resources)) {
      const cell = cells.get(nameOf(spec))?.replacing ?? "";
      const named = [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name);
      const immutable = inputsOf(spec).filter(([, field]) => isImmutable(spec, field));
      const names = immutable.map(([name]) => name);
      const others = inputsOf(spec)
        .map(([name]) => name)
        .filter((name) => !names.includes(name));
      if (cell.startsWith("all")) assert.deepEqual(named, others, nameOf(spec));
      else
        assert.deepEqual(
          named.filter((name) => !name?.includes(".")),
          names,
          nameOf(spec),
        );
    }
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
    const program = `console.log(Object.entries(require("pulumi-platform"))
      .filter(([name, value]) => typeof value === "function" && /^[a-z]/.test(name) && !/(Output|Subject|Pattern|Audience|Issuer|Claims)$/.test(name))
      .map(([name]) => name).join())`;
    const names = execFileSync(process.execPath, ["--require", quickStart, "-e", program], {
      cwd: repositoryRoot,
      encoding: "utf8",
    });
    const page = readPage("docs/lookups.md");
    for (const name of names.trim().split(",")) assert.ok(page.includes(`\`${name}\``), name);
  });
});
