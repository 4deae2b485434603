import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readPage } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

const page = readPage("docs/languages.md");

/** The blocks of code in the page that follow a line with a file's name, by that name. */
const files = new Map(
  [...page.matchAll(/^`platform-plugin\/([\w.]+)`:\n\n```\w+\n([\s\S]*?)```\n/gm)].map(([, name = "", text = ""]) => [
    name,
    text,
  ]),
);

describe("the page about other languages", () => {
  it("has the files of the plugin's folder as in the examples, which `npm run languages` installs and runs", () => {
    const names = readdirSync(join(repositoryRoot, "examples/platform-plugin"), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "package-lock.json")
      .map(({ name }) => name);
    assert.deepEqual([...files.keys()].sort(), names.sort());
    for (const [name, text] of files) assert.equal(text, readPage(`examples/platform-plugin/${name}`), name);
  });

  it("shows lines of the examples for each language", () => {
    const yaml = page.slice(page.indexOf("### YAML"), page.indexOf("### Python"));
    const [, resources = ""] = /```yaml\n[\s\S]*?^resources:\n([\s\S]*?)```/m.exec(yaml) ?? [];
    assert.ok(resources !== "" && readPage("examples/yaml/Pulumi.yaml").includes(resources));
    const python = readPage("examples/python/__main__.py");
    for (const line of [
      "import pulumi_platform as platform",
      'team = platform.Group("team", parent_uid=organization, description="The web team")',
    ])
      assert.ok(page.includes(`${line}\n`) && python.includes(`${line}\n`), line);
    const path = '"example.com/pulumi-platform/sdk/go/platform"';
    assert.ok(page.includes(`import ${path}`) && readPage("examples/go/main.go").includes(path));
    for (const language of ["yaml", "python", "go"]) {
      assert.match(readPage(`examples/${language}/Pulumi.yaml`), /^packages:\n {2}platform: \.\.\/platform-plugin$/m);
    }
  });
});
