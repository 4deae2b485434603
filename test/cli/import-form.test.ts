import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { code, type Expression, type Property } from "../../src/cli/commands/import/code/expression";
import {
  callStatement,
  importStatement,
  resourceStatement,
  valueStatement,
} from "../../src/cli/commands/import/code/statement";
import { repositoryRoot } from "../support/workspace";

const word = fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,24}$/);
const key = fc.oneof(word, fc.constantFrom("a", "ab", "a-b", "12", "__proto__", "x y", 'q"', "1a", "NODE_ENV"));
const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.stringMatching(/^[a-z /"']{0,140}$/),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.array(word, { minLength: 3, maxLength: 4 }).map((lines) => lines.join("\n")),
);
const { expression } = fc.letrec<{ expression: Expression; property: Property }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, depthSize: "small", withCrossShrink: true },
    text.map((value): Expression => ({ kind: "text", value })),
    fc.oneof(
      word.map((name) => code(`_${name}.id`)),
      fc.constantFrom(code("true"), code("1001")),
    ),
    fc.array(tie("expression"), { maxLength: 5 }).map((items): Expression => ({ kind: "list", items })),
    fc
      .uniqueArray(tie("property"), { maxLength: 6, selector: ({ name }) => name })
      .map((entries): Expression => ({ kind: "object", entries })),
  ),
  property: fc
    .record({ name: key, value: tie("expression"), comment: fc.option(word, { freq: 8, nil: undefined }) })
    .map(({ comment, ...property }) => (comment === undefined ? property : { ...property, comment })),
}));
const inputs = fc.uniqueArray(fc.record({ name: word, value: expression }), {
  minLength: 1,
  maxLength: 6,
  selector: ({ name }) => name,
});
const variable = (number: number, name: string) => ({ name: `${name}${number}`, isExported: number % 2 === 0 });
const protect: Property = { name: "protect", value: code("true") };
const options = fc.constantFrom<Property[]>([], [protect]);
const statement = fc.record({ kind: fc.nat(8), name: fc.stringMatching(/^[a-z]{1,60}$/), inputs, options, text });

describe("what import writes", function () {
  this.timeout(120_000);

  it("is in biome's own form, whatever the names and values", () => {
    const folder = mkdtempSync(join(tmpdir(), "import-form-"));
    const file = join(folder, "a.ts");
    writeFileSync(join(folder, "biome.json"), JSON.stringify({ formatter: { indentStyle: "space", lineWidth: 120 } }));
    const biome = join(repositoryRoot, "node_modules/@biomejs/biome/bin/biome");
    try {
      fc.assert(
        fc.property(fc.array(statement, { minLength: 200, maxLength: 250 }), (all) => {
          const statements = all.map(({ kind, name, inputs: properties, options: own, text: value }, i) => {
            if (kind === 0) return callStatement(variable(i, name), "platform.getRoleOutput", properties);
            if (kind === 1) return valueStatement(variable(i, name), { kind: "text", value });
            if (kind === 2)
              return importStatement(
                properties.map((one) => `${one.name}${i}`),
                `./${name}`,
              );
            const declared = kind < 6 ? variable(i, name) : undefined;
            return resourceStatement(declared, {
              className: "platform.ExternalGroupRoleMapping",
              name,
              inputs: properties,
              options: own,
            });
          });
          const program = `${statements.join("\n\n")}\n`;
          writeFileSync(file, program);
          execFileSync(process.execPath, [biome, "format", "--write", "a.ts"], { cwd: folder, stdio: "pipe" });
          const [ours, formatted] = [program, readFileSync(file, "utf8")].map((text) => text.split("\n"));
          const at = formatted?.findIndex((line, n) => line !== ours?.[n]) ?? 0;
          // What failed is a few lines of thousands.
          assert.deepEqual(ours?.slice(at, at + 9), formatted?.slice(at, at + 9));
          assert.equal(ours?.length, formatted?.length);
        }),
        { numRuns: 3, endOnFailure: true },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
