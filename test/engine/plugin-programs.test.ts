import assert from "node:assert/strict";
import { describeEngine } from "../support/describe-engine";
import { assertSettled, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { recordingProxy } from "../support/recording-proxy";
import { writeFiles } from "../support/workspace";

const program = (parentUid: string, resources: string): Readonly<Record<string, string>> => ({
  "index.js": `
    const pulumi = require("@pulumi/pulumi");
    const platform = require("pulumi-platform");
    const parentUid = "${parentUid}";
    ${resources}
  `,
});

describeEngine(
  "a program whose resources the plugin serves [plugin]",
  (engine) => {
    const declare = (resources: string) => writeFiles(engine.workspace.directory, program(engine.root, resources));
    const found = (name: string) => engine.emulator.list("iam:Group").filter((group) => group.name === name);

    it("previews the outputs that an update does not change, so that their dependents have no step", async () => {
      const team = (description: string) => `
        const team = new platform.Group("team", { parentUid, description: "${description}" });
        new platform.Group("copy", { parentUid, description: pulumi.interpolate\`\${team.createTime} \${team.name}\` });
        new platform.Group("moved", { parentUid, description: team.updateTime });
      `;
      declare(team("one"));
      succeeded(await engine.stack.up());
      declare(team("two"));
      const preview = succeeded(await engine.stack.preview("--diff"));
      assert.match(preview.output, /description: "one" => "two"/);
      assert.doesNotMatch(preview.output, /Group::copy/);
      assert.match(preview.output, /~ platform:index:Group: \(update\)[^~]*Group::moved/);
      succeeded(await engine.stack.up());
      succeeded(await engine.stack.destroy());
    });

    it("uses the provider that a component has for the package, with only that provider's secrets", async () => {
      declare(`
        const token = pulumi.secret("${engine.emulator.token}");
        const emea = new platform.Provider("emea", { baseUrl: "${engine.emulator.url}", token });
        const component = new pulumi.ComponentResource("test:index:Team", "team", {}, { providers: { platform: emea } });
        new platform.Group("inner", { parentUid }, { parent: component });
      `);
      succeeded(await engine.stack.up());
      assert.equal(found("inner").length, 1);
      declare(`
        const other = new platform.Provider("other", { baseUrl: "${engine.emulator.url}", tokenFile: "/none" });
        new platform.Group("elsewhere", { parentUid }, { provider: other });
      `);
      assert.equal((await engine.stack.up()).code, 1, "it does not take the token of the environment");
      assert.deepEqual(found("elsewhere"), []);
      assert.ok(!(engine.shown() + engine.stack.stateText()).includes(engine.emulator.token));
    });

    it("gives no token from the environment to an explicit provider that another language named like the default one", async () => {
      declare(`
        class Own extends pulumi.ProviderResource {}
        const own = new Own("platform", "default", { baseUrl: "${engine.emulator.url}" });
        new platform.Group("elsewhere", { parentUid }, { provider: own });
      `);
      const refused = await engine.stack.up();
      assert.equal(refused.code, 1);
      assert.match(refused.output, /the provider has no token/);
      assert.deepEqual(found("elsewhere"), []);
    });

    it("keeps a secret of the stack's config out of the state and the output", async () => {
      const canary = "canary-config-token-0123456789";
      succeeded(await engine.stack.run(["config", "set", "--secret", "platform:token", canary]));
      declare(`new platform.Group("team", { parentUid });`);
      succeeded(await engine.stack.up());
      assert.ok(!(engine.shown() + engine.stack.stateText()).includes(canary));
      await assertSettled(engine.stack);
    });

    it("imports with `pulumi import`, and warns about inputs that the platform never returns", async () => {
      const oidc = { issuer: "https://issuer.example.com", clientId: "client", clientSecret: "canary-oidc" };
      const put = (type: string, body: object) => String(engine.emulator.put(type, engine.root, { ...body }).uid);
      const group = put("iam:Group", { name: "imported", description: "by hand" });
      const [defaultRole] = engine.world.uids["iam:Role"] ?? [];
      const idp = put("iam:IdentityProvider", { name: "sso", defaultRole, oidc });
      declare("");
      engine.emulator.clearRequests();
      for (const [type, name, uid] of [
        ["Group", "imported", group],
        ["IdentityProvider", "sso", idp],
      ] as const) {
        const args = [
          "import",
          `platform:index:${type}`,
          name,
          uid,
          "--yes",
          "--skip-preview",
          "--generate-code=false",
        ];
        const imported = succeeded(await engine.stack.run([...args, "--protect=false"]));
        if (type !== "Group")
          assert.match(imported.output, /The platform never returns oidc\.clientSecret\. Add it to the program/);
      }
      assert.deepEqual(mutations(engine.emulator.requests), []);
      declare(`new platform.Group("imported", { parentUid, description: "by hand" });
        new platform.IdentityProvider("sso", { parentUid, defaultRole: "${defaultRole}", oidc: ${JSON.stringify(oidc)} });`);
      const preview = succeeded(await engine.stack.preview());
      assert.doesNotMatch(preview.output, /imported/);
      succeeded(await engine.stack.up());
      await assertSettled(engine.stack);
    });
  },
  { shell: "plugin" },
);

describeEngine("a project without the path of the plugin [plugin]", (engine) => {
  it("sends no request for a plugin of its name", async () => {
    const proxy = await recordingProxy();
    try {
      writeFiles(engine.workspace.directory, program(engine.root, `new platform.Group("team", { parentUid });`));
      const environment = {
        PLATFORM_SHELL: "plugin",
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
        ...proxy.environment,
      };
      const refused = await engine.stack.operate(["up", "--yes", "--skip-preview"], environment);
      assert.equal(refused.code, 1);
      assert.match(refused.output, /unknown plugin source scheme: "npm"/);
      assert.deepEqual(proxy.requests, []);
    } finally {
      proxy.close();
    }
  });
});
