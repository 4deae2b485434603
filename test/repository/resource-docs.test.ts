import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "../../src/description/resources";
import { nameOf } from "../../src/description/spec/resource";
import type { ValueType } from "../../src/description/spec/types";
import { resourceDocs, SHOWN_VALUES } from "../../tools/resource-docs";
import { classDocs } from "../../tools/types/classes";
import { complaints } from "../support/compiler";

const root = join(__dirname, "..", "..");

/** What examples may take for granted. */
const PROLOGUE = `
import * as pulumi from "@pulumi/pulumi";
import { ${Object.values(resources).map(nameOf).join(", ")}, getTagDigestOutput } from "pulumi-platform";
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
        .filter((line) => /^- `.*\):\s*$/.test(line)),
      [],
    );
  });

  it("lists every value of every enum but the longest, has no empty list, and explains each type", () => {
    const text = resourceDocs();
    const valuesOf = (type: ValueType): readonly string[] => {
      if (type.kind === "enum") return type.values.length > SHOWN_VALUES ? [] : type.values.slice(1);
      if (type.kind === "list" || type.kind === "map") return valuesOf(type.of);
      return type.kind === "message" ? Object.values(type.fields).flatMap((field) => valuesOf(field.type)) : [];
    };
    const values = Object.values(resources).flatMap(({ fields }) =>
      Object.values(fields).flatMap((field) => valuesOf(field.type)),
    );
    assert.ok(values.length > 40, `${values.length} values`);
    const wrong = values.filter((value) => !text.includes(`\`${value}\``));
    assert.deepEqual(wrong, []);
    assert.doesNotMatch(text, /\*\*(?:In|Out)puts\*\*.*\n\n(?!- )/);
    const [legend = "", ...rest] = text.split("\n## ");
    const words = rest.flatMap((part) => [...part.matchAll(/^- `[\w.]+` \((?:list of |set of |map of )*([a-z]\w*)/gm)]);
    assert.ok(words.length > 100);
    const unexplained = words.flatMap(([, word = ""]) => (new RegExp(`\\b${word}\\b`).test(legend) ? [] : [word]));
    assert.deepEqual(unexplained, []);
  });

  it("has every input of the component", () => {
    const [, section = ""] = resourceDocs().split("\n## CiIdentity\n");
    for (const name of ["parentUid", "issuer", "subject", "audience", "roles", "identityUid"]) {
      assert.match(section, new RegExp(`^- \`${name}\` \\(\`.+\`.*\\): \\S`, "m"));
    }
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
