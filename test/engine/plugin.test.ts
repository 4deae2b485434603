import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { bots } from "../support/bots";
import { describeEngine } from "../support/describe-engine";
import { assertSettled, type Declared, plannedSteps, succeeded } from "../support/engine";
import { assertInvariants } from "../support/invariants";
import { mutations } from "../support/log";
import { writeFiles } from "../support/workspace";

describeEngine(
  "a stack on the plugin [plugin]",
  (engine) => {
    const { identity, group, uidOf, isThere } = bots(() => engine);

    it("is created, changed, refreshed and destroyed, and shows no secret anywhere (rows 66, 69)", async () => {
      const canary = "canary-in-a-description";
      const secret = { $secret: canary };
      engine.declare([
        group("team", { description: secret }),
        identity("bot"),
        group("inner", { parentUid: "${team}" }),
      ]);
      succeeded(await engine.stack.up());
      assert.deepEqual(
        engine.stack.recorded().map(({ type }) => type.split(":").slice(0, 2).join(":")),
        ["pulumi:pulumi", "pulumi:providers", "platform:index", "platform:index", "platform:index"],
      );
      await assertSettled(engine.stack);
      engine.declare([
        group("team", { description: "plain" }),
        identity("bot"),
        group("inner", { parentUid: "${team}" }),
      ]);
      const preview = succeeded(await engine.stack.preview("--json"));
      assert.deepEqual(plannedSteps(preview).get("team"), { op: "update", changed: ["description"], replaces: [] });
      // What the update of its parent cannot change is known, so that the child is not part of the plan.
      assert.equal(plannedSteps(preview).get("inner")?.op ?? "same", "same");
      succeeded(await engine.stack.up());
      const uid = await uidOf("team");
      engine.emulator.edit(uid, { description: "by hand" });
      const drift = succeeded(await engine.stack.refresh("--preview-only", "--diff"));
      assert.match(drift.output, /description: "plain" => "by hand"/);
      succeeded(await engine.stack.refresh("--yes", "--skip-preview"));
      succeeded(await engine.stack.up());
      await assertSettled(engine.stack);
      const everything = engine.shown() + engine.stack.stateText();
      for (const text of [canary, engine.emulator.token]) assert.ok(!everything.includes(text));
      await assertInvariants(engine);
    });

    it("has no secret of the program in plain text after an import, in no file of the backend (row 69)", async () => {
      const canary = "canary-of-an-import";
      const uid = String(engine.emulator.put("iam:Group", engine.root, { name: "team", description: canary }).uid);
      engine.declare([{ ...group("team", { name: "team", description: { $secret: canary } }), opts: { import: uid } }]);
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

    it("refuses to import an organization as a Group, by the command and by the option, and imports it as what it is", async () => {
      const { stack, emulator, root } = engine;
      const words = ["acme", root, "--yes", "--skip-preview", "--generate-code=false", "--protect=false"];
      const says = /is an Organization, not a Group/;
      const command = await stack.run(["import", "platform:index:Group", ...words]);
      assert.notEqual(command.code, 0, command.output);
      assert.match(command.output, says);
      engine.declare([{ ...group("acme", { name: "acme" }), opts: { import: root } }]);
      const preview = await stack.preview();
      assert.notEqual(preview.code, 0, preview.output);
      assert.match(preview.output, says);
      assert.equal((await engine.recorded()).size, 0);
      succeeded(await stack.run(["import", "platform:index:Organization", ...words]));
      engine.declare([{ name: "acme", class: "Organization", args: { description: "Root organization group" } }]);
      emulator.clearRequests();
      succeeded(await stack.up("--expect-no-changes"));
      assert.deepEqual(mutations(emulator.requests), []);
    });

    it("imports an identity provider and an invite by the option import, and replaces neither", async () => {
      const { stack, emulator, root } = engine;
      const roleUid = String(engine.world.uids["iam:Role"]?.[0]);
      const oidc = { issuer: "https://login.example.com", clientId: "c", clientSecret: { $secret: "canary-client" } };
      const declared: readonly Declared[] = [
        { name: "sso", class: "IdentityProvider", args: { parentUid: root, defaultRole: roleUid, oidc } },
        { name: "auditor", class: "GroupInvite", args: { parentUid: root, roleUid, ttl: "24h" } },
      ];
      engine.declare(declared);
      succeeded(await stack.up());
      const recorded = await engine.recorded();
      for (const { urn } of recorded.values()) succeeded(await stack.run(["state", "delete", urn, "--yes"]));
      emulator.clearRequests();
      engine.declare(declared.map((one) => ({ ...one, opts: { import: recorded.get(one.name)?.id } })));
      succeeded(await stack.up());
      const id = recorded.get("sso")?.id;
      assert.deepEqual(
        mutations(emulator.requests).map(({ method, target, mask }) => [method, target, mask]),
        [["PATCH", `/iam/v2/identityProviders/${id}`, "oidc.client_secret"]],
      );
      engine.declare(declared);
      await assertSettled(stack);
    });

    it("imports an object by the option import, and by a rename that imports", async () => {
      const uid = String(engine.emulator.put("iam:Group", engine.root, { name: "found", description: "old" }).uid);
      const found = (name: string, opts: Declared["opts"] = {}): Declared => ({
        ...group(name, { name: "found", description: "new" }),
        opts,
      });
      engine.declare([found("found", { import: uid })]);
      succeeded(await engine.stack.up());
      assert.equal(engine.emulator.get(uid)?.description, "new");
      await assertSettled(engine.stack);
      engine.declare([found("renamed", { import: uid })]);
      engine.emulator.clearRequests();
      succeeded(await engine.stack.up());
      assert.deepEqual(mutations(engine.emulator.requests), []);
      assert.ok(isThere(uid));
      await assertSettled(engine.stack);
    });
  },
  { shell: "plugin" },
);

describeEngine(
  "a stack that changes its host [dynamic] [plugin]",
  (engine) => {
    const use = async (shell: string) => succeeded(await engine.stack.run(["config", "set", "platform:shell", shell]));

    it("moves in place to the plugin and back without a write, also in components and with an explicit provider (report: a move to another provider replaces everything)", async () => {
      writeFiles(engine.workspace.directory, {
        "index.js": `
          const pulumi = require("@pulumi/pulumi");
          const platform = require("pulumi-platform");
          const parentUid = "${engine.root}";
          class Team extends pulumi.ComponentResource {
            constructor(name) {
              super("test:index:Team", name);
              const group = new platform.Group(name + "-group", { parentUid }, { parent: this });
              new platform.Group(name + "-inner", { parentUid: group.id }, { parent: group });
            }
          }
          new Team("team");
          const provider = new platform.Provider("same", { baseUrl: "${engine.emulator.url}", token: "${engine.emulator.token}" });
          new platform.Repo("app", { parentUid, readme: "# app" }, { provider });
          new platform.IdentityProvider("idp", { parentUid, defaultRole: platform.getRoleOutput({ name: "viewer" }).uid, oidc: { issuer: "https://issuer.example.com", clientId: "c", clientSecret: "canary-client-secret" } });
          new platform.PullToken("pull", { parentUid, lifetimeDays: 30 });
        `,
      });
      succeeded(await engine.stack.up());
      await assertSettled(engine.stack);
      const ids = () =>
        engine.stack
          .recorded()
          .filter(({ type }) => !type.startsWith("pulumi:"))
          .map(({ id }) => id)
          .sort();
      const before = ids();
      for (const [shell, prefix] of [
        ["plugin", "platform:"],
        ["dynamic", "pulumi-nodejs:dynamic/"],
      ] as const) {
        await use(shell);
        engine.emulator.clearRequests();
        succeeded(await engine.stack.up());
        assert.deepEqual(mutations(engine.emulator.requests), [], shell);
        assert.deepEqual(ids(), before, shell);
        const types = engine.stack.recorded().filter(({ custom, type }) => custom && !type.startsWith("pulumi:"));
        assert.deepEqual(
          types.filter(({ type }) => !type.startsWith(prefix)).map(({ urn }) => urn),
          [],
        );
        await assertSettled(engine.stack);
      }
      await use("plugin");
      succeeded(await engine.stack.up());
      const everything = engine.shown() + engine.stack.stateText();
      for (const text of ["canary-client-secret", engine.emulator.token]) assert.ok(!everything.includes(text), text);
      succeeded(await engine.stack.destroy());
      assert.deepEqual(
        engine.emulator.list("registry:Repo").filter(({ name }) => name === "app"),
        [],
      );
    });
  },
  { shell: "dynamic" },
);
