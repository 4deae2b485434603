import assert from "node:assert/strict";
import { inputsOf } from "../../../../src/core/state/after-read";
import { diff } from "../../../../src/core/verbs/diff";
import type { StartObject } from "../../../../src/emulator/index";
import { accountAssociation } from "../../../../src/resources/account-association";
import { group } from "../../../../src/resources/group";
import { groupInvite } from "../../../../src/resources/group-invite";
import { identity } from "../../../../src/resources/identity";
import { identityProvider } from "../../../../src/resources/identity-provider";
import { organization } from "../../../../src/resources/organization";
import { repo } from "../../../../src/resources/repo";
import { tag } from "../../../../src/resources/tag";
import type { AdoptMode } from "../../../../src/spec/adopt-mode";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { creating, LocalPlatform, madeBy, placed } from "../../../support/local-platform";

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

describe("the kinds of adoptExisting (row 127)", () => {
  it("do not include organizations, because anybody may use the same name", async () => {
    for (const mode of strict) {
      const { message, writes } = await create(mode, [], { name: "acme" }, organization);
      assert.match(
        message,
        /not taken over, because the name alone does not identify an Organization\.\n[\s\S]*adoptUid: "org"/,
      );
      assert.deepEqual(writes, []);
    }
    const { message } = await create("never", [], { name: "acme" }, organization);
    assert.doesNotMatch(message, /platform:adoptExisting/);
  });

  it("do not include invites: an equal one is named, and another one is created", async () => {
    const invite = { roleUid: "viewer", ttl: "3600s", email: "a@example.com" };
    const run = runWith("sameKey", [placed(groupInvite, "org/old", invite)]);
    const { result, printed } = await run.create({ parentUid: "org", ...invite }, groupInvite);
    assert.deepEqual(run.platform.uids(groupInvite).sort(), [madeBy(result).uid, "org/old"].sort());
    assert.match(printed.join(), /^org already has a GroupInvite like this one: org\/old\. It may belong/);
  });

  it("include a kind with one object per parent, whatever its name is", async () => {
    const there = { name: "cloud", amazon: { account: "123456789012" } };
    const inputs = { parentUid: "org", ...there };
    const objects = [placed(accountAssociation, "org", there)];
    const same = await create("identical", objects, inputs, accountAssociation);
    assert.deepEqual([madeBy(same.result).uid, same.writes], ["org", []]);
    const other = await create("identical", objects, { ...inputs, name: "other" }, accountAssociation);
    assert.match(
      other.message,
      /^AlreadyThereError: parentUid org already has an AccountAssociation, .*it differs in name\./,
    );
  });

  it("include tags, which identical never moves and sameKey does", async () => {
    const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
    const objects = [
      placed(repo, "org/r", { name: "app" }),
      placed(tag, "org/r/t", { name: "v1", digest: digest("a") }),
    ];
    const moved = { parentUid: "org/r", name: "v1", digest: digest("b") };
    const same = await create("identical", objects, { ...moved, digest: digest("a") }, tag);
    assert.deepEqual([madeBy(same.result).uid, same.writes], ["org/r/t", []]);
    const refused = await create("identical", objects, moved, tag);
    assert.match(refused.message, /differs in digest/);
    assert.deepEqual(refused.writes, []);
    const run = runWith("sameKey", objects);
    assert.equal((await run.create(moved, tag)).writes.length, 1);
    assert.equal(run.platform.get("org/r/t")?.digest, digest("b"));
  });

  it("cannot be compared by a secret: identical refuses, and sameKey sends it", async () => {
    const there = { name: "sso", defaultRole: "viewer", oidc: { issuer: "https://i.example.com", clientId: "c" } };
    const objects = [placed(identityProvider, "org/p", there)];
    const inputs = { parentUid: "org", ...there, oidc: { ...there.oidc, clientSecret: "hush-hush-hush" } };
    const refused = await create("identical", objects, inputs, identityProvider);
    assert.match(
      refused.message,
      /not taken over, because the platform never returns oidc\.clientSecret, so it cannot be compared with the program\.\n- Set platform:adoptExisting to sameKey\. The adoption then sends the value of the program\.\n- If you want to take over this object alone, set adoptUid: "[^"]+"\./,
    );
    assert.doesNotMatch(refused.message, /hush/);
    assert.deepEqual(refused.writes, []);
    const sent = await create("sameKey", objects, inputs, identityProvider);
    assert.deepEqual(
      sent.writes.map(([, body]) => body),
      [{ oidc: { clientSecret: "hush-hush-hush" } }],
    );
    assert.deepEqual(sent.printed, [
      'IdentityProvider "sso" (org/p) exists already and is taken over and updated: oidc.clientSecret',
    ]);
  });

  it("include a repo without the readme that a killed run did not write, and write it", async () => {
    const inputs = { parentUid: "org", name: "app", readme: "# app" };
    const { result, writes, printed } = await create(
      "identical",
      [placed(repo, "org/r", { name: "app" })],
      inputs,
      repo,
    );
    assert.deepEqual(
      writes.map(([, body]) => body),
      [{ content: "# app" }],
    );
    assert.deepEqual(diff(repo, madeBy(result).outputs, inputs), unchanged);
    assert.deepEqual(printed, ['Repo "app" (org/r) exists already and is taken over and updated: readme']);
    const full = [placed(repo, "org/r", { name: "app", readme: "# another" })];
    const other = await create("identical", full, inputs, repo);
    assert.match(other.message, /it differs in readme/);
    assert.deepEqual(other.writes, []);
    const without = await create("identical", full, { parentUid: "org", name: "app" }, repo);
    assert.match(without.printed.join(), /and keeps values that the program does not set: readme$/);
  });

  it("cannot be compared by a reference that the server stores in another form", async () => {
    const objects = [placed(repo, "org/r", { name: "app", syncConfig: { source: "org2/s" } })];
    const inputs = { parentUid: "org", name: "app", syncConfig: { source: "library/app" } };
    const byName = await create("identical", objects, inputs, repo);
    assert.match(byName.message, /never returns syncConfig\.source, so it cannot be compared with the program/);
    const byUid = await create("identical", objects, { ...inputs, syncConfig: { source: "org2/s" } }, repo);
    assert.deepEqual([madeBy(byUid.result).uid, byUid.writes], ["org/r", []]);
  });

  it("note a mirror's values from its source as the server's, so that no refresh makes them inputs", async () => {
    const inputs = { name: "app", syncConfig: { source: "org2/s" } };
    const there = placed(repo, "org/r", { ...inputs, bundles: ["base"], description: "of s" });
    const desired = { parentUid: "org", ...inputs };
    const { outputs } = madeBy((await create("identical", [there], desired, repo)).result);
    assert.deepEqual(outputs.bundles, ["base"]);
    assert.deepEqual(inputsOf(repo.fields, outputs), desired);
    assert.deepEqual(diff(repo, outputs, desired), unchanged);
  });

  it("compare a oneof by the member that is set", async () => {
    const claimMatch = { issuer: "https://i.example.com", subject: "s" };
    const there = [placed(identity, "org/i", { name: "ci", claimMatch })];
    const inputs = { parentUid: "org", name: "ci", claimMatch: { issuer: claimMatch.issuer, subjectPattern: "s.*" } };
    const { message } = await create("identical", there, inputs, identity);
    assert.match(message, /it differs in claimMatch\.subjectPattern\./);
  });
});
