import assert from "node:assert/strict";
import { describeEngineHosts } from "../support/describe-engine";
import { succeeded } from "../support/engine";
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

  it("is planned while the provider's settings are unknown; lookups then need their form for Outputs @all", async () => {
    const unknown = `
      const pulumi = require("@pulumi/pulumi");
      const first = new platform.Group("first", { parentUid });
      const later = new platform.Provider("later", {
        baseUrl: first.id.apply(() => "${engine.emulator.url}"),
        token: "${engine.emulator.token}",
      });
      new platform.Group("team", { parentUid }, { provider: later });
    `;
    program(`${unknown}; platform.getRole({ name: "viewer" }, { provider: later });`);
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
