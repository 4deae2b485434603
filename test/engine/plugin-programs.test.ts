import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { assertSettled, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";

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

    it("has no secret of the program in plain text after an import, in no file of the backend (row 69)", async () => {
      const canary = "canary-of-an-import";
      const uid = String(engine.emulator.put("iam:Group", engine.root, { name: "team", description: canary }).uid);
      declare(
        `new platform.Group("team", { parentUid, description: pulumi.secret("${canary}") }, { import: "${uid}" });`,
      );
      engine.emulator.clearRequests();
      succeeded(await engine.stack.up());
      assert.deepEqual(mutations(engine.emulator.requests), []);
      assert.doesNotMatch(engine.stack.stateText() + engine.shown(), /canary-of/);
      const backend = join(engine.workspace.directory, ".pulumi-test", "backend");
      const files = readdirSync(backend, { recursive: true, encoding: "utf8" }).map((name) => join(backend, name));
      const revealing = files.filter((file) => statSync(file).isFile() && readFileSync(file, "utf8").includes(canary));
      assert.deepEqual(revealing, []);
      await assertSettled(engine.stack);
    });

    it("imports an object by the option import, and by a rename that imports", async () => {
      const uid = String(engine.emulator.put("iam:Group", engine.root, { name: "found", description: "old" }).uid);
      const imports = (name: string) =>
        declare(
          `new platform.Group("${name}", { parentUid, name: "found", description: "new" }, { import: "${uid}" });`,
        );
      imports("found");
      succeeded(await engine.stack.up());
      assert.equal(engine.emulator.get(uid)?.description, "new");
      await assertSettled(engine.stack);
      imports("renamed");
      engine.emulator.clearRequests();
      succeeded(await engine.stack.up());
      assert.deepEqual(mutations(engine.emulator.requests), []);
      assert.ok(engine.emulator.get(uid));
      await assertSettled(engine.stack);
    });
  },
  { shell: "plugin" },
);
