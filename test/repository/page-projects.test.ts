import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { supportFiles } from "../../src/command/commands/import/support-files";
import { pages, readPage } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

/** A project that a page asks its reader to run, by its folder or page. */
interface Project {
  readonly home: string;
  readonly name: string;
}

const examples = readdirSync(join(repositoryRoot, "examples"), { recursive: true, encoding: "utf8" })
  .filter((path) => !path.includes("node_modules") && /\.(md|ts|yaml)$/.test(path))
  .map((path) => `examples/${path}`);
const texts = [...pages(), ...examples].map((path) => ({ path, text: readPage(path) }));

/** Projects that a program names, and those of a Pulumi.yaml: a file of its own, or lines in a page. */
const written: Project[] = texts.flatMap(({ path, text }) =>
  [...text.matchAll(/projectName: "([^"]+)"|^\s*name: "?([\w.-]+)"?\s*\n\s*runtime:/gm)].map(
    ([, inProgram, inFile]) => ({
      home: path.endsWith(".yaml") ? dirname(path) : path,
      name: inProgram ?? inFile ?? "",
    }),
  ),
);

/** The names of groups and organizations that pages import, and those of the projects that import writes for them. */
const parents = [
  ...new Set(
    texts.flatMap(({ text }) => [...text.matchAll(/import [^\n`]*--out ([\w-]+)/g)].map(([, name = ""]) => name)),
  ),
];
const imported: Project[] = [...parents, "acme", "Acme", ""].map((name) => ({
  home: "docs/commands/import.md",
  name: /^name: "(.+)"$/m.exec(supportFiles(name, "dynamic")["Pulumi.yaml"] ?? "")?.[1] ?? "",
}));

describe("the projects of pages", () => {
  it("have a different name on each page, so that no program deletes the objects of another page (row 186)", () => {
    assert.ok(written.some(({ home }) => home === "docs/automation-api.md"));
    assert.ok(parents.includes("acme"));
    const homes = new Map<string, Set<string>>();
    for (const { home, name } of [...written, ...imported])
      homes.set(name, new Set([...(homes.get(name) ?? []), home]));
    const shared = [...homes].filter(([, places]) => places.size > 1);
    assert.deepEqual(shared, []);
  });

  it("written by import are not named like the group, because a project of the reader may have that name (row 186)", () => {
    for (const name of [...parents, "acme"]) assert.ok(!imported.some((project) => project.name === name), name);
  });

  it("are never destroyed by a program of a page (row 186)", () => {
    const destroying = texts.filter(({ text }) => /\.destroy\(|\.removeStack\(/.test(text)).map(({ path }) => path);
    assert.deepEqual(destroying, []);
  });
});
