import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import ts from "typescript";
import { quoted } from "../../../../../src/client/api/shown";
import { propertyName, stringLiteral, templateLiteral } from "../../../../../src/command/commands/import/code/literal";
import { plain } from "../../../../../src/command/output/text";

/** Texts that would end a literal, or begin code in it. */
const hostile = [
  ...['"', "'", "`", "\\", "\\u0022", "${process.exit()}", "$\\{x}", "*/ evil() /*", "//", "</script>"],
  ...["\n", "\r\n", "\t", "a \n b\n", "\u2028", "\u2029", "\u202e", "\u0000", "0", "\ud800", "\udc00", "😀"],
  ...["##[", "##vso[", "\n::error::"],
];

/** Any text, most often one of pieces that are dangerous together. */
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...hostile, "x", " "), { maxLength: 12 }).map((parts) => parts.join("")),
  // Halves of characters.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
);

/** The only expression of a text; fails for one that is more or less. */
function expressionOf(text: string): ts.Expression {
  const source = ts.createSourceFile("a.ts", `(${text});`, ts.ScriptTarget.ES2022, true);
  assert.deepEqual((source as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics, [], text);
  const [statement, ...others] = source.statements;
  assert.deepEqual(others, []);
  assert.ok(statement !== undefined && ts.isExpressionStatement(statement));
  assert.ok(ts.isParenthesizedExpression(statement.expression));
  return statement.expression.expression;
}

describe("a text from the platform in a generated program", () => {
  for (const [what, literalOf, isLiteral, never] of [
    ["string literal", stringLiteral, ts.isStringLiteral, /[\p{C}\p{Zl}\p{Zp}]/u],
    [
      "template literal without substitutions, line by line",
      templateLiteral,
      ts.isNoSubstitutionTemplateLiteral,
      / $/m,
    ],
  ] as const)
    it(`becomes one ${what}, with exactly that value, for any text`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          const literal = literalOf(text);
          const expression = expressionOf(literal);
          assert.ok(isLiteral(expression));
          assert.equal(expression.text, text);
          assert.equal(runInNewContext(literal), text);
          assert.doesNotMatch(literal, never);
          // A report shows these lines, and must not change them.
          assert.equal(literal.split("\n").map(plain).join("\n"), literal);
        }),
        { numRuns: 500 },
      );
    });

  it("becomes the name of an own property, even if it is __proto__", () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.constantFrom("__proto__", "constructor", "a-b", "ok", "1")), (name) => {
        const made = runInNewContext(`({ ${propertyName(name)}: 1 })`) as object;
        assert.deepEqual(Object.keys(made), [name]);
      }),
    );
  });

  it("stays on its line in a comment", () => {
    fc.assert(
      fc.property(texts, (text) => {
        assert.equal(runInNewContext(`1 // ${quoted(text)}\n+ 1`), 2);
        assert.doesNotMatch(quoted(text), /[\n\r\u2028\u2029]/);
      }),
    );
  });

  it("is written in the quotes that need fewer escapes", () => {
    assert.deepEqual(['a "b"', "it's", `"'`, "\\d"].map(stringLiteral), [`'a "b"'`, `"it's"`, `"\\"'"`, '"\\\\d"']);
    assert.ok(!stringLiteral('new platform.Group("x", { adoptUid: "y" })').includes("new platform."));
    assert.ok(!templateLiteral('\nimport * as pulumi from "@pulumi/pulumi";\n').includes("\nimport * as pulumi"));
  });
});
