import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { operations, operationsTable, tablePart, unknownOperations } from "../../tools/operations";
import { quickStart } from "../support/workspace";

const root = join(__dirname, "..", "..");

describe("the table of every operation in docs/operations.md", () => {
  it("equals what the tool generates from the declarations", () => {
    assert.equal(tablePart.read(), operationsTable(), "run: npm run docs");
  });

  it("has a class or a function for every operation of the API", () => {
    const unused = operations().filter(({ classes, functions }) => classes.length + functions.length === 0);
    assert.deepEqual(unused, []);
    assert.equal(operations().length, 80);
  });

  it("lists every function of the package that sends a request, and no other", () => {
    const program = `console.log(JSON.stringify(Object.entries(require("pulumi-platform"))
      .filter(([name, value]) => typeof value === "function" && /^[a-z]/.test(name) && !/Output$|Subject(Pattern)?$|^is[A-Z]/.test(name))
      .map(([name]) => name)))`;
    const names = JSON.parse(
      execFileSync(process.execPath, ["--require", quickStart, "-e", program], { cwd: root, encoding: "utf8" }),
    ) as string[];
    const named = new Set(operations().flatMap(({ functions }) => functions.map((name) => name.replaceAll("`", ""))));
    assert.deepEqual([...named].sort(), names.sort());
  });

  it("has only operations that the API has", () => {
    assert.deepEqual(unknownOperations(), []);
  });
});
