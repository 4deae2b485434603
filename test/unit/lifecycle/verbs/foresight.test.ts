import assert from "node:assert/strict";
import { ConfigurationError } from "../../../../src/api/errors";
import type { AdoptMode } from "../../../../src/lifecycle/run/context";
import { Kind } from "../../../../src/lifecycle/run/handle";
import { Ownership } from "../../../../src/lifecycle/run/ownership";
import { Foresight } from "../../../../src/lifecycle/verbs/foresight";
import { verbsOf } from "../../../../src/lifecycle/verbs/verbs-of";
import { group } from "../../../../src/resources/group";
import { groupInvite } from "../../../../src/resources/group-invite";
import { repo } from "../../../../src/resources/repo";
import { roleBinding } from "../../../../src/resources/role-binding";
import { scimToken } from "../../../../src/resources/scim-token";
import { subscription } from "../../../../src/resources/subscription";
import type { ResourceSpec } from "../../../../src/spec/resource";
import { UNKNOWN } from "../../../../src/spec/unknown";
import type { Values } from "../../../../src/spec/values";
import { listed, missingResource, object, refusal, scriptedContext } from "../../../support/lifecycle";

const ours = { parentUid: "org", name: "team", adoptUid: "org/a" };
const theirs = object({ uid: "org/a", name: "team", description: "made by hand" });

/** A preview in which the platform plays some answers. */
function previewWith(answers: Parameters<typeof scriptedContext>[0], adoptExisting: AdoptMode = "never") {
  const script = scriptedContext(answers);
  const context = { ...script.context, adoptExisting };
  const printed: string[] = [];
  const foresight = new Foresight((text) => printed.push(text), context.ownership);
  return {
    ownership: context.ownership,
    printed,
    lines: script.lines,
    left: script.left,
    async tell(inputs: Values, { spec = group, resource = "r", plain = inputs }: Partial<Told> = {}) {
      const create = { note: { resource, plain }, inputs, verbs: verbsOf(spec) };
      return foresight.tell(create, spec, () => new Kind(context, spec));
    },
  };
}

interface Told {
  readonly spec: ResourceSpec;
  readonly resource: string;
  readonly plain: Values;
}

describe("what a preview tells of an adoption (row 13)", () => {
  it("is what is adopted and changed, by one GET and nothing else", async () => {
    const preview = previewWith([theirs]);
    assert.equal(await preview.tell({ ...ours, description: "now managed" }, { resource: "my-team" }), undefined);
    assert.equal(preview.printed[0], 'my-team: adopts Group org/a; description: "made by hand" → "now managed"');
    assert.match(String(preview.printed[1]), /only that entry leaves the state: the object stays$/);
    assert.deepEqual(preview.lines(), ["GET /iam/v2/groups/org/a"]);
  });

  it("is that nothing is changed where the program leaves the differences out", async () => {
    const preview = previewWith([theirs]);
    await preview.tell(ours);
    assert.equal(preview.printed[0], "r: adopts Group org/a; nothing is changed");
  });

  it("hides an input that holds a secret, or that is not what the program had", async () => {
    const preview = previewWith([theirs, object({ uid: "org/b", name: "team", description: "made by hand" })]);
    await preview.tell({ ...ours, description: "s3cret" }, { plain: ours });
    const replaced = { ...ours, adoptUid: "org/b", description: "s3cret" };
    await preview.tell(replaced, { plain: { ...replaced, description: "plain" } });
    const told = preview.printed.filter((text) => text.includes("adopts"));
    assert.deepEqual(told, [
      "r: adopts Group org/a; description: [secret] will be set",
      "r: adopts Group org/b; description: [secret] will be set",
    ]);
  });

  it("asks for a readme only where the program gives one", async () => {
    const answers = [object({ uid: "org/r", name: "app" }), object({ uid: "org/r", content: "# theirs" })];
    const inputs = { parentUid: "org", name: "app", adoptUid: "org/r" };
    const without = previewWith(answers.slice(0, 1));
    await without.tell(inputs, { spec: repo });
    assert.deepEqual(without.lines(), ["GET /registry/v2/repos/org/r"]);
    const given = previewWith(answers);
    await given.tell({ ...inputs, readme: "# ours" }, { spec: repo });
    assert.equal(given.printed[0], 'r: adopts Repo org/r; readme: "# theirs" → "# ours"');
  });

  it("says what decides whether it is adopted, where that is not known yet", async () => {
    const preview = previewWith([theirs]);
    assert.equal(await preview.tell({ ...ours, parentUid: UNKNOWN }), undefined);
    assert.equal(
      preview.printed[0],
      'r: adopts Group org/a; parentUid: "org" → (not known yet); refused if parentUid turns out to be another',
    );
    await preview.tell({ ...ours, adoptUid: UNKNOWN });
    assert.equal(preview.printed[2], "r: what it adopts is not known yet");
    assert.deepEqual(preview.left, []);
  });

  it("is refused where the update would refuse it", async () => {
    const cases: readonly (readonly [Values, ResourceSpec, Parameters<typeof scriptedContext>[0], RegExp])[] = [
      [ours, group, [missingResource("org/a")], /there is no Group with this uid/],
      [{ ...ours, name: "crew" }, group, [theirs], /its name is not the one in the program/],
      [{ ...ours, parentUid: "org2" }, group, [theirs], /its parentUid is not the one in the program/],
      [{ parentUid: "org", adoptUid: "org/i", roleUid: "org/r", ttl: "7d" }, groupInvite, [], /is not told again/],
      [
        { parentUid: "org", sink: "https://a.example.com", adoptUid: "org/s" },
        subscription,
        [object({ uid: "org/s", sink: "https://b.example.com" })],
        /sink/,
      ],
      [
        { parentUid: "org", identityUid: "org/i", roleUid: "org/r", adoptUid: "org/b" },
        roleBinding,
        [object({ uid: "org/b", identity: { uid: "org/other" }, role: { uid: "org/r" } })],
        /its identityUid is not the one/,
      ],
    ];
    for (const [inputs, spec, answers, reason] of cases) {
      const preview = previewWith(answers);
      assert.match(String(await preview.tell(inputs, { spec })), reason);
      assert.deepEqual([preview.printed, preview.left], [[], []]);
    }
  });

  it("is refused to a second resource that wants the same object", async () => {
    const preview = previewWith([theirs]);
    assert.equal(await preview.tell(ours, { resource: "first" }), undefined);
    assert.match(String(await preview.tell(ours, { resource: "second" })), /held by another resource of this program/);
  });

  it("says of one object that it cannot be seen, and asks for the next", async () => {
    const preview = previewWith([refusal("PERMISSION_DENIED"), object({ uid: "org/b", name: "team" })]);
    assert.equal(await preview.tell(ours), undefined);
    assert.match(
      String(preview.printed[0]),
      /^r: adopts Group org\/a; what that changes cannot be seen .*PERMISSION_DENIED/,
    );
    await preview.tell({ ...ours, adoptUid: "org/b" });
    assert.equal(preview.printed[1], "r: adopts Group org/b; nothing is changed");
  });

  it("says once that the platform cannot be asked, and asks no more", async () => {
    const preview = previewWith([refusal("UNAUTHENTICATED")]);
    assert.equal(await preview.tell(ours), undefined);
    assert.equal(await preview.tell({ ...ours, adoptUid: "org/b" }), undefined);
    assert.equal(preview.printed.length, 1);
    assert.match(String(preview.printed[0]), /what this or any other resource adopts cannot be seen in this preview/);
    assert.deepEqual(preview.lines(), ["GET /iam/v2/groups/org/a"]);
  });

  it("goes on without settings, but not after an error in this package", async () => {
    const foresight = new Foresight(() => undefined, new Ownership());
    const wanted = { note: { resource: "r", plain: ours }, inputs: ours, verbs: verbsOf(group) };
    const failingWith = (error: Error) => () => {
      throw error;
    };
    await assert.rejects(foresight.tell(wanted, group, failingWith(new TypeError("a bug"))), TypeError);
    assert.equal(await foresight.tell(wanted, group, failingWith(new ConfigurationError("no token"))), undefined);
  });

  it("is for a SCIM token that the live one is replaced, or that there is none", async () => {
    const inputs = { identityProviderUid: "org/p", adoptUid: "org/p" };
    const provider = (credentialState: string) =>
      object({ uid: "org/p", name: "sso", defaultRole: "r", scim: { credentialState } });
    const live = previewWith([provider("CREDENTIAL_STATE_LIVE")]);
    await live.tell(inputs, { spec: scimToken });
    assert.match(String(live.printed[0]), /^r: replaces the live SCIM token of org\/p by a new one/);
    const none = previewWith([provider("CREDENTIAL_STATE_REVOKED")]);
    await none.tell(inputs, { spec: scimToken });
    assert.match(String(none.printed[0]), /^r: adopts nothing: org\/p has no live SCIM token/);
    const other = previewWith([provider("CREDENTIAL_STATE_LIVE")]);
    assert.match(String(await other.tell({ ...inputs, adoptUid: "org/x" }, { spec: scimToken })), /is not the uid of/);
  });
});

describe("what a preview tells of what creates take over (row 127)", () => {
  const wanted = { parentUid: "org", name: "team", description: "made by hand" };
  const found = listed("groups", { uid: "org/a", name: "team" });
  const look = "GET /iam/v2/groups uidp.children_of=org name=team";

  it("is nothing, without a request, while the setting is never", async () => {
    const preview = previewWith([]);
    assert.equal(await preview.tell(wanted), undefined);
    assert.deepEqual([preview.printed, preview.lines()], [[], []]);
  });

  it("is nothing where there is nothing, by one look", async () => {
    const preview = previewWith([listed("groups")], "identical");
    assert.equal(await preview.tell(wanted), undefined);
    assert.deepEqual([preview.printed, preview.lines()], [[], [look]]);
  });

  it("is the object, by a look and one GET, and that nothing is changed", async () => {
    const preview = previewWith([found, theirs], "identical");
    assert.equal(await preview.tell(wanted), undefined);
    assert.equal(preview.printed[0], "r: takes over Group org/a, which exists already; nothing is changed");
    assert.match(String(preview.printed[1]), /only that entry leaves the state: the object stays$/);
    assert.deepEqual(preview.lines(), [look, "GET /iam/v2/groups/org/a"]);
  });

  it("is what sameKey changes, without a secret of the program's", async () => {
    const preview = previewWith([found, theirs, found, theirs], "sameKey");
    const inputs = { ...wanted, description: "ours" };
    await preview.tell(inputs);
    assert.equal(
      preview.printed[0],
      'r: takes over Group org/a, which exists already; description: "made by hand" → "ours"',
    );
    const hushed = previewWith([found, theirs], "sameKey");
    await hushed.tell(inputs, { plain: wanted });
    assert.equal(
      hushed.printed[0],
      "r: takes over Group org/a, which exists already; description: [secret] will be set",
    );
  });

  it("is the refusal of the update, with the fields that differ and without their values", async () => {
    const preview = previewWith([found, theirs], "identical");
    const refused = String(await preview.tell({ ...wanted, description: "the program's own" }));
    assert.match(
      refused,
      /exists already .*: org\/a\. Nothing was created\. It is not taken over, for it differs in description\. /,
    );
    assert.doesNotMatch(refused, /made by hand|the program's own/);
  });

  it("is what decides, where a field is not known yet", async () => {
    const preview = previewWith([found, theirs], "identical");
    assert.equal(await preview.tell({ ...wanted, description: UNKNOWN }), undefined);
    assert.match(String(preview.printed[0]), /\(not known yet\); refused if description turns out to be another$/);
  });

  it("is nothing where the parent or the key is not known yet, or the kind has no key", async () => {
    const preview = previewWith([], "identical");
    const cases: readonly (readonly [Values, ResourceSpec])[] = [
      [{ ...wanted, parentUid: UNKNOWN }, group],
      [{ parentUid: "org", identityUid: UNKNOWN, roleUid: "org/r" }, roleBinding],
      [{ parentUid: "org", roleUid: "org/r", ttl: "7d" }, groupInvite],
      [{ identityProviderUid: "org/p" }, scimToken],
    ];
    for (const [inputs, spec] of cases) assert.equal(await preview.tell(inputs, { spec }), undefined);
    assert.deepEqual([preview.printed, preview.lines()], [[], []]);
  });

  it("is nothing in a replacement, unless there is another object than the one that it replaces", async () => {
    const another = { uid: "org/b", name: "team" };
    const twins = listed("groups", { uid: "org/a", name: "team" }, another);
    const preview = previewWith([found, twins, object(another)], "identical");
    preview.ownership.noteCheck(group, wanted, true);
    preview.ownership.noteDiff({ spec: group, uid: "org/a" }, "replacing", wanted);
    preview.ownership.noteCheck(group, wanted, false);
    assert.equal(await preview.tell(wanted), undefined);
    assert.deepEqual([preview.printed, preview.lines()], [[], [look]]);
    assert.match(String(await preview.tell(wanted)), /^The replacement of a Group is not made: .* by org\/b\./);
  });

  it("is refused to a second resource with the same key, and to one beside the resource that holds the object", async () => {
    const preview = previewWith([found, theirs, found, theirs], "identical");
    assert.equal(await preview.tell(wanted, { resource: "first" }), undefined);
    assert.match(String(await preview.tell(wanted, { resource: "second" })), /is held by another resource of this/);
    const held = previewWith([found], "identical");
    held.ownership.noteCheck(group, { ...wanted, name: "crew" }, true);
    held.ownership.noteDiff({ spec: group, uid: "org/a" }, "kept", { ...wanted, name: "crew" });
    assert.match(String(await held.tell(wanted)), /not taken over, for the Group org\/a is held by another resource/);
  });

  it("is that it cannot be seen, once, where the platform cannot be asked", async () => {
    const preview = previewWith([refusal("UNAUTHENTICATED")], "identical");
    await preview.tell(wanted);
    await preview.tell({ ...wanted, name: "crew" });
    assert.equal(preview.printed.length, 1);
    assert.match(
      String(preview.printed[0]),
      /^r: what this or any other resource adopts cannot be seen in this preview/,
    );
  });

  it("names both where two have the key", async () => {
    const twins = listed("groups", { uid: "org/a", name: "team" }, { uid: "org/b", name: "team" });
    const preview = previewWith([twins], "identical");
    assert.match(String(await preview.tell(wanted)), /^More than one Group with this name .*: org\/a, org\/b\./);
  });
});
