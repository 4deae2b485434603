import assert from "node:assert/strict";
import { succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";
import { describeEngineHosts } from "./describe-engine";

describeEngineHosts("a resource whose provider is not known yet", (engine) => {
  it("is planned while the provider's settings are unknown; lookups then need their form for Outputs (report: a provider whose token is not known yet fails the preview)", async () => {
    const program = (lookup: string) =>
      writeFiles(engine.workspace.directory, {
        "index.js": `
          const platform = require("pulumi-platform");
          const parentUid = "${engine.root}";
          const first = new platform.Group("first", { parentUid });
          const baseUrl = first.id.apply(() => "${engine.emulator.url}");
          const later = new platform.Provider("later", { baseUrl, token: "${engine.emulator.token}" });
          new platform.Group("team", { parentUid }, { provider: later });
          exports.role = platform.${lookup};
        `,
      });
    program('getRole({ name: "viewer" }, { provider: later })');
    const refused = await engine.stack.preview();
    assert.equal(refused.code, 1, refused.output);
    assert.match(refused.output, /settings of the provider are unknown in this preview.*like getRoleOutput/);
    program('getRoleOutput({ name: "viewer" }, { provider: later }).name');
    succeeded(await engine.stack.preview());
    succeeded(await engine.stack.up());
    assert.equal((await engine.stack.outputs()).role, "viewer");
    succeeded(await engine.stack.destroy());
    assert.ok(!engine.emulator.list("iam:Group").some(({ name }) => name === "team"));
  });
});
