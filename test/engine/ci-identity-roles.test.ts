import assert from "node:assert/strict";
import { assertSettled, plannedSteps, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

const HEAD = `
const pulumi = require("@pulumi/pulumi");
const platform = require("pulumi-platform");
const parentUid = process.env.PLATFORM_ORGANIZATION;
const role = (name) => platform.getRoleOutput({ name }).uid;
const ci = { parentUid, issuer: "https://token.example.com", subject: "repo:acme/web:ref:refs/heads/main" };
`;

/** The component as it was when its bindings were called by their place in the list. */
const FORMER = `
class CiIdentity extends pulumi.ComponentResource {
  constructor(name, { parentUid, roles, name: identityName, description, ...claimMatch }, opts) {
    super("platform:components:CiIdentity", name, {}, opts);
    const inputs = { parentUid, name: identityName ?? name, description, claimMatch };
    const identity = new platform.Identity(name, inputs, { parent: this });
    roles.forEach(({ roleUid, groupUid = parentUid }, i) => new platform.RoleBinding(
      name + "-" + i, { parentUid: groupUid, identityUid: identity.id, roleUid }, { parent: this }));
    this.registerOutputs({ identityUid: identity.id });
  }
}
`;

describeEngine("the role bindings of a CiIdentity", (engine) => {
  const program = (...lines: string[]) =>
    writeFiles(engine.workspace.directory, {
      "index.js": HEAD.replace("process.env.PLATFORM_ORGANIZATION", JSON.stringify(engine.root)) + lines.join("\n"),
    });
  const changes = () =>
    mutations(engine.emulator.requests).map(({ method, target }) => `${method} ${target.split("/", 4).join("/")}`);
  const names = async () => [...(await engine.recorded()).keys()].sort();
  const withoutChange = async () => {
    engine.emulator.clearRequests();
    succeeded(await engine.stack.up());
    assert.deepEqual(changes(), []);
  };

  it("have the names of their roles: older states stay unchanged, and a role added in front is one create", async () => {
    const roles = "[{ roleUid: role('viewer') }, { roleUid: role('editor') }]";
    program(FORMER, `new CiIdentity("deploy", { ...ci, roles: ${roles} });`);
    succeeded(await engine.stack.up());
    assert.deepEqual(await names(), ["deploy", "deploy-0", "deploy-1"]);
    program(`new platform.CiIdentity("deploy", { ...ci, roles: ${roles} });`);
    await withoutChange();
    assert.deepEqual(await names(), ["deploy", "deploy-editor", "deploy-viewer"]);

    program(
      'const own = new platform.Role("puller", { parentUid, capabilities: ["CAP_TAG_LIST"] });',
      `new platform.CiIdentity("deploy", { ...ci, roles: [{ roleUid: own.id }, ...${roles}] });`,
    );
    const planned = plannedSteps(succeeded(await engine.stack.preview("--json")));
    assert.equal(planned.get("deploy-puller")?.op, "create");
    engine.emulator.clearRequests();
    succeeded(await engine.stack.up());
    assert.deepEqual(changes(), ["POST /iam/v2/roles", "POST /iam/v2/roleBindings"]);
    await assertSettled(engine.stack);
    await assertInvariants(engine);
  });

  it("are given in several groups by one entry, which replaces entries of one group each without a change", async () => {
    const groups = ["web", "data"].map((name) => `const ${name} = new platform.Group("${name}", { parentUid });`);
    const roles = (entries: string) =>
      program(...groups, `new platform.CiIdentity("deploy", { ...ci, roles: [${entries}] });`);
    roles("{ roleUid: role('viewer'), groupUid: web.id }, { roleUid: role('viewer'), groupUid: data.id }");
    succeeded(await engine.stack.up());
    roles("{ roleUid: role('viewer'), groupUids: [data.id, web.id] }");
    await withoutChange();
    assert.deepEqual(await names(), ["data", "deploy", "deploy-viewer-data", "deploy-viewer-web", "web"]);
    roles("{ roleUid: role('editor'), groupUids: [web.id, data.id], name: 'edits' }");
    succeeded(await engine.stack.up());
    assert.deepEqual(await names(), ["data", "deploy", "deploy-edits-data", "deploy-edits-web", "web"]);
    await assertSettled(engine.stack);
  });

  it("move back after a move whose delete was refused, as the error says: undo, up, and change again (row 287)", async () => {
    const upIn = (parent: string) => {
      const roles = `[{ name: "reads", roleUid: role("viewer"), groupUid: ${parent} }]`;
      program(
        'const web = new platform.Group("web", { parentUid });',
        `new platform.CiIdentity("bot", { ...ci, roles: ${roles} });`,
      );
      return engine.stack.up();
    };
    succeeded(await upIn("web.id"));
    engine.emulator.fault({ method: "DELETE", action: { kind: "status", code: "PERMISSION_DENIED" } });
    assert.equal((await upIn("parentUid")).code, 1);
    assert.match((await upIn("web.id")).output, /or in a component, undo the change .* and run pulumi up/);
    for (const parent of ["parentUid", "web.id"]) succeeded(await upIn(parent));
    await assertSettled(engine.stack);
    await assertInvariants(engine);
  });

  it("require a name if none can be derived, or if two would be equal", async () => {
    const roles = async (...entries: string[]) => {
      program(`new platform.CiIdentity("deploy", { ...ci, roles: [${entries.join(", ")}] });`);
      return engine.stack.up();
    };
    succeeded(await roles("{ roleUid: role('viewer') }"));
    const computed = "roleUid: role('viewer').apply((uid) => uid)";
    const unnamed = await roles(`{ ${computed} }`);
    assert.equal(unnamed.code, 1, unnamed.output);
    assert.match(
      unnamed.output,
      /roles\[0\] needs a name for its role binding, because its roleUid is an Output\. Give the role a name/,
    );
    engine.emulator.clearRequests();
    succeeded(await roles(`{ name: "viewer", ${computed} }`));
    assert.deepEqual(changes(), []);
    const elsewhere = `roleUid: role('viewer'), groupUid: pulumi.output("${engine.world.uids["iam:Group"]?.[0]}")`;
    const alike = await roles("{ roleUid: role('viewer') }", `{ ${elsewhere} }`);
    assert.equal(alike.code, 1, alike.output);
    assert.match(
      alike.output,
      /roles\[0\] and roles\[1\] would have the same name, deploy-viewer\. Give the role a name/,
    );
    succeeded(await roles("{ roleUid: role('viewer') }", `{ name: "viewer-elsewhere", ${elsewhere} }`));
    assert.deepEqual(changes(), ["POST /iam/v2/roleBindings"]);
    succeeded(await roles("{ roleUid: role('viewer') }"));
    engine.emulator.clearRequests();
    succeeded(await roles("{ name: 'reads', roleUid: role('viewer') }"));
    assert.deepEqual([changes(), await names()], [[], ["deploy", "deploy-reads"]], "the name that the error asks for");
  });

  it("are in a team's group while the identity is in the root group, and a preview warns about an identity elsewhere (row 246)", async () => {
    const team = String(engine.emulator.put("iam:Group", engine.root, { name: "ci-team" }).uid);
    const warning = /CiIdentity deploy: parentUid is not a root group, so this identity cannot reach the registry/;
    const warns = async () => warning.test(succeeded(await engine.stack.preview()).output);
    program(
      `new platform.CiIdentity("deploy", { ...ci, parentUid: "${team}", roles: [{ roleUid: role("viewer") }] });`,
    );
    assert.equal(await warns(), true);
    const elsewhere = succeeded(await engine.stack.up());
    assert.doesNotMatch(elsewhere.output, warning);
    program(
      'const group = new platform.Group("new-group", { parentUid });',
      'new platform.CiIdentity("deploy", { ...ci, parentUid: group.id, roles: [{ roleUid: role("viewer") }] });',
    );
    assert.equal(await warns(), false, "an unknown parent may be anything");

    const roles = `[{ roleUid: role("viewer"), groupUid: "${team}" }]`;
    program(`new platform.CiIdentity("deploy", { ...ci, roles: ${roles} });`);
    assert.equal(await warns(), false);
    succeeded(await engine.stack.up());
    const { emulator, root } = engine;
    const parents = (type: string) =>
      emulator.list(type).map(({ uid }) => String(uid).split("/").slice(0, -1).join("/"));
    assert.deepEqual([parents("iam:Identity").includes(team), parents("iam:Identity").includes(root)], [false, true]);
    assert.ok(parents("iam:RoleBinding").includes(team));
    await assertSettled(engine.stack);
    await assertInvariants(engine);
  });

  it("stay when the team's group and role, or the component around them, are renamed by one alias, even if that fails first (row 288)", async () => {
    const team = (name: string, options: string) => [
      "class Team extends pulumi.ComponentResource {",
      "  constructor(name, opts) {",
      '    super("acme:index:Team", name, {}, opts);',
      '    const group = new platform.Group(name + "-group", { parentUid, name: "group", description: name }, { parent: this });',
      '    const roles = [{ roleUid: role("viewer"), groupUid: group.id }];',
      '    new platform.CiIdentity(name + "-ci", { ...ci, name: "team-ci", description: group.id.apply(() => "1"), roles }, { parent: this });',
      '    const pull = { parentUid, name: "pull", role: "registry.pull", rotate: group.id.apply(() => "1") };',
      '    new platform.PullToken(name + "-pull", pull, { parent: this });',
      "  }",
      "}",
      // Aliases also reach what is in a component of the user, such as Unit.
      'class Unit extends pulumi.ComponentResource { constructor(name, opts) { super("acme:index:Unit", name, {}, opts); new Team(name, { parent: this }); } }',
      `new Unit("${name}", ${options});`,
    ];
    const alone = (name: string, alias: (former: string) => string) => [
      `const group = new platform.Group("${name}", { parentUid, name: "data" }, ${alias("data")});`,
      `const own = new platform.Role("${name}-pusher", { parentUid, name: "pusher", capabilities: ["CAP_TAG_LIST"] }, ${alias("data-pusher")});`,
      `new platform.CiIdentity("${name}-ci", { ...ci, name: "data-ci", roles: [{ roleUid: own.id, groupUid: group.id }, { roleUid: own.id }] }, ${alias("data-ci")});`,
    ];
    program(...alone("data", () => "{}"), ...team("web", "{}"));
    succeeded(await engine.stack.up());
    const uids = async () => [...(await engine.recorded()).values()].map(({ id }) => id).sort();
    const before = await uids();
    program(
      ...alone("analytics", (former) => `{ aliases: [{ name: "${former}" }] }`),
      ...team("site", '{ aliases: [{ name: "web" }] }'),
    );
    engine.emulator.fault({ method: "PATCH", action: { kind: "status", code: "PERMISSION_DENIED" } });
    assert.equal((await engine.stack.up()).code, 1);
    engine.emulator.clearRequests();
    succeeded(await engine.stack.up());
    assert.deepEqual([changes(), await uids()], [["PATCH /iam/v2/groups"], before]);
    assert.deepEqual(
      (await names()).filter((name) => name.includes("-ci-")),
      ["analytics-ci-analytics-pusher", "analytics-ci-analytics-pusher-analytics", "site-ci-viewer-site-group"],
    );
    await assertSettled(engine.stack);
    await assertInvariants(engine);
  });
});
