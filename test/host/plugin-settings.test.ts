import assert from "node:assert/strict";
import { startEmulator } from "../../src/emulator";
import type { Props } from "../support/host";
import { startPlugin, urnOf } from "../support/plugin-host";

describe("the settings of a provider of the plugin [plugin]", () => {
  it("keep their secrets, and an explicit provider takes no address and no token from the environment", async () => {
    const emulator = await startEmulator();
    const plugin = await startPlugin({
      environment: emulator.environment,
      name: "emea",
      config: { baseUrl: emulator.url },
    });
    try {
      const checked = await plugin.checkConfig({ baseUrl: emulator.url, token: "canary-token" }, "emea");
      assert.deepEqual(checked.reasons, []);
      assert.equal(checked.inputs.provider, "explicit");
      assert.equal((checked.inputs.token as Props).value, "canary-token");
      assert.deepEqual((await plugin.checkConfig({ token: "canary-token", baseURL: "x" }, "emea")).reasons, [
        "baseURL: no such setting",
        "baseUrl is required: an explicit provider does not use the address of another",
      ]);
      // The engine gives the default provider a version and an address behind its name. Any other name is somebody's own.
      const markOf = async (name: string, config: Props = { baseUrl: emulator.url }) =>
        (await plugin.checkConfig(config, name)).inputs.provider;
      const ofEngine = [
        "default",
        "default_0_1_0",
        "default_npm_/pulumi-platform",
        "default_0_1_0_npm_/pulumi-platform",
      ];
      for (const name of ofEngine) assert.equal(await markOf(name), undefined, name);
      for (const name of ["default_emea", "default_2", "defaults", "my-default"]) {
        assert.equal(await markOf(name), "explicit", name);
      }
      // The default provider has the settings of the stack's config. What has others is explicit, although its name is the same.
      const elsewhere = { baseUrl: "https://other.example.com" };
      for (const name of ofEngine) assert.equal(await markOf(name, elsewhere), "explicit", name);
      assert.equal(await markOf("default", { baseUrl: emulator.url, tokenFile: "own" }), "explicit");
      assert.equal(await markOf("default", {}), undefined);
      await assert.rejects(
        plugin.create(urnOf("iam:Group", "team"), { parentUid: emulator.organization.uid, name: "team" }),
        /the provider has no token/,
      );
      assert.deepEqual(emulator.requests, []);
    } finally {
      await plugin.close();
      await emulator.close();
    }
  });
});
