import assert from "node:assert/strict";
import { assertSettled, succeeded } from "../support/engine";
import { examplePlace, exampleStacks } from "../support/example-place";
import { readmeProgram } from "../support/pages";
import { Stack } from "../support/stack";
import { writeFiles } from "../support/workspace";

describe("the examples, as a new user runs them,", function () {
  this.timeout(180_000);
  const place = examplePlace();
  const stacks = exampleStacks(place);

  it("begin with the README's first program, which runs as copied with what the emulator prints", async () => {
    writeFiles(place.workspace.directory, {
      "Pulumi.yaml": "name: first\nruntime: nodejs\n",
      "package.json": { name: "first", main: "index.ts" },
      "index.ts": readmeProgram(),
    });
    const { environment } = place.emulator;
    const pulumi = process.env.PULUMI_PLATFORM_PULUMI ?? "";
    const options = { directory: place.workspace.directory, pulumi, environment };
    const again = await stacks.quick({ ...options, isTypeScript: true });
    // As a user runs it: with processes of its own, of which one checks the types.
    const stack = new Stack(options);
    succeeded(await stack.init());
    succeeded(await stack.up());
    await assertSettled(again);
    assert.deepEqual(place.emulator.list("registry:Repo").filter(({ name }) => name === "web").length, 1);
    succeeded(await again.destroy());
    assert.equal(place.emulator.isEmpty(), true);
  });

  it("set up a team with its people and workloads", async () => {
    const { stack, again } = await stacks.start("team-access");
    succeeded(await stack.run(["config", "set", "--secret", "ssoClientSecret", "canary-of-the-example"]));
    const up = succeeded(await stack.up());
    assert.doesNotMatch(up.output, /canary-of-the-example/);
    await assertSettled(again);
    const bindings = place.emulator.list("iam:RoleBinding");
    assert.equal(bindings.length, 3);
    assert.equal(place.emulator.list("iam:ExternalGroupRoleMapping").length, 2);
    const { auditorCode } = await stack.outputs();
    assert.equal(auditorCode, "[secret]");
    succeeded(await stack.destroy());
    assert.equal(place.emulator.isEmpty(), true);
  });

  it("mirror images, pin them by history, and stop the preview while an advisory is open", async () => {
    const { stack, again } = await stacks.start("registry-mirror");
    succeeded(await stack.up());
    await assertSettled(again);
    const [tag] = place.emulator.list("registry:Tag");
    assert.equal((await stack.outputs()).pinnedNginx, tag?.digest);
    succeeded(await stack.run(["config", "set", "--path", "guarded[0]", "curl"]));
    const gated = await again.preview();
    assert.notEqual(gated.code, 0);
    assert.match(gated.output, /open advisories:\s+curl: /);
    succeeded(await stack.destroy());
  });
});
