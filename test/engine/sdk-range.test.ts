import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";

const sdks = join(repositoryRoot, "tools", "sdks", "node_modules");

/** Runs the tests of test/host in the provider host of another SDK. */
async function hostTests(sdk: string): Promise<{ code: unknown; output: string }> {
  const mocha = join(repositoryRoot, "node_modules", "mocha", "bin", "mocha.js");
  const options = ["--no-config", "--require", "./tools/typescript.cjs", "--timeout", "60000"];
  const child = spawn(process.execPath, [mocha, ...options, "--reporter", "dot", "test/host/**/*.test.ts"], {
    cwd: repositoryRoot,
    env: { ...process.env, PULUMI_PLATFORM_SDK: join(sdks, sdk) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { code, output };
}

describe("the provider host of every supported SDK", function () {
  this.timeout(600_000);

  it("passes the same tests in the oldest and the newest version as in the version of package.json (rows 81, 82, 83, 84)", async () => {
    const { peerDependencies } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
    const [, minimum] = /^>=(\d+\.\d+) <4$/.exec(peerDependencies["@pulumi/pulumi"]) ?? [];
    const { version } = JSON.parse(readFileSync(join(sdks, "oldest", "package.json"), "utf8"));
    assert.equal(version, `${minimum}.0`);
    const [oldest, newest] = await Promise.all([hostTests("oldest"), hostTests("newest")]);
    for (const { code, output } of [oldest, newest]) {
      assert.equal(code, 0, output);
      assert.match(output, /[1-9]\d+ passing/);
    }
  });
});
