import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repositoryRoot } from "../support/workspace";

/** Runs a script of Node's to its end. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, args, { cwd: repositoryRoot, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { code, output };
}

const mutants = (...args: string[]) => run(join(repositoryRoot, "tools/mutants.mjs"), ...args);

/** The errors of a mutant that the source has left behind. */
async function errorOf(mutant: { file: string; find: string }): Promise<string> {
  const module = pathToFileURL(join(repositoryRoot, "tools/mutants/promises.mjs")).href;
  const script = `import { broken } from ${JSON.stringify(module)};
    try { broken(${JSON.stringify({ name: "a test", replace: "", ...mutant })}); } catch (error) { console.log(error.message); }`;
  return (await run("--input-type=module", "--eval", script)).output.trim();
}

describe("a deliberately broken promise", function () {
  this.timeout(900_000);

  // `npm run mutants` adds Stryker's small changes of the same files, and `npm run mutants -- engine` the real engine.
  it("is detected by the unit tests, for creates, lost objects, deletes, retries and scrubbing (row 89)", async () => {
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

  it("is reported, with the correction, when its text is no longer in the source", async () => {
    const file = "src/version.ts";
    assert.match(
      await errorOf({ file: "src/none.ts", find: "a" }),
      /^there is no src\/none\.ts: correct `file` of the mutant "a test"$/,
    );
    assert.match(
      await errorOf({ file, find: "nowhere" }),
      /^`nowhere` is no longer in src\/version\.ts: correct `find`/,
    );
    assert.match(await errorOf({ file, find: "e" }), /^`e` is more than once in/);
  });
});
