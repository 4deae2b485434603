import assert from "node:assert/strict";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { bots, claimMatch } from "./bots";
import { describeEngineHosts } from "./describe-engine";

/** The engine gives dependents of what failed, or was not targeted, no value in its place. A complaint of the check would end the run. */
describeEngineHosts("an input that is missing because of another resource", (engine, shell) => {
  const { group, uidOf, urnOf, isThere } = bots(() => engine);
  const identity = (name: string, args: object = {}): Declared => ({
    name,
    class: "Identity",
    args: { parentUid: engine.root, claimMatch, ...args },
  });
  const binding = (name: string, args: object, opts: object = {}): Declared => ({
    name,
    class: "RoleBinding",
    args: { parentUid: engine.root, roleUid: engine.world.uids["iam:Role"]?.[0], ...args },
    opts: { ...opts },
  });
  const moving = (parentUid: string) =>
    binding("moves", { parentUid, identityUid: "${who}" }, { deleteBeforeReplace: true });
  const role = (name: string): Declared => ({
    name,
    class: "Role",
    args: { parentUid: engine.root, capabilities: ["CAP_REPO_LIST"] },
  });
  const ci = (...roleUids: string[]): Declared => ({
    name: "deployer",
    class: "CiIdentity",
    args: {
      parentUid: engine.root,
      issuer: claimMatch.issuer,
      subject: "deployer",
      roles: roleUids.map((roleUid, i) => ({ roleUid, name: `role${i}` })),
    },
  });
  const refuse = (path: string) =>
    engine.emulator.fault({
      method: "POST",
      path,
      times: Number.POSITIVE_INFINITY,
      action: { kind: "status", code: "INVALID_ARGUMENT" },
    });

  it("skips the dependents of a failed create, and completes the others, a replacement included (row 25) (report: one refused create ends the whole run)", async () => {
    engine.declare([
      group("north"),
      group("south"),
      identity("who"),
      identity("leaves"),
      moving("${north}"),
      binding("kept", { identityUid: "${who}" }),
      role("views"),
      ci("${views}"),
    ]);
    succeeded(await engine.stack.up());
    const [former, leaving, kept] = [await uidOf("moves"), await uidOf("leaves"), await uidOf("kept")];
    const refused = [refuse("/iam/v2/identities"), refuse("/iam/v2/roles")];
    const slow = engine.emulator.fault({
      method: "DELETE",
      path: "/iam/v2/roleBindings",
      action: { kind: "delay", ms: 4000 },
    });
    engine.declare([
      group("north"),
      group("south"),
      identity("who"),
      moving("${south}"),
      identity("bad"),
      identity("worse"),
      // Two with nothing but the missing input to tell them apart.
      binding("dependent", { parentUid: "${north}", identityUid: "${bad}" }),
      binding("second", { parentUid: "${north}", identityUid: "${worse}" }),
      binding("kept", { identityUid: "${bad}" }),
      role("views"),
      role("refused"),
      ci("${views}", "${refused}"),
      identity("described", { claimMatch: { issuer: claimMatch.issuer, subject: "${bad}" } }),
    ]);
    engine.emulator.clearRequests();
    const { code, output } = await engine.stack.up("--continue-on-error");
    slow.remove();
    assert.equal(code, 1);
    assert.doesNotMatch(output, /is required|has the same/);
    const moved = await uidOf("moves");
    // Nobody knows whether "leaves" left the program, or only what an apply declares after a failed create.
    assert.deepEqual(
      [isThere(former), isThere(moved), isThere(leaving), isThere(kept)],
      [false, true, true, true],
      output,
    );
    for (const fault of refused) fault.remove();
    succeeded(await engine.stack.up());
    assert.ok(!isThere(leaving));
    await assertSettled(engine.stack);
    succeeded(await engine.stack.destroy());
  });

  it("deletes only what must go before its replacement, and the rest in the next good run (rows 25, 131) (report: a provider that moved took along the mapping that was skipped)", async () => {
    const declare = (parentUid: string, version: string) => {
      const trigger = { replacementTrigger: version };
      const oidc = { issuer: "https://idp.example.com", clientId: "c", clientSecret: "s" };
      const [roleUid] = engine.world.uids["iam:Role"] ?? [];
      const invite = { parentUid: engine.root, roleUid, ttl: "86400s" };
      engine.declare([
        group("north"),
        group(`slow${version}`),
        identity("who"),
        { ...role("views"), args: { ...role("views").args, parentUid } },
        { name: "pull", class: "PullToken", args: { parentUid: engine.root, rotate: version } },
        binding(
          "first",
          { identityUid: "${who}" },
          {
            ...trigger,
            deleteBeforeReplace: true,
            dependsOn: [`slow${version}`],
          },
        ),
        { name: "okta", class: "IdentityProvider", args: { parentUid, defaultRole: roleUid, oidc } },
        {
          name: "admins",
          class: "ExternalGroupRoleMapping",
          args: { parentUid: "${okta}", externalGroupId: "admins", roleUid: "${views}", scope: engine.root },
        },
        { name: "one", class: "GroupInvite", args: invite, opts: trigger },
        { name: "two", class: "GroupInvite", args: { ...invite, email: "two@example.com" }, after: "views" },
      ]);
    };
    declare(engine.root, "1");
    succeeded(await engine.stack.up());
    const first = await uidOf("first");
    const last = await Promise.all(["pull", "okta", "admins", "one", "two"].map(uidOf));
    const refused = refuse("/iam/v2/roles");
    engine.emulator.fault({ method: "POST", path: "/iam/v2/groups", action: { kind: "delay", ms: 2_000 } });
    declare("${north}", "2");
    const { code, output } = await engine.stack.up("--continue-on-error");
    assert.equal(code, 1);
    assert.deepEqual([isThere(first), ...last.map(isThere)], [false, ...last.map(() => true)], output);
    assert.match(output, new RegExp(`RoleBinding ${last[0]} was not deleted, because something else failed`));
    refused.remove();
    succeeded(await engine.stack.up());
    assert.deepEqual(last.map(isThere), [false, false, false, false, true]);
    await assertSettled(engine.stack);
    succeeded(await engine.stack.destroy());
  });

  // What follows does not depend on the host.
  if (shell === "plugin") return;
  it("keeps the object of a replacement whose create will be skipped (report: a replacement loses its object because something else failed)", async () => {
    engine.declare([group("north"), group("south"), identity("who"), moving("${north}")]);
    succeeded(await engine.stack.up());
    const former = await uidOf("moves");
    const refused = refuse("/iam/v2/identities");
    const moves = { ...moving("${south}"), args: { ...moving("${south}").args, identityUid: "${bad}" } };
    engine.declare([group("north"), group("south"), identity("who"), identity("bad"), moves]);
    engine.emulator.clearRequests();
    const { code, output } = await engine.stack.up("--continue-on-error");
    assert.equal(code, 1);
    assert.deepEqual(
      mutations(engine.emulator.requests).filter(({ method }) => method === "DELETE"),
      [],
      output,
    );
    assert.ok(isThere(former), output);
    refused.remove();
    succeeded(await engine.stack.up());
    assert.ok(!isThere(former));
    await assertSettled(engine.stack);
    succeeded(await engine.stack.destroy());
  });

  it("keeps what the program declares only after a replacement whose create failed (row 131)", async () => {
    const declare = (parentUid: string) =>
      engine.declare([
        group("north"),
        { ...role("views"), args: { ...role("views").args, parentUid } },
        { ...identity("who"), after: "views" },
      ]);
    declare(engine.root);
    succeeded(await engine.stack.up());
    const uid = await uidOf("who");
    const refused = refuse("/iam/v2/roles");
    declare("${north}");
    const { code, output } = await engine.stack.up("--continue-on-error");
    assert.equal(code, 1);
    assert.match(output, /was not deleted, because something else failed/);
    assert.ok(isThere(uid) && (await engine.recorded()).has("who"), output);
    refused.remove();
    succeeded(await engine.stack.up());
    assert.equal(await uidOf("who"), uid);
    await assertSettled(engine.stack);
    succeeded(await engine.stack.destroy());
  });

  it("keeps the object of a forced replacement whose create will be skipped (row 131)", async () => {
    engine.declare([identity("who"), binding("kept", { identityUid: "${who}" }, { deleteBeforeReplace: true })]);
    succeeded(await engine.stack.up());
    const uid = await uidOf("kept");
    const refused = refuse("/iam/v2/identities");
    engine.declare([
      identity("who"),
      identity("bad"),
      binding("kept", { identityUid: "${bad}" }, { deleteBeforeReplace: true }),
    ]);
    assert.equal((await engine.stack.up("--continue-on-error", "--replace", "**kept")).code, 1);
    assert.ok(isThere(uid), engine.shown());
    refused.remove();
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
  });

  it("keeps the entry of a renamed group that a skipped role binding still names (row 131)", async () => {
    const program = (team: Declared, subject: string) => [
      team,
      identity("who", { claimMatch: { ...claimMatch, subject } }),
      binding("binds", { parentUid: `\${${team.name}}`, identityUid: "${who}" }),
    ];
    engine.declare(program(group("team"), "one"));
    succeeded(await engine.stack.up());
    const renamed = { ...group("team"), name: "crew" };
    renamed.args = { ...renamed.args, name: "team", adoptUid: await uidOf("team") };
    engine.declare(program(renamed, "two"));
    const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
    engine.emulator.fault({ method: "PATCH", path: "/iam/v2/identities", action });
    assert.match((await engine.stack.up("--continue-on-error")).output, /because something else failed/);
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
  });

  it("lets Pulumi say which resource --target leaves out (report: --target complains about an input that the program gives)", async () => {
    engine.declare([identity("one")]);
    succeeded(await engine.stack.up());
    engine.declare([identity("one"), identity("who"), binding("uses", { identityUid: "${who}" })]);
    const { code, output } = await engine.stack.up(
      "--target",
      (await urnOf("one")).replace(/Identity::one$/, "RoleBinding::uses"),
    );
    assert.equal(code, 1);
    assert.doesNotMatch(output, /is required/);
    assert.match(output, /was not specified in --target list/);
  });
});
