import assert from "node:assert/strict";
import { startEmulator } from "../../src/emulator";
import { succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { writeFiles } from "../support/workspace";
import { describeEngineHosts } from "./describe-engine";

describeEngineHosts("a resource whose provider changes", (engine, shell) => {
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

  // What follows does not depend on the host.
  if (shell === "plugin") return;
  const team = (args: string, opts = "{}") => `new platform.Group("team", { parentUid, ${args} }, ${opts});`;

  it("does not change when it moves from the stack's own provider to an explicit one and back", async () => {
    program(team(""));
    succeeded(await engine.stack.up());
    const [before] = groups();
    engine.emulator.clearRequests();
    for (const opts of ["{ provider }", "{}"]) {
      program(team("", opts));
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
    const described = (text: string) => team(`description: "${text}"`, "{ provider }");
    program(described("a"));
    succeeded(await engine.stack.up());
    const other = await startEmulator();
    for (const { uid } of other.list("iam:Group")) if (String(uid).startsWith(engine.root)) other.remove(String(uid));
    try {
      const move = (text: string) => program(described(text), other.url, other.token);
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
    program(described("a"));
    succeeded(await engine.stack.up());
    succeeded(await engine.stack.destroy());
    assert.deepEqual(groups(), []);
  });
});
