import assert from "node:assert/strict";
import fc from "fast-check";
import ts from "typescript";
import { camelCase, dashed, variableNames } from "../../../../../src/command/commands/import/code/names";

describe("names in a program", () => {
  it("consist of the words in the object's name", () => {
    const names = ["Web / Frontend", "2nd", "日本", "https://a.example.com/x"];
    assert.deepEqual(
      names.map((name) => dashed(name)),
      ["web-frontend", "2nd", "", "a-example-com-x"],
    );
    assert.deepEqual(
      names.map((name) => camelCase(name)),
      ["webFrontend", "", "", "aExampleComX"],
    );
  });

  it("of variables are valid and unique, and never a reserved word or another word of the program", () => {
    const words = ["web", "data2"];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("delete", "class", "web", "data", "platform"))),
        (texts) => {
          const names = variableNames(words);
          const taken = texts.map((text) => names.take([camelCase(text), camelCase("group", text), "group"]));
          assert.equal(new Set([...taken, ...words]).size, taken.length + words.length);
          const program = `export {};\n${taken.map((name) => `const ${name} = 1;`).join("\n")}`;
          const { diagnostics } = ts.transpileModule(program, { reportDiagnostics: true });
          assert.deepEqual(diagnostics, []);
        },
      ),
      { numRuns: 50 },
    );
  });
});
