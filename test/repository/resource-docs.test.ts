import assert from "node:assert/strict";
import { join } from "node:path";
import { resources } from "../../src/description/resources";
import { nameOf } from "../../src/description/spec/resource";
import { classDocs } from "../../tools/types/classes";
import { complaints } from "../support/compiler";
import { readPage } from "../support/pages";
import { repositoryRoot } from "../support/workspace";

/** What examples may take for granted. */
const PROLOGUE = `
import * as pulumi from "@pulumi/pulumi";
import { ${Object.values(resources).map(nameOf).join(", ")}, getTagDigestOutput } from "pulumi-platform";
const [organization, identity, role, identityProvider, repo] = ["o", "i", "r", "p", "e"];
`;

describe("the reference of resources", function () {
  this.timeout(60_000);
  const page = readPage("docs/resources.md");

  it("has a sentence for every input and output, no empty list, and explains each type", () => {
    assert.doesNotMatch(page, /^- `.*\):\s*$/m);
    assert.doesNotMatch(page, /\*\*(?:In|Out)puts\*\*.*\n\n(?!- )/);
    const [legend = "", ...rest] = page.split("\n## ");
    const words = rest.flatMap((part) => [...part.matchAll(/^- `[\w.]+` \((?:list of |set of |map of )*([a-z]\w*)/gm)]);
    assert.ok(words.length > 100);
    const unexplained = words.flatMap(([, word = ""]) => (new RegExp(`\\b${word}\\b`).test(legend) ? [] : [word]));
    assert.deepEqual(unexplained, []);
  });

  it("has an example for every class, which compiles", () => {
    const docs = classDocs();
    const programs = Object.values(resources).map((spec): [string, string] => {
      const example = docs.get(nameOf(spec))?.example ?? "";
      assert.match(example, new RegExp(`new ${nameOf(spec)}\\(`));
      const file = join(repositoryRoot, "examples", "quickstart", `${nameOf(spec)}.example.ts`);
      return [file, `${PROLOGUE}${example}\n`];
    });
    assert.deepEqual(complaints(new Map(programs)), []);
  });
});
