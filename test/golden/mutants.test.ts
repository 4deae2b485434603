import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";

const mutants = async (...flags: string[]) => {
  const child = spawn(process.execPath, [join(repositoryRoot, "tools/mutants.mjs"), ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { code, output };
};

describe("a source that is made wrong", function () {
  this.timeout(900_000);

  it("fails a test: each promise that is taken out, and at least 85 of 100 small changes (row 89)", async () => {
    const { code, output } = await mutants();
    const [, score] = /^\d+ of \d+ mutants seen, ([\d.]+) %/m.exec(output) ?? [];
    assert.ok(Number(score) >= 85, output);
    assert.doesNotMatch(output, /^SURVIVED (?!src\/)/m);
    assert.match(output, /^each promise is missed/m);
    assert.equal(code, 0, output);
  });
});
