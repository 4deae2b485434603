import assert from "node:assert/strict";
import { call } from "../support/command";
import { customerFor, everything, recommendedFor } from "../support/customer";
import { assertSettled, succeeded } from "../support/engine";
import { readmeProgram } from "../support/pages";
import { Stack } from "../support/stack";
import { writeFiles } from "../support/workspace";
import { examplePlace, exampleStacks } from "./example-place";

describe("the examples, by a customer's identity with the role that the page recommends,", function () {
  this.timeout(180_000);
  const place = examplePlace();
  const stacks = exampleStacks(place);

  interface Played {
    /** The first command checks the types. */
    readonly stack: Stack;
    readonly again: Stack;
    readonly before: readonly string[];
    /** What the test asks while the program is deployed. */
    readonly check?: (shown: string) => Promise<void>;
  }

  /** Deploys a program, sees neither change nor drift, and destroys it. */
  async function play({ stack, again, before, check }: Played): Promise<void> {
    place.emulator.clearRequests();
    const { output } = succeeded(await stack.up());
    await assertSettled(again);
    const { directory } = stack.options;
    const drift = await call(["drift", "--cwd", directory], { environment: again.environment });
    assert.equal(drift.code, 0, drift.stdout + drift.stderr);
    await check?.(output);
    succeeded(await again.destroy());
    assert.deepEqual(everything(place.emulator), before);
    const refused = place.emulator.requests.filter(({ status }) => status === 401 || status === 403);
    assert.deepEqual(refused, []);
  }

  async function example(name: string) {
    const environment = await customerFor(place.emulator, recommendedFor(`examples/${name}/`));
    const before = everything(place.emulator);
    return { ...(await stacks.start(name, environment)), before };
  }

  it("begin with the README's first program, which runs as copied (row 248)", async () => {
    const environment = await customerFor(place.emulator, recommendedFor("README.md#quick-start"));
    const before = everything(place.emulator);
    const { directory } = place.workspace;
    writeFiles(directory, {
      "Pulumi.yaml": "name: first\nruntime: nodejs\n",
      "package.json": { name: "first", main: "index.ts" },
      "index.ts": readmeProgram(),
    });
    const options = { directory, pulumi: process.env.PULUMI_PLATFORM_PULUMI ?? "", environment };
    const again = await stacks.quick({ ...options, isTypeScript: true });
    const stack = new Stack(options);
    succeeded(await stack.init());
    const check = async () =>
      assert.equal(place.emulator.list("registry:Repo").filter(({ name }) => name === "web").length, 1);
    await play({ stack, again, before, check });
  });

  it("deploy the quickstart", async () => {
    // Its project is in the root of the repository.
    writeFiles(place.workspace.directory, { "examples/quickstart/Pulumi.yaml": "name: quickstart\nruntime: nodejs\n" });
    await play(await example("quickstart"));
  });

  it("set up a team with its people and workloads, by an owner", async () => {
    const { emulator } = place;
    const { before, ...played } = await example("team-access");
    const { stack } = played;
    succeeded(await stack.run(["config", "set", "--secret", "ssoClientSecret", "canary-of-the-example"]));
    const bindings = emulator.list("iam:RoleBinding").length;
    const check = async (shown: string) => {
      assert.doesNotMatch(shown, /canary-of-the-example/);
      assert.equal(emulator.list("iam:RoleBinding").length - bindings, 3);
      assert.equal(emulator.list("iam:ExternalGroupRoleMapping").length, 2);
      assert.equal((await stack.outputs()).auditorCode, "[secret]");
    };
    await play({ ...played, before, check });
  });

  it("mirror images, pin them by history, and stop the preview while an advisory is open", async () => {
    const { before, ...played } = await example("registry-mirror");
    const { stack, again } = played;
    const check = async () => {
      const [tag] = place.emulator.list("registry:Tag");
      assert.equal((await stack.outputs()).pinnedNginx, tag?.digest);
      succeeded(await stack.run(["config", "set", "--path", "guarded[0]", "curl"]));
      const gated = await again.preview();
      assert.notEqual(gated.code, 0);
      assert.match(gated.output, /open advisories:\s+curl: /);
    };
    await play({ ...played, before, check });
  });
});
