import assert from "node:assert/strict";
import { diff } from "../../../../src/core/verbs/diff";
import type { StartObject } from "../../../../src/emulator/index";
import { group } from "../../../../src/resources/group";
import { identity } from "../../../../src/resources/identity";
import { identityProvider } from "../../../../src/resources/identity-provider";
import { role } from "../../../../src/resources/role";
import { roleBinding } from "../../../../src/resources/role-binding";
import { subscription } from "../../../../src/resources/subscription";
import type { AdoptMode } from "../../../../src/spec/adopt-mode";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { CREATED, creating, LocalPlatform, madeBy, placed } from "../../../support/local-platform";

const theirs = placed(group, "org/a", { name: "team", description: "d" });
const team = { parentUid: "org", name: "team", description: "d" };
const unchanged = { changed: false, isHidden: false, replaces: [], deleteBeforeReplace: false };
const strict = ["identical", "sameKey"] as const;

/** A run with the setting adoptExisting, on a platform that has some objects. */
function runWith(adoptExisting: AdoptMode, objects: readonly StartObject[]) {
  const platform = new LocalPlatform(objects);
  const context = platform.run({ adoptExisting });
  const create = async (inputs: Values, spec: ResourceSpec = group, urn?: string) => {
    const result = await creating(context, spec, inputs, urn);
    return { result, message: String(result), writes: platform.writes(), printed: platform.printed };
  };
  return { platform, ownership: context.holders, create };
}

const create = (mode: AdoptMode, objects: readonly StartObject[], inputs: Values, spec?: ResourceSpec) =>
  runWith(mode, objects).create(inputs, spec);

describe("an existing object with the key of a new one (row 127)", () => {
  it("is taken over if each declared field is equal, without a write, and reported in one line (identical)", async () => {
    const { result, writes, printed } = await create("identical", [theirs], team);
    assert.deepEqual(writes, []);
    assert.deepEqual(result, { uid: "org/a", outputs: { ...team, createTime: CREATED, updateTime: CREATED } });
    assert.deepEqual(diff(group, madeBy(result).outputs, team), unchanged);
    assert.deepEqual(printed, ['Group "team" (org/a) exists already and is taken over unchanged']);
  });

  it("is named by identity, role and group if it is a role binding, and by its uid if it has no name (identical)", async () => {
    const keys = { identityUid: "org/i", roleUid: "org/r" };
    const objects = [
      placed(identity, "org/i", { name: "legacy-jenkins", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
      placed(role, "org/r", { name: "auditor", capabilities: ["CAP_REPO_LIST"] }),
      placed(roleBinding, "org/b", keys),
    ];
    const ofBinding = await create("identical", objects, { parentUid: "org", ...keys }, roleBinding);
    assert.deepEqual(ofBinding.printed, [
      'RoleBinding of "legacy-jenkins" as "auditor" in "acme" (org/b) exists already and is taken over unchanged',
    ]);
    const sink = "https://hooks.example.com/services";
    const there = [placed(subscription, "org/s", { sink })];
    const ofSubscription = await create("identical", there, { parentUid: "org", sink }, subscription);
    assert.deepEqual(ofSubscription.printed, ["Subscription org/s exists already and is taken over unchanged"]);
  });

  it("keeps values that the program leaves out, and this is reported (identical)", async () => {
    const inputs = { parentUid: "org", name: "team" };
    const { result, writes, printed } = await create("identical", [theirs], inputs);
    assert.deepEqual(writes, []);
    assert.deepEqual(diff(group, madeBy(result).outputs, inputs), unchanged);
    assert.deepEqual(printed, [
      'Group "team" (org/a) exists already and is taken over unchanged, and keeps values that the program does not set: description',
    ]);
  });

  it("is refused if a field differs, with its name, no value, and the remedies (identical)", async () => {
    const inputs = { ...team, description: "the program's own" };
    const { message, writes, printed } = await create("identical", [theirs], inputs);
    assert.match(
      message,
      /^AlreadyThereError: A Group with this name exists already under org: org\/a\. Nothing was created\. It was not taken over, because it differs in description\.\n- Set the same values in the program as on the platform, or set platform:adoptExisting to sameKey, which updates the object\.\n- If you want to update this object alone, set adoptUid: "org\/a"\.\n- If you renamed it .*\n- Otherwise choose another name\.$/,
    );
    assert.doesNotMatch(message, /PLATFORM_ADOPT_EXISTING|the program's own/);
    assert.deepEqual([writes, printed], [[], []]);
  });

  it("gets an update of the fields that differ, and this is reported (sameKey)", async () => {
    const inputs = { ...team, description: "ours" };
    const { result, writes, printed } = await create("sameKey", [theirs], inputs);
    assert.deepEqual(writes, [["PATCH /iam/v2/groups/org/a updateMask=description", { description: "ours" }]]);
    assert.deepEqual(diff(group, madeBy(result).outputs, inputs), unchanged);
    assert.deepEqual(printed, ['Group "team" (org/a) exists already and is taken over and updated: description']);
  });

  it("is recorded as incomplete if it could not be updated (sameKey)", async () => {
    const { platform, create } = runWith("sameKey", [theirs]);
    platform.fault({ method: "PATCH", action: { kind: "status", code: "PERMISSION_DENIED" } });
    const { message } = await create({ ...team, description: "ours" });
    assert.match(message, /^IncompleteError: Group org\/a was adopted, but not updated/);
  });

  it("is refused in both modes if an immutable field differs", async () => {
    const inputs = (rule: string) => ({
      name: "sso",
      defaultRole: "viewer",
      oidc: {
        issuer: "https://i.example.com",
        clientId: "c",
        pkceEnabled: true,
        correlationRule: `CORRELATION_RULE_${rule}_EQUALS_EXTERNAL_ID`,
      },
    });
    for (const mode of strict) {
      const there = [placed(identityProvider, "org/i", inputs("SUB"))];
      const { message, writes } = await create(mode, there, { parentUid: "org", ...inputs("OID") }, identityProvider);
      assert.match(message, /not taken over, because it differs in oidc\.correlationRule, which cannot be changed\./);
      assert.deepEqual(writes, []);
    }
  });

  it("is refused with all uids if there are several", async () => {
    for (const mode of strict) {
      const { message } = await create(mode, [theirs, { ...theirs, uid: "org/b" }], team);
      assert.match(
        message,
        /^AlreadyThereError: More than one Group with this name .*: org\/a, org\/b\. Nothing was created/,
      );
    }
  });

  it("is handled in the same way if only the server finds it: AlreadyExists after a look that found nothing", async () => {
    const late = async (body: Values | undefined) => {
      const { platform, create } = runWith("identical", []);
      let uid: string | undefined;
      if (body !== undefined)
        platform.whenAnswered(/^GET \/iam\/v2\/groups$/, () => {
          uid = platform.put(group, "org", body);
        });
      platform.fault({ method: "POST", action: { kind: "status", code: "ALREADY_EXISTS", message: "taken" } });
      return { ...(await create(team)), uid };
    };
    const same = await late({ name: "team", description: "d" });
    assert.equal(madeBy(same.result).uid, same.uid);
    assert.deepEqual([same.writes.length, same.printed.length], [1, 1]);
    const other = await late({ name: "team", description: "theirs" });
    assert.match(other.message, /not taken over, because it differs in description/);
    assert.match((await late(undefined)).message, /taken/);
  });

  it("is refused if it is deleted between the look and the read", async () => {
    const { platform, create } = runWith("identical", [theirs]);
    platform.whenAnswered(/^GET \/iam\/v2\/groups$/, () => platform.remove("org/a"));
    assert.match((await create(team)).message, /not taken over, because no Group has this uid/);
  });
});

describe("whose object is taken over (row 127)", () => {
  it("has one resource in this program: of two resources with one key the second is refused", async () => {
    const run = runWith("identical", [theirs]);
    const [first, second] = await Promise.all([run.create(team), run.create(team)]);
    assert.equal(madeBy(first.result).uid, "org/a");
    assert.match(second.message, /Another resource of this program manages it/);
  });

  it("is never an object that a resource of the program manages, or should adopt by its uid", async () => {
    const held = runWith("sameKey", [theirs]);
    const crew = { spec: group, urn: "crew" };
    held.ownership.noteCheck(crew, { ...team, name: "crew" }, true);
    held.ownership.noteDiff({ ...crew, uid: "org/a" }, "kept");
    assert.match((await held.create(team)).message, /Another resource of this program manages/);
    const wanted = runWith("sameKey", [theirs]);
    wanted.ownership.noteCheck(crew, { ...team, adoptUid: "org/a" }, false);
    assert.match((await wanted.create(team)).message, /another resource of this program manages/);
  });

  it("is never the object that the new one replaces, seen or deleted before", async () => {
    for (const isDeleted of [false, true]) {
      const run = runWith("sameKey", [theirs]);
      run.ownership.noteCheck({ spec: group, urn: "team" }, team, true);
      run.ownership.noteDiff({ spec: group, urn: "team", uid: "org/a" }, "replacing");
      if (isDeleted) run.ownership.noteDelete({ spec: group, uid: "org/a" }, team);
      const { message, writes } = await run.create(team, group, "team");
      assert.match(
        message,
        /^AlreadyThereError: Pulumi cannot replace the Group, because this name is taken under org by org\/a/,
      );
      assert.deepEqual(writes, []);
    }
  });

  it("may be the new object of a replacement in a killed run", async () => {
    const inputs = { parentUid: "org", sink: "https://a.example.com/hook" };
    const run = runWith("identical", [placed(subscription, "org/new", { sink: inputs.sink })]);
    const hook = { spec: subscription, urn: "hook" };
    run.ownership.noteCheck(hook, inputs, true);
    run.ownership.noteDiff({ ...hook, uid: "org/old" }, "replacing");
    assert.equal(madeBy((await run.create(inputs, subscription, "hook")).result).uid, "org/new");
  });

  it("belongs to the program, so the delete of another entry keeps it", async () => {
    const run = runWith("identical", [theirs]);
    await run.create(team);
    assert.ok(run.ownership.isOwned({ spec: group, uid: "org/a" }));
  });
});
