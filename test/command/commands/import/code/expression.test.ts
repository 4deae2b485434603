import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { code, type Expression, printed } from "../../../../../src/command/commands/import/code/expression";
import { newResource } from "../../../../../src/command/commands/import/code/statement";
import { specOf } from "../../../../../src/command/organization/read";

const group = specOf("iam:Group");
const text = (value: string): Expression => ({ kind: "text", value });

/** A JSON value as an expression, with a comment above some properties. */
function expressionOf(value: unknown): Expression {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return { kind: "list", items: value.map(expressionOf) };
  if (typeof value !== "object" || value === null) return code(JSON.stringify(value));
  const entries = Object.entries(value).map(([name, one]) => ({
    name,
    value: expressionOf(one),
    ...(name.length % 4 === 3 ? { comment: "a comment" } : {}),
  }));
  return { kind: "object", entries };
}

describe("an expression in a program", () => {
  it("is valid code with exactly the given value, for any names and texts", () => {
    const lines = fc.array(fc.string({ maxLength: 9 }), { minLength: 3, maxLength: 4 }).map((all) => all.join("\n"));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(fc.string({ unit: "binary" }), fc.integer(), fc.boolean(), lines),
        fc.array(tie("value")),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "a-b", "12")), tie("value")),
      ),
    }));
    fc.assert(
      fc.property(value, (one) => {
        const program = `(${printed(expressionOf(one))})`;
        assert.equal(JSON.stringify(runInNewContext(program)), JSON.stringify(one));
      }),
      { numRuns: 100 },
    );
  });

  it("has each item on a line of its own, unless it is short", () => {
    const entries = [
      { name: "parentUid", value: code("parentUid") },
      { name: "description", value: text(`The web team, ${"which has a long description, ".repeat(2)}`) },
      { name: "labels", value: expressionOf({ team: "web", tier: "1" }) },
      { name: "roleUid", value: text("1a2b"), comment: 'role "web"' },
      { name: "readme", value: text("# Web\n\nIt serves.\n") },
    ];
    assert.equal(
      newResource({ spec: group, name: "web", inputs: entries, protect: true }),
      `new platform.Group("web", {
  parentUid,
  description: "The web team, which has a long description, which has a long description, ",
  labels: { team: "web", tier: "1" },
  // role "web"
  roleUid: "1a2b",
  readme: \`# Web

It serves.
\`,
}, { protect: true });`,
    );
    assert.equal(
      newResource({ spec: group, name: "web", inputs: [], protect: false }),
      'new platform.Group("web", {});',
    );
  });
});
