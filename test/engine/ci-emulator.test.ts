import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../support/command";
import { Stack } from "../support/stack";
import { copyIn, createWorkspace, installCommand, type Workspace } from "../support/workspace";

describe("the example that deploys to the emulator in CI", function () {
  this.timeout(180_000);

  let workspace: Workspace;
  let environment: Readonly<Record<string, string>>;
  beforeEach(() => {
    workspace = createWorkspace();
    const { directory } = workspace;
    copyIn(directory, "examples/ci/emulator", ".");
    installCommand(directory);
    const stack = new Stack({ directory, pulumi: process.env.PULUMI_PLATFORM_PULUMI ?? "" });
    environment = { ...stack.environment, TMPDIR: join(directory, ".pulumi-test") };
  });
  afterEach(() => workspace.remove());

  const check = () => runProgram(join(workspace.directory, "check.sh"), [], { environment });
  /** What the script left in its folder of temporary files. */
  const left = () => readdirSync(environment.TMPDIR ?? "").filter((name) => name.startsWith("tmp."));

  it("drives the emulator from a shell: it signs in, meets a fault, reads the requests, and leaves nothing", async () => {
    const { code, stdout, stderr } = await check();
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /\ncheck: all is as expected\n$/);
    assert.deepEqual(left(), []);
  });
});
