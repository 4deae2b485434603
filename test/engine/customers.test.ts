import assert from "node:assert/strict";
import { call } from "../support/command";
import { customerFor, everything, recommendedFor } from "../support/customer";
import { assertSettled, succeeded } from "../support/engine";
import { examplePlace, exampleStacks } from "../support/example-place";
import { readmeProgram } from "../support/pages";
import type { Stack } from "../support/stack";
import { writeFiles } from "../support/workspace";

describe("a customer's identity with the role that the page recommends", function () {
  this.timeout(180_000);
  const place = examplePlace();
  const stacks = exampleStacks(place);

  /** Deploys a program, sees neither change nor drift, and destroys it. */
  async function play(stack: Stack, before: readonly string[]): Promise<void> {
    place.emulator.clearRequests();
    succeeded(await stack.up());
    await assertSettled(stack);
    const { directory } = stack.options;
    const drift = await call(["drift", "--cwd", directory], { environment: stack.environment });
    assert.equal(drift.code, 0, drift.stdout + drift.stderr);
    succeeded(await stack.destroy());
    assert.deepEqual(everything(place.emulator), before);
    const refused = place.emulator.requests.filter(({ status }) => status === 401 || status === 403);
    assert.deepEqual(refused, []);
  }

  async function playExample(name: string, config: readonly (readonly string[])[] = []): Promise<void> {
    const environment = await customerFor(place.emulator, recommendedFor(`examples/${name}/`));
    const before = everything(place.emulator);
    const { again } = await stacks.start(name, environment);
    for (const words of config) succeeded(await again.run(["config", "set", ...words]));
    await play(again, before);
  }

  it("deploys the README's program, finds no drift, and destroys it (row 248)", async () => {
    const environment = await customerFor(place.emulator, recommendedFor("README.md#quick-start"));
    const before = everything(place.emulator);
    const { directory } = place.workspace;
    writeFiles(directory, {
      "Pulumi.yaml": "name: first\nruntime: nodejs\n",
      "package.json": { name: "first", main: "index.ts" },
      "index.ts": readmeProgram(),
    });
    const pulumi = process.env.PULUMI_PLATFORM_PULUMI ?? "";
    const stack = await stacks.quick({ directory, pulumi, environment, isTypeScript: true });
    succeeded(await stack.init());
    await play(stack, before);
  });

  it("deploys the quickstart", () => {
    // Its project is in the root of the repository.
    writeFiles(place.workspace.directory, { "examples/quickstart/Pulumi.yaml": "name: quickstart\nruntime: nodejs\n" });
    return playExample("quickstart");
  });

  it("deploys the mirror of a registry", () => playExample("registry-mirror"));

  it("deploys a team's access, as an owner", () =>
    playExample("team-access", [["--secret", "ssoClientSecret", "canary-of-the-customer"]]));
});
