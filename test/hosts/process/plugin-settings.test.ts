import assert from "node:assert/strict";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { startEmulator } from "../../../src/emulator";
import { type Props, secretOf } from "../../support/host";
import { startPlugin, urnOf } from "../../support/plugin-host";

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
        "baseURL is unknown. Did you mean baseUrl?",
        "baseUrl is required, because an explicit provider has its own address",
      ]);
      // The engine gives the default provider a version and an address behind its name. Any other name is somebody's own.
      const markOf = async (name: string, config: Props = { baseUrl: emulator.url }) =>
        (await plugin.checkConfig(config, name)).inputs.provider;
      const ofEngine = ["default", "default_0_1_0_npm_/pulumi-platform"];
      for (const name of ofEngine) assert.equal(await markOf(name), undefined, name);
      for (const name of ["default_emea", "my-default"]) assert.equal(await markOf(name), "explicit", name);
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

  it("are refused where they are wrong, in a preview too, by the key, argument or variable that has them", async () => {
    const config = { baseUrl: "ftp://a.example.com", operationTimeout: "0", adoptExistng: "never" };
    const plugin = await startPlugin({ config, environment: { PLATFORM_ADOPT_EXISTING: "always" } });
    try {
      const complaints = [
        "adoptExistng is unknown. Did you mean adoptExisting?",
        "platform:baseUrl: must be an https URL (http is for loopback addresses only)",
        "platform:operationTimeout: must be a whole number of seconds from 1 to 600",
      ];
      const { reasons } = await plugin.checkConfig(config);
      assert.deepEqual(reasons, [...complaints, "PLATFORM_ADOPT_EXISTING: must be never, identical or sameKey"]);
      // An explicit provider takes adoptExisting from its own arguments alone, which have no prefix.
      const ofArguments = complaints.map((complaint) => complaint.replace("platform:", ""));
      assert.deepEqual((await plugin.checkConfig(config, "emea")).reasons, ofArguments);
      const own = { baseUrl: "https://a.example.com", adoptExisting: "always" };
      assert.deepEqual((await plugin.checkConfig(own, "emea")).reasons, [
        "adoptExisting: must be never, identical or sameKey",
      ]);
    } finally {
      await plugin.close();
    }
  });

  it("are taken as they are while they are unknown: a preview may not know them yet", async () => {
    const plugin = await startPlugin();
    try {
      const unknown = { baseUrl: UNKNOWN, token: secretOf(UNKNOWN), operationTimeout: UNKNOWN };
      const { reasons, inputs } = await plugin.checkConfig(unknown, "emea");
      assert.deepEqual(reasons, []);
      assert.equal(inputs.baseUrl, UNKNOWN);
    } finally {
      await plugin.close();
    }
  });
});
