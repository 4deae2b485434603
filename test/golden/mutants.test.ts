import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";

interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Unit tests that must find it; none if only tests of the built package can. Those of its file by default. */
  readonly unit?: readonly string[];
}

// The tools are JavaScript and declare no types.
const { promises, broken } = require("../../tools/mutants/promises.mjs") as {
  promises: readonly (Mutant & { readonly engine?: readonly string[] })[];
  broken: (mutant: Mutant) => string;
};
const { unitTestsOf } = require("../../tools/mutants/unit.mjs") as { unitTestsOf: (mutant: Mutant) => string[] };

/** Runs a script of Node's to its end. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, args, { cwd: repositoryRoot, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { code, output };
}

const mutants = (...args: string[]) => run(join(repositoryRoot, "tools/mutants.mjs"), ...args);

/** What is said about a mutant that the source has left behind. */
const errorOf = (mutant: { readonly file: string; readonly find: string }): string => {
  try {
    return broken({ name: "a test", replace: "", ...mutant });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe("a deliberately broken promise", function () {
  this.timeout(900_000);

  // `npm run mutants` adds Stryker's small changes of the same files, and `npm run mutants -- engine` the real engine.
  it("is detected by the unit tests, for creates, lost objects, deletes, retries and scrubbing (row 89) @all", async () => {
    const { code, output } = await mutants("promises");
    const found = output.split("\n").filter((line) => line.startsWith("found "));
    for (const area of ["the bracket", "gone", "a delete", "adoptUid", "the scrubber", "the retry budget"]) {
      assert.ok(
        found.some((line) => line.includes(` ${area}`)),
        `nothing about ${area}:\n${output}`,
      );
    }
    assert.doesNotMatch(output, /SURVIVED/);
    assert.equal(code, 0, output);
  });

  it("has a text that is in the source exactly once, and tests that exist", () => {
    assert.ok(promises.length > 10, `${promises.length} promises`);
    for (const promise of promises) {
      assert.notEqual(broken(promise), "", promise.name);
      const { engine = [], unit } = promise;
      const tests = [...(unit?.length === 0 ? [] : unitTestsOf(promise)), ...engine];
      assert.ok(tests.length > 0, promise.name);
      const missing = tests.filter((test) => !existsSync(join(repositoryRoot, test)));
      assert.deepEqual(missing, [], promise.name);
    }
  });

  it("is reported, with the correction, when its text is no longer in the source", () => {
    const file = "src/version.ts";
    assert.match(
      errorOf({ file: "src/none.ts", find: "a" }),
      /^there is no src\/none\.ts: correct `file` of the mutant "a test"$/,
    );
    assert.match(errorOf({ file, find: "nowhere" }), /^`nowhere` is no longer in src\/version\.ts: correct `find`/);
    assert.match(errorOf({ file, find: "e" }), /^`e` is more than once in/);
  });
});
