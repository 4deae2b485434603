import assert from "node:assert/strict";
import { call } from "../support/command";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { bots, claimMatch } from "./bots";
import { describeEngineHosts } from "./describe-engine";

describeEngineHosts("a replacement that only the engine knows of (row 93)", (engine, shell) => {
  const { uidOf, urnOf, isThere, identity } = bots(() => engine);
  const roleUid = () => String(engine.world.uids["iam:Role"]?.[0]);

  it("that ends between delete and create is no unchanged resource of drift, which says so until it is complete (row 294)", async () => {
    const { stack, workspace, emulator } = engine;
    const args = { parentUid: engine.root, identityUid: "${bot}", roleUid: roleUid() };
    engine.declare([
      { name: "bot", class: "Identity", args: { parentUid: engine.root, claimMatch } },
      { name: "binding", class: "RoleBinding", args, opts: { deleteBeforeReplace: true } },
    ]);
    succeeded(await stack.up());
    const refused = emulator.fault({
      method: "POST",
      path: "/iam/v2/roleBindings",
      times: Number.POSITIVE_INFINITY,
      action: { kind: "status", code: "PERMISSION_DENIED" },
    });
    assert.notEqual((await stack.up("--replace", await urnOf("binding"))).code, 0);
    assert.equal(isThere(await uidOf("binding")), false);
    refused.remove();
    const drift = () =>
      call(["drift", "--cwd", workspace.directory, "--color", "never"], { environment: stack.environment });
    const { code, stdout } = await drift();
    assert.equal(code, 1, stdout);
    assert.match(stdout, /^resource binding +its replacement was interrupted/m);
    assert.match(stdout, /^Drift in "test\/test" is unknown: 1 of 2 resources could not be checked\.$/m);
    succeeded(await stack.up());
    const complete = await drift();
    assert.equal(complete.code, 0, complete.stdout);
    succeeded(await stack.destroy());
  });

  // What follows does not depend on the host.
  if (shell === "plugin") return;
  it("also replaces an adopted child of an adopted object, with adoptUid left in both (row 92)", async () => {
    const put = (type: string, parent: string, name: string) => String(engine.emulator.put(type, parent, { name }).uid);
    const [elsewhere = ""] = engine.world.uids["iam:Group"] ?? [];
    const team = put("iam:Group", engine.root, "team");
    const web = put("registry:Repo", team, "web");
    const declared = (parentUid: string): Declared[] => [
      { name: "team", class: "Group", args: { parentUid, adoptUid: team } },
      { name: "web", class: "Repo", args: { parentUid: "${team}", adoptUid: web } },
    ];
    engine.declare(declared(engine.root));
    succeeded(await engine.stack.up());
    assert.deepEqual([await uidOf("team"), await uidOf("web")], [team, web]);
    engine.declare(declared(elsewhere));
    succeeded(await engine.stack.preview());
    succeeded(await engine.stack.up());
    assert.deepEqual([isThere(team), isThere(web)], [false, false]);
    assert.deepEqual([isThere(await uidOf("team")), isThere(await uidOf("web"))], [true, true]);
    await assertSettled(engine.stack);
    succeeded(await engine.stack.destroy());
  });

  it("is refused if it moves a resource that gets a new adoptUid, and adopts under a new name, as the error says (row 92)", async () => {
    const [parentUid = ""] = engine.world.uids["iam:Group"] ?? [];
    const uid = String(engine.emulator.put("registry:Repo", parentUid, { name: "moved" }).uid);
    const declare = (name: string, args: object) =>
      engine.declare([{ name, class: "Repo", args: { name: "moved", ...args } }]);
    declare("former", { parentUid: engine.root });
    succeeded(await engine.stack.up());
    const former = await uidOf("former");
    declare("former", { parentUid, adoptUid: uid });
    assert.match((await engine.stack.up()).output, /Remove adoptUid, or, to adopt that object, give .* a new name/);
    assert.ok(isThere(former));
    declare("next", { parentUid, adoptUid: uid });
    succeeded(await engine.stack.up());
    assert.deepEqual([await uidOf("next"), isThere(uid), isThere(former)], [uid, true, false]);
    await assertSettled(engine.stack);
    succeeded(await engine.stack.destroy());
  });

  it("of a group with contents is completed by the next up when the create fails after the deletes (row 92)", async () => {
    const [parentUid, opts] = ["${team}", { deleteBeforeReplace: true }];
    engine.declare([
      { name: "team", class: "Group", args: { parentUid: engine.root }, opts },
      { name: "bot", class: "Identity", args: { parentUid, claimMatch } },
      { name: "grant", class: "RoleBinding", args: { parentUid, identityUid: "${bot}", roleUid: roleUid() } },
    ]);
    succeeded(await engine.stack.up());
    const denied = { kind: "status", code: "PERMISSION_DENIED" } as const;
    engine.emulator.fault({ method: "POST", path: "/iam/v2/groups", action: denied });
    assert.equal((await engine.stack.up("--replace", await urnOf("team"))).code, 1);
    succeeded(await engine.stack.up());
    for (const name of ["team", "bot", "grant"]) assert.ok(isThere(await uidOf(name)), name);
    await assertSettled(engine.stack);
    succeeded(await engine.stack.destroy());
  });

  it("of an identity provider passes with a mapping that an alias renames in the same update (row 94)", async () => {
    const [roleUid] = engine.world.uids["iam:Role"] ?? [];
    const declare = (more: object, mapping: string, opts: object) => {
      const oidc = { issuer: "https://idp.example.com", clientId: "c", clientSecret: "s", ...more };
      const admins = { parentUid: "${okta}", externalGroupId: "admins", roleUid, scope: engine.root };
      engine.declare([
        { name: "okta", class: "IdentityProvider", args: { parentUid: engine.root, defaultRole: roleUid, oidc } },
        { name: mapping, class: "ExternalGroupRoleMapping", args: admins, opts: { ...opts } },
      ]);
    };
    declare({}, "admins", {});
    succeeded(await engine.stack.up());
    const first = await uidOf("okta");
    declare({ correlationRule: "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID" }, "renamed", {
      aliases: [{ name: "admins" }],
    });
    succeeded(await engine.stack.up());
    assert.deepEqual(
      [isThere(first), isThere(await uidOf("okta")), isThere(await uidOf("renamed"))],
      [false, true, true],
    );
    await assertSettled(engine.stack);
    succeeded(await engine.stack.destroy());
  });

  it("of an identity with a role binding works as the error says: destroy --target, then up --replace (row 189)", async () => {
    const [roleUid] = engine.world.uids["iam:Role"] ?? [];
    const declare = (opts: Record<string, unknown>) =>
      engine.declare([
        { name: "bot", class: "Identity", args: { parentUid: engine.root, claimMatch }, opts },
        { name: "binding", class: "RoleBinding", args: { parentUid: engine.root, identityUid: "${bot}", roleUid } },
      ]);
    declare({});
    succeeded(await engine.stack.up());
    const first = await uidOf("bot");
    const [bot, binding] = [await urnOf("bot"), await urnOf("binding")];
    const clash = await engine.stack.up("--replace", bot);
    assert.match(clash.output, /- If you replace it \(--replace, a taint\), add deleteBeforeReplace: true \(/);
    declare({ deleteBeforeReplace: true });
    const blocked = await engine.stack.up("--replace", bot);
    assert.match(blocked.output, /- Then run pulumi destroy --target '<URN>' for each of them, in its stack\./);
    assert.ok(isThere(first));
    succeeded(await engine.stack.destroy("--target", binding));
    succeeded(await engine.stack.up("--replace", bot));
    assert.deepEqual(
      [isThere(first), isThere(await uidOf("bot")), isThere(await uidOf("binding"))],
      [false, true, true],
    );
    await assertSettled(engine.stack);
    succeeded(await engine.stack.destroy());
  });

  it("of the identity of a CiIdentity works as the page says: destroy --target, then up --replace with identical (row 189)", async () => {
    const [roleUid] = engine.world.uids["iam:Role"] ?? [];
    const ci = { parentUid: engine.root, issuer: "https://ci.example.com", subject: "bot" };
    const args = { ...ci, roles: [{ roleUid, name: "views" }] };
    engine.declare([{ name: "bot", class: "CiIdentity", args, opts: { deleteBeforeReplace: true } }]);
    succeeded(await engine.stack.up());
    const [first, urn] = [await uidOf("bot"), String((await engine.recorded()).get("bot")?.urn)];
    succeeded(await engine.stack.destroy("--target", String((await engine.recorded()).get("bot-views")?.urn)));
    const clash = await engine.stack.up("--replace", urn);
    assert.match(clash.output, /An Identity with this name exists already/);
    const replacing = ["up", "--yes", "--skip-preview", "--replace", urn];
    succeeded(await engine.stack.run(replacing, { PLATFORM_ADOPT_EXISTING: "identical" }));
    assert.deepEqual(
      [isThere(first), isThere(await uidOf("bot")), isThere(await uidOf("bot-views"))],
      [false, true, true],
    );
    await assertSettled(engine.stack);
    succeeded(await engine.stack.destroy());
  });

  it("never takes over the object that retainOnDelete keeps, and the errors lead to its good end (row 93)", async () => {
    const declare = (name: string, opts: object, args: object = {}) => engine.declare([identity(name, args, opts)]);
    for (const opts of [{ retainOnDelete: true }, { retainOnDelete: true, deleteBeforeReplace: true }]) {
      declare("bot", opts);
      succeeded(await engine.stack.up());
      const first = await uidOf("bot");
      const replacing = ["up", "--yes", "--skip-preview", "--replace", await urnOf("bot")];
      const refused = await engine.stack.run(replacing, { PLATFORM_ADOPT_EXISTING: "identical" });
      assert.match(refused.output, /- If it has retainOnDelete, set adoptUid: .* also give it a new name/);
      // Pulumi takes its delete for done, and now replaces it each time.
      assert.match((await engine.stack.up()).output, /- If it has retainOnDelete, give this resource a new name/);
      declare("bot-back", { retainOnDelete: true }, { adoptUid: first });
      succeeded(await engine.stack.up());
      declare("bot", { ...opts, aliases: [{ name: "bot-back" }] });
      succeeded(await engine.stack.up());
      assert.deepEqual([await uidOf("bot"), isThere(first)], [first, true]);
    }
    declare("bot", {});
    succeeded(await engine.stack.up());
    succeeded(await engine.stack.destroy());
  });

  it("is completed by the next up when the create fails after the delete (--replace with adoptUid) (row 92)", async () => {
    const uid = String(engine.emulator.put("registry:Repo", engine.root, { name: "web" }).uid);
    engine.declare([{ name: "web", class: "Repo", args: { parentUid: engine.root, adoptUid: uid } }]);
    succeeded(await engine.stack.up());
    engine.emulator.fault({
      method: "POST",
      path: "/registry/v2/repos",
      action: { kind: "status", code: "PERMISSION_DENIED" },
    });
    const first = await engine.stack.up("--replace", await urnOf("web"));
    assert.equal(first.code, 1);
    assert.ok(!isThere(uid), first.output);
    const second = await engine.stack.up();
    assert.equal(second.code, 0, `${first.output}\n${second.output}`);
    assert.ok(isThere(await uidOf("web")), second.output);
  });
});
