import assert from "node:assert/strict";
import { IncompleteError } from "../../../../src/core/errors";
import { diff } from "../../../../src/core/verbs/diff";
import type { FaultAction, StartObject } from "../../../../src/emulator/index";
import { accountAssociation } from "../../../../src/resources/account-association";
import { group } from "../../../../src/resources/group";
import { identity } from "../../../../src/resources/identity";
import { identityProvider } from "../../../../src/resources/identity-provider";
import { roleBinding } from "../../../../src/resources/role-binding";
import { subscription } from "../../../../src/resources/subscription";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { CREATED, creating, LocalPlatform, madeBy, placed, verbsIn } from "../../../support/local-platform";

const theirs = placed(group, "org/a", { name: "team", description: "theirs" });
const team = { parentUid: "org", name: "team" };
const times = { createTime: CREATED, updateTime: CREATED };
const unchanged = { changed: false, isHidden: false, replaces: [], deleteBeforeReplace: false };

/** A run on a platform that has one object; `adopt` asks for it by its uid. */
function runWith(there: StartObject, spec: ResourceSpec = group) {
  const platform = new LocalPlatform([there]);
  const context = platform.run();
  const adopt = (inputs: Values) => creating(context, spec, { adoptUid: there.uid, ...inputs });
  return { platform, context, adopt, ...verbsIn(context, spec) };
}

describe("adoptUid (row 13)", () => {
  it("takes over an object that already matches the program, without a change", async () => {
    const { platform, adopt } = runWith(theirs);
    const inputs = { ...team, description: "theirs" };
    const result = await adopt(inputs);
    assert.deepEqual(result, { uid: "org/a", outputs: { ...inputs, ...times } });
    assert.deepEqual(diff(group, madeBy(result).outputs, inputs), unchanged);
    assert.deepEqual(platform.writes(), []);
  });

  it("updates only the fields that differ", async () => {
    const { platform, adopt } = runWith(theirs);
    const inputs = { ...team, description: "ours" };
    const { uid, outputs } = madeBy(await adopt(inputs));
    assert.equal(uid, "org/a");
    assert.deepEqual(diff(group, outputs, inputs), unchanged);
    assert.deepEqual(platform.writes(), [
      ["PATCH /iam/v2/groups/org/a updateMask=description", { description: "ours" }],
    ]);
  });

  it("leaves fields alone that the program does not mention", async () => {
    const { platform, adopt } = runWith(theirs);
    const { outputs } = madeBy(await adopt(team));
    assert.deepEqual(platform.writes(), []);
    assert.equal(outputs.description, "theirs");
    assert.deepEqual(diff(group, outputs, team), unchanged);
  });

  it("changes to another member of a oneof when the program names that", async () => {
    const issuer = "https://i.example.com";
    const there = placed(identity, "org/i", { name: "ci", claimMatch: { issuer, subject: "s", audience: "a" } });
    const { platform, adopt } = runWith(there, identity);
    const inputs = { parentUid: "org", name: "ci", claimMatch: { issuer, subjectPattern: "s.*", audience: "a" } };
    const { outputs } = madeBy(await adopt(inputs));
    assert.equal(platform.writes()[0]?.[0], "PATCH /iam/v2/identities/org/i updateMask=claimMatch.subjectPattern");
    assert.deepEqual(outputs.claimMatch, { issuer, subjectPattern: "s.*", audience: "a" });
    assert.deepEqual(diff(identity, outputs, inputs), unchanged);
  });

  it("is not requested by an empty adoptUid", async () => {
    const platform = new LocalPlatform();
    const { uid } = madeBy(await creating(platform.run(), group, { ...team, adoptUid: "" }));
    assert.deepEqual(platform.uids(group), [uid]);
  });

  const provider = (rule: string) => ({
    name: "sso",
    defaultRole: "viewer",
    oidc: {
      issuer: "https://i.example.com",
      clientId: "c",
      pkceEnabled: true,
      correlationRule: `CORRELATION_RULE_${rule}_EQUALS_EXTERNAL_ID`,
    },
  });
  const refusals: [what: string, there: StartObject, inputs: Values, spec: ResourceSpec, reason: RegExp][] = [
    [
      "an object under another parent",
      placed(group, "org/b/a", { name: "team" }),
      team,
      group,
      /its parentUid differs/,
    ],
    ["an object of another name", theirs, { ...team, name: "crew" }, group, /its name differs from the program/],
    [
      "a binding of another role",
      placed(roleBinding, "org/b", { identityUid: "org/i", roleUid: "owner" }),
      { parentUid: "org", identityUid: "org/i", roleUid: "viewer" },
      roleBinding,
      /its roleUid differs from the program/,
    ],
    [
      "a subscription to another sink",
      placed(subscription, "org/s", { sink: "https://a.example.com" }),
      { parentUid: "org", sink: "https://b.example.com" },
      subscription,
      /its sink differs/,
    ],
    [
      "an object that is not there, or of another kind",
      placed(subscription, "org/a", { sink: "https://a.example.com" }),
      team,
      group,
      /no Group has this uid \(\[NOT_FOUND\] GET \/iam\/v2\/groups\/org\/a: ".*"\)/,
    ],
    [
      "an object with another value in an immutable field, which it names",
      placed(identityProvider, "org/p", provider("SUB")),
      { parentUid: "org", ...provider("OID") },
      identityProvider,
      /it differs in oidc\.correlationRule, which cannot be changed\. Nothing/,
    ],
  ];
  for (const [what, there, inputs, spec, reason] of refusals) {
    it(`refuses ${what}, and changes nothing`, async () => {
      const { platform, adopt } = runWith(there, spec);
      const result = await adopt(inputs);
      assert.ok(result instanceof Error && result.name === "AdoptionError", String(result));
      assert.match(result.message, reason);
      assert.match(
        result.message,
        /^adoptUid "[^"]+" cannot be adopted as this \w+, because .*\. Nothing was changed\./,
      );
      assert.deepEqual(platform.writes(), []);
    });
  }

  const answers: [what: string, action: FaultAction, error: RegExp][] = [
    [
      "anything where the path is not known",
      { kind: "body", status: 404, body: '{"code":5,"message":"Not Found"}' },
      /^AdoptionError: .*no Group has this uid/,
    ],
    [
      "an answer about another object",
      { kind: "body", status: 200, body: '{"uid":"org/b","name":"team"}' },
      /^ProtocolError: GET \/iam\/v2\/groups\/org\/a: the response is about Group org\/b$/,
    ],
  ];
  for (const [what, action, error] of answers) {
    it(`refuses ${what}`, async () => {
      const { platform, adopt } = runWith(theirs);
      platform.fault({ method: "GET", action });
      assert.match(String(await adopt(team)), error);
      assert.deepEqual(platform.writes(), []);
    });
  }

  it("records the object as it is when it cannot be updated", async () => {
    const { platform, adopt } = runWith(theirs);
    platform.fault({ method: "PATCH", action: { kind: "status", code: "PERMISSION_DENIED", message: "read only" } });
    const result = await adopt({ ...team, description: "ours" });
    assert.ok(result instanceof IncompleteError);
    assert.equal(
      result.message,
      'Group org/a was adopted, but not updated: [PERMISSION_DENIED] PATCH /iam/v2/groups/org/a: "read only"\n' +
        "- If the token's identity lacks the capability CAP_IAM_GROUPS_UPDATE or CAP_IAM_GROUPS_LIST in this group, ask an owner of the organization for a role that has it.",
    );
    assert.deepEqual([result.id, result.properties], ["org/a", { ...team, description: "theirs", ...times }]);
  });

  it("keeps fields that were left alone out of the inputs of a later read, until somebody changes them", async () => {
    const { platform, adopt, read } = runWith(theirs);
    const { outputs } = madeBy(await adopt(team));
    assert.deepEqual((await read("org/a", outputs))?.inputs, team);
    platform.edit("org/a", { description: "moved" });
    assert.deepEqual((await read("org/a", outputs))?.inputs, { ...team, description: "moved" });
  });
});

const taken =
  /^AdoptionError: adoptUid "org\/\w+" cannot be adopted as this Group, because another resource of this program manages the Group org\/\w+/;

for (const atOnce of [false, true]) {
  describe(`two resources of a program that adopt one object, ${atOnce ? "at once" : "one after the other"} (row 13)`, () => {
    const wanted = { ...team, description: "theirs" };
    const twice = async ({ adopt }: ReturnType<typeof runWith>, inputs: Values = wanted) =>
      atOnce ? Promise.all([adopt(inputs), adopt(inputs)]) : [await adopt(inputs), await adopt(inputs)];

    it("cannot both succeed", async () => {
      const [first, second] = await twice(runWith(theirs));
      assert.equal((first as { uid?: string }).uid, "org/a");
      assert.match(String(second), taken);
    });

    it("cannot both succeed when the first could not update the object", async () => {
      const run = runWith(theirs);
      run.platform.fault({ method: "PATCH", action: { kind: "status", code: "PERMISSION_DENIED" } });
      const [first, second] = await twice(run, { ...team, description: "ours" });
      assert.ok(first instanceof IncompleteError);
      assert.match(String(second), taken);
    });

    it("leave it to the second when the first failed", async () => {
      for (const code of ["NOT_FOUND", "PERMISSION_DENIED", undefined] as const) {
        const run = runWith(code === undefined ? placed(group, "org/a", { name: "crew" }) : theirs);
        if (code !== undefined) run.platform.fault({ method: "GET", action: { kind: "status", code } });
        // Somebody gives it the name just after the first has looked.
        else
          run.platform.whenAnswered(/^GET/, () => run.platform.edit("org/a", { name: "team", description: "theirs" }));
        const [first, second] = await twice(run);
        assert.ok(first instanceof Error && !taken.test(String(first)));
        assert.equal((second as { uid?: string }).uid, "org/a");
      }
    });
  });
}

describe("an object created in this run (row 13)", () => {
  it("belongs to its creator, and no other resource can adopt it", async () => {
    const context = new LocalPlatform().run();
    const { uid } = madeBy(await creating(context, group, team));
    assert.match(String(await creating(context, group, { ...team, adoptUid: uid })), taken);
  });

  it("does not block a resource of another kind with the same uid, and neither does an adopted object", async () => {
    const cloud = { name: "cloud", amazon: { account: "123456789012" } };
    for (const isAdopted of [false, true]) {
      const platform = new LocalPlatform(isAdopted ? [theirs] : []);
      const context = platform.run();
      const { uid } = madeBy(await creating(context, group, { ...team, ...(isAdopted ? { adoptUid: "org/a" } : {}) }));
      platform.put(accountAssociation, uid, cloud);
      const its = await creating(context, accountAssociation, { parentUid: uid, ...cloud, adoptUid: uid });
      assert.equal(madeBy(its).uid, uid);
    }
  });
});
