import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import { describeEngineHosts } from "../support/describe-engine";
import { type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { writeFiles } from "../support/workspace";

describeEngineHosts("a resource whose provider changes", (engine) => {
  /** A program with an explicit provider for the stack's own platform, unless another one is given. */
  function program(resources: string, baseUrl = engine.emulator.url, token = engine.emulator.token): void {
    writeFiles(engine.workspace.directory, {
      "index.js": `
        const platform = require("pulumi-platform");
        const provider = new platform.Provider("same", { baseUrl: "${baseUrl}", token: "${token}" });
        const parentUid = "${engine.root}";
        ${resources}
      `,
    });
  }
  const groups = () => engine.emulator.list("iam:Group").filter(({ name }) => name === "team");

  it("is not deleted when another resource adopts it through another provider in the same update", async () => {
    program('new platform.Group("team", { parentUid });');
    succeeded(await engine.stack.up());
    const uid = String(groups()[0]?.uid);
    engine.emulator.clearRequests();
    program(`new platform.Group("moved", { parentUid, name: "team", adoptUid: "${uid}" }, { provider });`);
    const moved = succeeded(await engine.stack.up());
    assert.match(moved.output, /was not deleted, because another resource of this program manages it now/);
    assert.deepEqual(mutations(engine.emulator.requests), []);
    assert.deepEqual([...(await engine.recorded()).keys()], ["moved"]);
    succeeded(await engine.stack.up("--expect-no-changes"));
    succeeded(await engine.stack.destroy());
    assert.deepEqual(groups(), []);
  });

  it("is planned while the provider's settings are unknown; lookups then need their form for Outputs (report: a provider whose token is not known yet fails the preview)", async () => {
    const unknown = `
      const pulumi = require("@pulumi/pulumi");
      const first = new platform.Group("first", { parentUid });
      const later = new platform.Provider("later", {
        baseUrl: first.id.apply(() => "${engine.emulator.url}"),
        token: "${engine.emulator.token}",
      });
      new platform.Group("team", { parentUid }, { provider: later });
    `;
    program(`${unknown}; exports.role = platform.getRole({ name: "viewer" }, { provider: later });`);
    const refused = await engine.stack.preview();
    assert.equal(refused.code, 1, refused.output);
    assert.match(refused.output, /settings of the provider are unknown in this preview.*like getRoleOutput/);
    program(`${unknown}; exports.role = platform.getRoleOutput({ name: "viewer" }, { provider: later }).name;`);
    succeeded(await engine.stack.preview());
    succeeded(await engine.stack.up());
    assert.equal((await engine.stack.outputs()).role, "viewer");
    succeeded(await engine.stack.destroy());
    assert.deepEqual(groups(), []);
  });
});

describeEngineHosts("a resource that an explicit provider manages", (engine) => {
  /** A program with an explicit provider for the stack's own platform, or for another one. */
  const program = (
    team: Omit<Declared, "name" | "class">,
    { url, token }: Pick<Emulator, "url" | "token"> = engine.emulator,
  ) =>
    engine.declare([
      { name: "same", class: "Provider", args: { baseUrl: url, token } },
      { name: "team", class: "Group", ...team, args: { parentUid: engine.root, ...team.args } },
    ]);
  const provider = { provider: "same" };
  const groups = () => engine.emulator.list("iam:Group").filter(({ name }) => name === "team");

  it("does not change when it moves from the stack's own provider to an explicit one and back", async () => {
    program({ args: {} });
    succeeded(await engine.stack.up());
    const [before] = groups();
    engine.emulator.clearRequests();
    for (const opts of [provider, {}]) {
      program({ args: {}, opts });
      const plan = succeeded(await engine.stack.preview());
      assert.doesNotMatch(plan.output, /replace/);
      succeeded(await engine.stack.up());
      assert.equal((await engine.recorded()).get("team")?.id, before?.uid);
    }
    assert.deepEqual(mutations(engine.emulator.requests), []);
    succeeded(await engine.stack.destroy());
    assert.deepEqual(groups(), []);
  });

  it("stays in the state when the provider's new address is a platform that does not know it", async () => {
    program({ args: { description: "a" }, opts: provider });
    succeeded(await engine.stack.up());
    const other = await startEmulator();
    for (const { uid } of other.list("iam:Group")) if (String(uid).startsWith(engine.root)) other.remove(String(uid));
    try {
      const move = (description: string) => program({ args: { description }, opts: provider }, other);
      move("a");
      const plan = succeeded(await engine.stack.preview());
      assert.doesNotMatch(plan.output, /replace/);
      succeeded(await engine.stack.up());
      for (const run of [() => engine.stack.refresh("--yes", "--skip-preview"), () => engine.stack.destroy()]) {
        const refused = await run();
        assert.equal(refused.code, 1, refused.output);
        assert.match(refused.output, /wrong platform or the wrong token/);
        assert.ok((await engine.recorded()).get("team"), "nothing left the state");
      }
      move("b");
      assert.equal((await engine.stack.up()).code, 1);
      assert.equal(groups().length, 1);
      assert.deepEqual(mutations(other.requests), []);
    } finally {
      await other.close();
    }
    program({ args: { description: "a" }, opts: provider });
    succeeded(await engine.stack.up());
    succeeded(await engine.stack.destroy());
    assert.deepEqual(groups(), []);
  });
});
