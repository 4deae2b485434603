import assert from "node:assert/strict";
import * as lookups from "../../src/program/generated/functions";
import { operations, unknownOperations } from "../support/operations";

describe("the operations of the API", () => {
  it("have a class or a function each", () => {
    const unused = operations().filter(({ classes, functions }) => classes.length + functions.length === 0);
    assert.deepEqual(unused, []);
    assert.equal(
      operations().length,
      83,
      "if you added operations to test/support/fixtures/operations.json, change this count",
    );
  });

  it("are sent by every function of the package that sends a request", () => {
    const names = Object.keys(lookups).filter((name) => !name.endsWith("Output"));
    const named = new Set(operations().flatMap(({ functions }) => functions));
    assert.deepEqual(
      [...named].sort(),
      names.sort(),
      "if a function is new: is its operation in test/support/fixtures/operations.json?",
    );
  });

  it("are all that the lookups send", () => {
    const wrong = unknownOperations();
    assert.deepEqual(wrong, [], "add them to test/support/fixtures/operations.json");
  });
});
