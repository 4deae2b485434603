import assert from "node:assert/strict";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { FaultAction, StartObject } from "../../../src/emulator/index";
import type { Ownership } from "../../../src/hosts/shared/ownership";
import { blocked } from "../../support/local-faults";
import { LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { group, identity, identityProvider, repo, role, roleBinding, subscription } from "../../support/resources";

const team = placed(group, "org/a", { name: "team" });
const bot = (uid: string, name: string) =>
  placed(identity, uid, { name, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
const roleOf = (uid: string, name: string) => placed(role, uid, { name, capabilities: ["CAP_REPO_LIST"] });

interface Refused {
  readonly spec: ResourceSpec;
  readonly uid: string;
  readonly name?: string;
  readonly refusal?: FaultAction;
  readonly prepare?: (platform: LocalPlatform, ownership: Ownership) => void;
}

/** A delete that a platform with some objects refuses, by itself or in other words. */
async function refused(objects: readonly StartObject[], { spec, uid, name, refusal, prepare }: Refused) {
  const platform = new LocalPlatform(objects);
  const context = platform.run();
  if (refusal !== undefined) platform.fault({ method: "DELETE", times: 99, action: refusal });
  prepare?.(platform, context.holders);
  const recorded = name === undefined ? {} : { parentUid: "org", name };
  const error = await verbsIn(context, spec)
    .delete(uid, recorded)
    .then(
      () => assert.fail("it was deleted"),
      (thrown: Error) => thrown,
    );
  assert.ok(platform.get(uid) !== undefined);
  for (const { path, query } of platform.requests)
    if (/\/v2\/\w+$/.test(path)) assert.match(query, /^(uidp\.|identity=|role=)/, `${path} is not listed as a whole`);
  const queries = platform.requests.map(({ query }) => query);
  return { name: error.name, message: error.message, lines: error.message.split("\n"), queries };
}

describe("a blocked delete", () => {
  it("names kind, name and uid of everything inside, and the field that corrects the order", async () => {
    const inside = [
      placed(group, "org/a/b", { name: "inner" }),
      placed(repo, "org/a/r", { name: "app" }),
      placed(roleBinding, "org/a/x", { identityUid: "org/i", roleUid: "viewer" }),
      placed(subscription, "org/a/s", { sink: "https://s.example.com" }),
      bot("org/a/i", "inner-ci"),
      roleOf("org/a/ro", "inner-reader"),
    ];
    const elsewhere = [placed(group, "org/other", { name: "other" }), placed(repo, "org/other/r", { name: "app" })];
    const { name, lines, queries } = await refused([team, ...inside, ...elsewhere], {
      spec: group,
      uid: "org/a",
      name: "team",
    });
    assert.equal(name, "PlatformError");
    const lists = queries.map((query) => decodeURIComponent(query)).filter((query) => query.startsWith("uidp."));
    assert.ok(lists.length > 5);
    for (const list of lists) assert.match(list, /^uidp\.(children_of|ids)=org\/a(&|$)/);
    const [title, ...rest] = lines;
    assert.match(
      title ?? "",
      /^Group org\/a cannot be deleted yet \(RESOURCE_NOT_EMPTY: ".*"\)\. These are in it or refer to it:$/,
    );
    assert.deepEqual(rest, [
      '  - Group "inner" (org/a/b)',
      '  - Identity "inner-ci" (org/a/i)',
      '  - Role "inner-reader" (org/a/ro)',
      '  - RoleBinding identityUid "org/i", roleUid "viewer" (org/a/x)',
      '  - Repo "app" (org/a/r)',
      '  - Subscription sink "https://s.example.com" (org/a/s)',
      "- If this stack manages them, set parentUid: group.id or dependsOn: [group].",
      "- If it is set, run again without --target, or with --continue-on-error or a higher --parallel.",
      "- If another stack manages them, run pulumi up there, so that they refer to the new object or are removed, and then the same command again.",
      "- If no stack manages them and nobody needs them, delete them yourself.",
    ]);
  });

  it("shows neither its own name nor more of a sink than the origin, because both may be secret (row 116)", async () => {
    const sink = "https://hooks.example.com/services/canary-sink?canary-sink";
    const { lines } = await refused([team, placed(subscription, "org/a/s", { sink })], {
      spec: group,
      uid: "org/a",
      name: "canary-name",
    });
    assert.equal(lines[1], '  - Subscription sink "https://hooks.example.com" (org/a/s)');
    assert.doesNotMatch(lines.join(), /canary/);
  });

  it("names the bindings that refer to an identity or a role, and their field", async () => {
    const there = [
      bot("org/i", "ci"),
      roleOf("org/r", "reader"),
      placed(roleBinding, "org/x", { identityUid: "org/i", roleUid: "org/r" }),
      placed(roleBinding, "org/unrelated", { identityUid: "org/j", roleUid: "viewer" }),
    ];
    for (const [spec, uid, field] of [
      [identity, "org/i", /identityUid: identity\.id or dependsOn: \[identity\]/],
      [role, "org/r", /roleUid: role\.id or dependsOn: \[role\]/],
    ] as const) {
      const { lines, queries } = await refused(there, { spec, uid, name: "n" });
      assert.equal(lines.length, 6);
      assert.ok(
        queries.some((query) => /^(identity|role)=org/.test(query)),
        "no other bindings are listed",
      );
      assert.match(lines[1] ?? "", /^ {2}- RoleBinding .* \(org\/x\)$/);
      assert.match(lines[2] ?? "", field);
    }
  });

  it("advises to destroy only what a replacement deletes first blocks, because otherwise the new object exists already, and never an identity provider", async () => {
    const inputs = { parentUid: "org", name: "auditor" };
    const other = { parentUid: "org", name: "other" };
    const object = { spec: role, uid: "org/r", urn: "auditor" };
    const there = [
      roleOf("org/r", "auditor"),
      placed(roleBinding, "org/b", { identityUid: "org/i", roleUid: "org/r" }),
      placed(identityProvider, "org/p", { name: "sso", defaultRole: "org/r", oidc: {} }),
    ];
    const blockedAfter = async (prepare: (ownership: Ownership) => void) => {
      const options = { ...object, name: "auditor", prepare: (_: LocalPlatform, own: Ownership) => prepare(own) };
      const { message } = await refused(there, options);
      assert.match(message, /These are in it or refer to it:\n {2}- RoleBinding .*\(org\/b\)/);
      const isDestroyed = /destroy --target/.test(message);
      const keeps = /- Do not destroy the IdentityProvider\. Give it another defaultRole until then, with pulumi up\./;
      assert.equal(keeps.test(message), isDestroyed);
      return isDestroyed;
    };
    assert.equal(await blockedAfter((ownership) => ownership.noteCheck(object, other, false)), false);
    const replaced = (ownership: Ownership) => {
      ownership.noteCheck(object, other, true);
      ownership.noteDiff(object, "replacing");
      ownership.noteCheck(object, other, false);
    };
    assert.equal(await blockedAfter((ownership) => [replaced(ownership), ownership.noteCreateBegun(object)]), false);
    const known: Record<string, (ownership: Ownership) => void> = {
      "by its diff": replaced,
      "along with another": (ownership) => {
        ownership.noteCheck({ spec: group, urn: "group" }, other, true);
        ownership.noteDiff(object, "replacing");
      },
      "as the engine alone knows": (ownership) => ownership.noteCheck(object, inputs, true),
    };
    for (const [how, prepare] of Object.entries(known)) assert.equal(await blockedAfter(prepare), true, how);
  });

  it("is tried once more, because somebody else may have deleted what blocks it", async () => {
    const platform = new LocalPlatform([team]);
    platform.fault({ method: "DELETE", action: blocked("RESOURCE_NOT_EMPTY", "has child groups") });
    await verbsIn(platform.run(), group).delete("org/a", {});
    assert.equal(platform.get("org/a"), undefined);
  });

  it("reports that nothing visible blocks it", async () => {
    const refusal = blocked("RESOURCE_NOT_EMPTY", "has child groups");
    const { message } = await refused([team], { spec: group, uid: "org/a", refusal });
    assert.equal(
      message,
      'Group org/a cannot be deleted: RESOURCE_NOT_EMPTY: "has child groups". This token sees nothing that is in it or refers to it.\n- Run the same command again. If it fails again, ask someone who sees more.',
    );
  });

  it("says what to do if SCIM manages the object since this resource created it (row 293)", async () => {
    const managed = { managedBy: "MANAGED_BY_SCIM", managedByUidp: "org/p" };
    const bound = placed(roleBinding, "org/b", { identityUid: "org/i", roleUid: "viewer", ...managed });
    const { message } = await refused([bot("org/i", "ci"), bound], { spec: roleBinding, uid: "org/b" });
    assert.match(message, /because SCIM manages it for the identity provider org\/p, .*\n- .*pulumi state delete/);
  });
});
