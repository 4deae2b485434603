import assert from "node:assert/strict";
import type { AdoptMode } from "../../../../src/lifecycle/run/context";
import { Kind } from "../../../../src/lifecycle/run/handle";
import { inputsOf } from "../../../../src/lifecycle/state/after-read";
import { diff } from "../../../../src/lifecycle/verbs/diff";
import { verbsOf } from "../../../../src/lifecycle/verbs/verbs-of";
import { accountAssociation } from "../../../../src/resources/account-association";
import { group } from "../../../../src/resources/group";
import { groupInvite } from "../../../../src/resources/group-invite";
import { identity } from "../../../../src/resources/identity";
import { identityProvider } from "../../../../src/resources/identity-provider";
import { organization } from "../../../../src/resources/organization";
import { repo } from "../../../../src/resources/repo";
import { roleBinding } from "../../../../src/resources/role-binding";
import { subscription } from "../../../../src/resources/subscription";
import { tag } from "../../../../src/resources/tag";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { bodyOf, listed, missingResource, object, refusal, scriptedContext } from "../../../support/lifecycle";

const createTime = "2026-01-01T00:00:00Z";
const theirs = { uid: "org/a", name: "team", description: "d", createTime };
const team = { parentUid: "org", name: "team", description: "d" };
const unchanged = { changed: false, isHidden: false, replaces: [], deleteBeforeReplace: false };
const digest = `sha256:${"a".repeat(64)}`;

/** A run with the setting adoptExisting, in which the platform plays some answers. */
function runWith(adoptExisting: AdoptMode, answers: Parameters<typeof scriptedContext>[0]) {
  const script = scriptedContext(answers);
  const context = { ...script.context, adoptExisting };
  const create = (inputs: Values, spec: ResourceSpec = group) =>
    verbsOf(spec)
      .create(new Kind(context, spec), inputs)
      .catch((error: Error) => error);
  return { ...script, ownership: context.ownership, create };
}

/** One create in such a run; it must ask for all that is played. */
async function creating(
  mode: AdoptMode,
  answers: Parameters<typeof scriptedContext>[0],
  inputs: Values,
  spec: ResourceSpec = group,
) {
  const run = runWith(mode, answers);
  const result = await run.create(inputs, spec);
  assert.deepEqual(run.left, []);
  const writes = run.requests.filter(({ method }) => method !== "GET");
  return { result, writes, message: String(result), lines: run.lines(), printed: run.printed };
}

const made = (result: unknown) => {
  assert.ok(!(result instanceof Error), String(result));
  return result as { uid: string; outputs: Values };
};

describe("what a create finds in its place (row 127)", () => {
  it("is taken over where each declared field is equal, without a write, and said in one line (identical)", async () => {
    const { result, writes, lines, printed } = await creating(
      "identical",
      [listed("groups", theirs), object(theirs)],
      team,
    );
    assert.deepEqual(lines, ["GET /iam/v2/groups uidp.children_of=org name=team", "GET /iam/v2/groups/org/a"]);
    assert.deepEqual(writes, []);
    assert.deepEqual(result, { uid: "org/a", outputs: { ...team, createTime } });
    assert.deepEqual(diff(group, made(result).outputs, team), unchanged);
    assert.deepEqual(printed, ['Group "team" (org/a) exists already and is taken over as it is']);
  });

  it("is named by who has what where, if it is a role binding, and by its uid alone, if it has no name (identical)", async () => {
    const binding = {
      uid: "org/b",
      identity: { uid: "org/i", name: "legacy-jenkins" },
      role: { uid: "org/r", name: "auditor" },
      group: { uid: "org", name: "staging" },
      createTime,
    };
    const inputs = { parentUid: "org", identityUid: "org/i", roleUid: "org/r" };
    const ofBinding = await creating(
      "identical",
      [listed("roleBindings", binding), object(binding)],
      inputs,
      roleBinding,
    );
    assert.deepEqual(ofBinding.printed, [
      'RoleBinding of "legacy-jenkins" as "auditor" in "staging" (org/b) exists already and is taken over as it is',
    ]);
    const sink = "https://hooks.example.com/services";
    const theirs = { uid: "org/s", sink };
    const answers = [listed("subscriptions", theirs), object(theirs)];
    const ofSubscription = await creating("identical", answers, { parentUid: "org", sink }, subscription);
    assert.deepEqual(ofSubscription.printed, ["Subscription org/s exists already and is taken over as it is"]);
  });

  it("keeps what the program leaves out, and that is said (identical)", async () => {
    const inputs = { parentUid: "org", name: "team" };
    const { result, writes, printed } = await creating("identical", [listed("groups", theirs), object(theirs)], inputs);
    assert.deepEqual(writes, []);
    assert.deepEqual(diff(group, made(result).outputs, inputs), unchanged);
    assert.deepEqual(printed, [
      'Group "team" (org/a) exists already and is taken over as it is. It has more than the program says, which stays: description',
    ]);
  });

  it("is refused where a field differs, with its name, no value, and the ways out (identical)", async () => {
    const inputs = { ...team, description: "the program's own" };
    const { message, writes, printed } = await creating(
      "identical",
      [listed("groups", theirs), object(theirs)],
      inputs,
    );
    assert.match(
      message,
      /^AlreadyThereError: A Group with this name exists already under parentUid org: org\/a\. Nothing was created\. It is not taken over, for it differs in description\. Give the program what the platform has, or set platform:adoptExisting to sameKey, which brings it up to date\. .*adoptUid: "org\/a" takes it over\. Or choose another name\.$/,
    );
    assert.doesNotMatch(message, /PLATFORM_ADOPT_EXISTING|the program's own/);
    assert.deepEqual([writes, printed], [[], []]);
  });

  it("is brought up to date by the fields that differ, and that is said (sameKey)", async () => {
    const inputs = { ...team, description: "ours" };
    const answers = [listed("groups", theirs), object(theirs), object({ ...theirs, description: "ours" })];
    const { result, writes, printed } = await creating("sameKey", answers, inputs);
    assert.deepEqual(writes.map(bodyOf), [{ description: "ours" }]);
    assert.deepEqual(diff(group, made(result).outputs, inputs), unchanged);
    assert.deepEqual(printed, [
      'Group "team" (org/a) exists already and is taken over and brought up to date: description',
    ]);
  });

  it("is recorded as incomplete where it could not be brought up to date (sameKey)", async () => {
    const answers = [listed("groups", theirs), object(theirs), refusal("PERMISSION_DENIED")];
    const { message } = await creating("sameKey", answers, { ...team, description: "ours" });
    assert.match(message, /^IncompleteError: Group org\/a was adopted, but not brought up to date/);
  });

  it("is refused by either where what cannot be changed differs", async () => {
    const there = { uid: "org/i", name: "sso", defaultRole: "org/r", oidc: { issuer: "https://i.example.com" } };
    const rule = (name: string) => `CORRELATION_RULE_${name}_EQUALS_EXTERNAL_ID`;
    const oidc = { ...there.oidc, clientId: "c", pkceEnabled: true };
    const stored = { ...there, oidc: { ...oidc, correlationRule: rule("SUB") } };
    const inputs = {
      parentUid: "org",
      name: "sso",
      defaultRole: "org/r",
      oidc: { ...oidc, correlationRule: rule("OID") },
    };
    for (const mode of ["identical", "sameKey"] as const) {
      const answers = [listed("identityProviders", stored), object(stored)];
      const { message, writes } = await creating(mode, answers, inputs, identityProvider);
      assert.match(message, /not taken over, for it differs in oidc\.correlationRule, which cannot be changed\./);
      assert.deepEqual(writes, []);
    }
  });

  it("is refused with the uids of all where there is more than one", async () => {
    for (const mode of ["identical", "sameKey"] as const) {
      const twins = listed("groups", theirs, { ...theirs, uid: "org/b" });
      const { message } = await creating(mode, [twins], team);
      assert.match(
        message,
        /^AlreadyThereError: More than one Group with this name .*: org\/a, org\/b\. Nothing was created/,
      );
    }
  });

  it("is refused by never, which tells of the setting", async () => {
    const { message, lines } = await creating("never", [listed("groups", theirs)], team);
    assert.equal(lines.length, 1);
    assert.match(
      message,
      /platform:adoptExisting \(PLATFORM_ADOPT_EXISTING\) set to identical takes over all that is as/,
    );
  });

  it("is treated alike where only the server knows of it: AlreadyExists after a look that found nothing", async () => {
    const answers = [listed("groups"), refusal("ALREADY_EXISTS"), listed("groups", theirs), object(theirs)];
    const { result, writes, printed } = await creating("identical", answers, team);
    assert.equal(made(result).uid, "org/a");
    assert.equal(writes.length, 1);
    assert.equal(printed.length, 1);
    const other = await creating("identical", answers, { ...team, description: "ours" });
    assert.match(other.message, /not taken over, for it differs in description/);
    const unseen = await creating(
      "identical",
      [listed("groups"), refusal("ALREADY_EXISTS", "taken"), listed("groups")],
      team,
    );
    assert.match(unseen.message, /taken/);
  });

  it("is refused where it vanishes between the look and the next one", async () => {
    const { message } = await creating("identical", [listed("groups", theirs), missingResource("org/a")], team);
    assert.match(message, /not taken over, for there is no Group with this uid/);
  });
});

describe("whose object is taken over (row 127)", () => {
  it("is nobody's in this program: of two resources with one key the second is refused", async () => {
    const run = runWith("identical", [listed("groups", theirs), object(theirs), listed("groups", theirs)]);
    const [first, second] = await Promise.all([run.create(team), run.create(team)]);
    assert.equal(made(first).uid, "org/a");
    assert.match(String(second), /not taken over, for the Group org\/a is held by another resource of this program/);
  });

  it("is never what a resource of the program holds, or is to adopt by its uid", async () => {
    const held = runWith("sameKey", [listed("groups", theirs)]);
    held.ownership.noteCheck(group, { ...team, name: "crew" }, true);
    held.ownership.noteDiff({ spec: group, uid: "org/a" }, "kept", { ...team, name: "crew" });
    assert.match(String(await held.create(team)), /is held by another resource of this program/);
    const wanted = runWith("sameKey", [listed("groups", theirs)]);
    wanted.ownership.noteCheck(group, { ...team, adoptUid: "org/a" }, false);
    assert.match(
      String(await wanted.create({ ...team, parentUid: "org" })),
      /is held by another resource of this program/,
    );
  });

  it("is never what the new object replaces, seen or deleted before", async () => {
    for (const isDeleted of [false, true]) {
      const run = runWith("sameKey", [listed("groups", theirs)]);
      run.ownership.noteCheck(group, team, true);
      run.ownership.noteDiff({ spec: group, uid: "org/a" }, "replacing", team);
      if (isDeleted) run.ownership.noteDelete({ spec: group, uid: "org/a" }, team);
      assert.match(
        String(await run.create(team)),
        /^AlreadyThereError: The replacement of a Group is not made: this name is taken under parentUid org by org\/a/,
      );
      assert.deepEqual(run.left, []);
    }
  });

  it("may be what a replacement has made in a run that was killed", async () => {
    const sink = "https://a.example.com/hook";
    const run = runWith("identical", [
      listed("subscriptions", { uid: "org/new", sink }),
      object({ uid: "org/new", sink }),
    ]);
    run.ownership.noteCheck(subscription, { parentUid: "org", sink }, true);
    run.ownership.noteDiff({ spec: subscription, uid: "org/old" }, "replacing", { parentUid: "org", sink });
    assert.equal(made(await run.create({ parentUid: "org", sink }, subscription)).uid, "org/new");
  });

  it("is recorded as the program's: another entry's delete leaves it alone", async () => {
    const run = runWith("identical", [listed("groups", theirs), object(theirs)]);
    await run.create(team);
    assert.ok(run.ownership.isOwned({ spec: group, uid: "org/a" }));
  });
});

describe("the kinds that adoptExisting is about (row 127)", () => {
  it("do not include organisations, for anybody may call one of theirs like it", async () => {
    const root = { uid: "org", name: "acme", createTime };
    for (const mode of ["identical", "sameKey"] as const) {
      const { message, writes } = await creating(mode, [listed("groups", root)], { name: "acme" }, organization);
      assert.match(message, /not taken over, for an Organization is not known by its name alone\. .*adoptUid: "org"/);
      assert.deepEqual(writes, []);
    }
    const { message } = await creating("never", [listed("groups", root)], { name: "acme" }, organization);
    assert.doesNotMatch(message, /platform:adoptExisting/);
  });

  it("do not include invites: one like it is named, and another is made", async () => {
    const invite = { roleUid: "org/r", role: { uid: "org/r" }, ttl: "3600s", email: "a@example.com" };
    const answers = [
      listed("groupInvites", { uid: "org/old", ...invite }),
      object({ uid: "org/new", code: "secret-code-1", ...invite }),
    ];
    const inputs = { parentUid: "org", roleUid: "org/r", ttl: "3600s", email: "a@example.com" };
    const { result, printed } = await creating("sameKey", answers, inputs, groupInvite);
    assert.equal(made(result).uid, "org/new");
    assert.match(printed.join(), /^org has a GroupInvite like this one already: org\/old\. Delete what no stack/);
  });

  it("include what exists once per parent, whatever it is called", async () => {
    const there = { uid: "org", name: "cloud", amazon: { account: "123456789012" } };
    const inputs = { parentUid: "org", name: "cloud", amazon: { account: "123456789012" } };
    const same = await creating("identical", [object(there), object(there)], inputs, accountAssociation);
    assert.equal(made(same.result).uid, "org");
    assert.deepEqual(same.writes, []);
    const renamed = { ...inputs, name: "other" };
    const other = await creating("identical", [object(there), object(there)], renamed, accountAssociation);
    assert.match(
      other.message,
      /^AlreadyThereError: parentUid org has an AccountAssociation already, .*it differs in name\./,
    );
  });

  it("include tags, which identical never moves and sameKey does", async () => {
    const there = { uid: "org/r/t", name: "v1", digest };
    const inputs = { parentUid: "org/r", name: "v1", digest };
    const same = await creating("identical", [listed("tags", there), object(there)], inputs, tag);
    assert.deepEqual([made(same.result).uid, same.writes], ["org/r/t", []]);
    const moved = { ...inputs, digest: `sha256:${"b".repeat(64)}` };
    const refused = await creating("identical", [listed("tags", there), object(there)], moved, tag);
    assert.match(refused.message, /differs in digest/);
    assert.deepEqual(refused.writes, []);
    const answers = [
      listed("tags", there),
      object(there),
      object(there),
      object({ ...there, ...moved, uid: "org/r/t" }),
    ];
    assert.deepEqual((await creating("sameKey", answers, moved, tag)).writes.length, 1);
  });

  it("tell that a secret cannot be compared: identical refuses, and sameKey sends it", async () => {
    const oidc = { issuer: "https://i.example.com", clientId: "c" };
    const there = { uid: "org/p", name: "sso", defaultRole: "org/r", oidc };
    const inputs = {
      parentUid: "org",
      name: "sso",
      defaultRole: "org/r",
      oidc: { ...oidc, clientSecret: "hush-hush-hush" },
    };
    const answers = [listed("identityProviders", there), object(there)];
    const refused = await creating("identical", answers, inputs, identityProvider);
    assert.match(
      refused.message,
      /not taken over, for the platform does not tell whether its oidc\.clientSecret is the one in the program\. Set platform:adoptExisting to sameKey, which sends it\./,
    );
    assert.doesNotMatch(refused.message, /hush/);
    assert.deepEqual(refused.writes, []);
    const sent = await creating("sameKey", [...answers, object(there)], inputs, identityProvider);
    assert.deepEqual(sent.writes.map(bodyOf), [{ oidc: { clientSecret: "hush-hush-hush" } }]);
    assert.deepEqual(sent.printed, [
      'IdentityProvider "sso" (org/p) exists already and is taken over and brought up to date: oidc.clientSecret',
    ]);
  });

  it("include a repo without the readme that a run which was killed did not come to write: it is written", async () => {
    const there = { uid: "org/r", name: "app" };
    const inputs = { parentUid: "org", name: "app", readme: "# app" };
    const empty = [
      listed("repos", there),
      object(there),
      object({ uid: "org/r" }),
      object({ uid: "org/r", content: "# app" }),
    ];
    const { result, writes, printed } = await creating("identical", empty, inputs, repo);
    assert.deepEqual(writes.map(bodyOf), [{ content: "# app" }]);
    assert.deepEqual(diff(repo, made(result).outputs, inputs), unchanged);
    assert.deepEqual(printed, ['Repo "app" (org/r) exists already and is taken over and brought up to date: readme']);
    const full = [listed("repos", there), object(there), object({ uid: "org/r", content: "# another" })];
    const other = await creating("identical", full, inputs, repo);
    assert.match(other.message, /it differs in readme/);
    assert.deepEqual(other.writes, []);
  });

  it("tell that a reference which the server stores in another form cannot be compared", async () => {
    const there = { uid: "org/r", name: "app", sync_config: { source: "org2/s" } };
    const stored = [listed("repos", there), object(there), object({ uid: "org/r" })];
    const inputs = { parentUid: "org", name: "app", syncConfig: { source: "library/app" } };
    const byName = await creating("identical", stored, inputs, repo);
    assert.match(byName.message, /does not tell whether its syncConfig\.source is the one in the program/);
    const byUid = await creating("identical", stored, { ...inputs, syncConfig: { source: "org2/s" } }, repo);
    assert.deepEqual([made(byUid.result).uid, byUid.writes], ["org/r", []]);
  });

  it("note what a mirror has from its source as the server's, so that no refresh takes it for the program's", async () => {
    const there = {
      uid: "org/r",
      name: "app",
      sync_config: { source: "org2/s" },
      bundles: ["base"],
      description: "of s",
    };
    const stored = [listed("repos", there), object(there), object({ uid: "org/r" })];
    const inputs = { parentUid: "org", name: "app", syncConfig: { source: "org2/s" } };
    const { outputs } = made((await creating("identical", stored, inputs, repo)).result);
    assert.deepEqual(outputs.bundles, ["base"]);
    assert.deepEqual(inputsOf(repo.fields, outputs), inputs);
    assert.deepEqual(diff(repo, outputs, inputs), unchanged);
  });

  it("compare a oneof by the member that is set", async () => {
    const claimMatch = { issuer: "https://i.example.com", subject: "s" };
    const there = { uid: "org/i", name: "ci", claimMatch };
    const inputs = { parentUid: "org", name: "ci", claimMatch: { issuer: claimMatch.issuer, subjectPattern: "s.*" } };
    const { message } = await creating("identical", [listed("identities", there), object(there)], inputs, identity);
    assert.match(message, /it differs in claimMatch\.subjectPattern\./);
  });
});
