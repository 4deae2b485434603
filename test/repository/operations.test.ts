import assert from "node:assert/strict";
import * as lookups from "../../src/program/generated/functions";
import { operations, operationsTable, tablePart, unknownOperations } from "../../tools/operations";

describe("the table of every operation in docs/internals/operations.md", () => {
  it("equals what the tool generates from the declarations", () => {
    assert.equal(tablePart.read(), operationsTable(), "run: npm run docs");
  });

  it("has a class or a function for every operation of the API", () => {
    const unused = operations().filter(({ classes, functions }) => classes.length + functions.length === 0);
    assert.deepEqual(unused, []);
    assert.equal(
      operations().length,
      83,
      "if you added operations to test/support/fixtures/operations.json, change this count",
    );
  });

  it("lists every function of the package that sends a request, and no other", () => {
    const names = Object.keys(lookups).filter((name) => !name.endsWith("Output"));
    const named = new Set(operations().flatMap(({ functions }) => functions.map((name) => name.replaceAll("`", ""))));
    assert.deepEqual(
      [...named].sort(),
      names.sort(),
      "if a function is new: is its operation in test/support/fixtures/operations.json?",
    );
  });

  it("has only operations that the API has", () => {
    const wrong = unknownOperations();
    assert.deepEqual(wrong, [], "add them to test/support/fixtures/operations.json, and run: npm run docs");
  });
});
