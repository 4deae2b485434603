import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "../../src/resources";
import { nameOf } from "../../src/spec/resource";
import { classDocs, resourceDocs } from "../../tools/resource-docs";
import { complaints } from "../support/compiler";

const root = join(__dirname, "..", "..");

/** What examples may take for granted. */
const PROLOGUE = `
import { Config } from "@pulumi/pulumi";
import { ${Object.values(resources).map(nameOf).join(", ")}, getTagDigestOutput } from "pulumi-platform";
const config = new Config();
const [organization, identity, role, identityProvider, repo] = ["o", "i", "r", "p", "e"];
`;

describe("the reference of resources", function () {
  this.timeout(60_000);

  it("equals what the tool generates from the declarations (npm run docs rewrites it)", () => {
    assert.equal(readFileSync(join(root, "docs", "resources.md"), "utf8"), resourceDocs());
  });

  it("has a sentence for every input and output", () => {
    assert.deepEqual(
      resourceDocs()
        .split("\n")
        .filter((line) => /^\| `.*\|\s*\|$/.test(line)),
      [],
    );
  });

  it("has an example for every class, which compiles", () => {
    const docs = classDocs();
    const programs = Object.values(resources).map((spec): [string, string] => {
      const example = docs.get(nameOf(spec))?.example ?? "";
      assert.match(example, new RegExp(`new ${nameOf(spec)}\\(`));
      return [join(root, "examples", "quickstart", `${nameOf(spec)}.example.ts`), `${PROLOGUE}${example}\n`];
    });
    assert.deepEqual(complaints(new Map(programs)), []);
  });
});
