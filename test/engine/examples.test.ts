import assert from "node:assert/strict";
import { join } from "node:path";
import { assertSettled, succeeded } from "../support/engine";
import { examplePlace } from "../support/example-place";
import { SECRETS_PROVIDER } from "../support/key-service";
import { samplesOf } from "../support/pages";
import { quickStack } from "../support/quick-stack";
import { Stack } from "../support/stack";
import { copyIn, writeFiles } from "../support/workspace";

/** The first program in the README, as it would be copied. */
const [firstProgram = ""] = samplesOf("README.md").map(({ text }) => text);

describe("the examples, as a new user runs them,", function () {
  this.timeout(180_000);
  const place = examplePlace();

  let release = () => {};
  afterEach(() => release());

  /** A stack of an example, and the same stack for commands after the first, which need not ask the types again. */
  const start = async (name: string): Promise<{ stack: Stack; again: Stack }> => {
    copyIn(place.workspace.directory, `examples/${name}`);
    const options = {
      directory: join(place.workspace.directory, "examples", name),
      pulumi: process.env.PULUMI_PLATFORM_PULUMI ?? "",
    };
    const { environment } = place.emulator;
    const quick = await quickStack({ ...options, environment, isTypeScript: true });
    const { stack } = quick;
    release = quick.release;
    succeeded(await stack.init("--secrets-provider", SECRETS_PROVIDER));
    succeeded(await stack.run(["config", "set", "organization", place.emulator.organization.uid]));
    const again = new Stack({
      ...options,
      environment: { ...stack.environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    });
    return { stack, again };
  };

  it("begin with the README's first program, which runs as copied with what the emulator prints", async () => {
    writeFiles(place.workspace.directory, {
      "Pulumi.yaml": "name: first\nruntime: nodejs\n",
      "package.json": { name: "first", main: "index.ts" },
      "index.ts": firstProgram,
    });
    const { environment } = place.emulator;
    const pulumi = process.env.PULUMI_PLATFORM_PULUMI ?? "";
    const stack = new Stack({ directory: place.workspace.directory, pulumi, environment });
    succeeded(await stack.init());
    succeeded(await stack.up());
    await assertSettled(stack);
    assert.deepEqual(place.emulator.list("registry:Repo").filter(({ name }) => name === "web").length, 1);
    succeeded(await stack.destroy());
    assert.equal(place.emulator.isEmpty(), true);
  });

  it("set up a team with its people and workloads", async () => {
    const { stack, again } = await start("team-access");
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

  it("mirror images, pin them by history, and stop the preview while an advisory has no fix", async () => {
    const { stack, again } = await start("registry-mirror");
    succeeded(await stack.up());
    await assertSettled(again);
    const [tag] = place.emulator.list("registry:Tag");
    assert.equal((await stack.outputs()).pinnedNginx, tag?.digest);
    succeeded(await stack.run(["config", "set", "--path", "guarded[0]", "curl"]));
    const gated = await again.preview();
    assert.notEqual(gated.code, 0);
    assert.match(gated.output, /advisories without a fix:\s+curl: /);
    succeeded(await stack.destroy());
  });
});
