import assert from "node:assert/strict";
import { diff } from "../../../../src/core/verbs/diff";
import { defaults } from "../../../../src/emulator/checks";
import type { FaultAction, StartObject } from "../../../../src/emulator/index";
import { accountAssociation } from "../../../../src/resources/account-association";
import { group } from "../../../../src/resources/group";
import { identity } from "../../../../src/resources/identity";
import { identityProvider } from "../../../../src/resources/identity-provider";
import { repo } from "../../../../src/resources/repo";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { creating, LocalPlatform, madeBy, placed, verbsIn } from "../../../support/local-platform";

const theirs = placed(group, "org/a", { name: "team", description: "theirs" });
const team = { parentUid: "org", name: "team" };
const unchanged = { changed: false, isHidden: false, replaces: [], deleteBeforeReplace: false };

/** A run on a platform that has one object; `adopt` asks for it by its uid. */
function runWith(there: StartObject, spec: ResourceSpec = group) {
  const platform = new LocalPlatform([there]);
  const context = platform.run();
  const adopt = (inputs: Values) => creating(context, spec, { adoptUid: there.uid, ...inputs });
  return { platform, context, adopt, ...verbsIn(context, spec) };
}

describe("a field that the adoption left alone", () => {
  const app = { parentUid: "org", name: "app" };

  it("is the program's once that sets it: an input of a read, and emptied when it is removed again", async () => {
    const { platform, adopt, read, update } = runWith(placed(repo, "org/r", { name: "app", readme: "# theirs" }), repo);
    const { outputs } = madeBy(await adopt(app));
    assert.equal(outputs.readme, "# theirs");
    assert.deepEqual(diff(repo, outputs, app), unchanged);
    assert.deepEqual(platform.writes(), []);
    const ours = await update("org/r", outputs, { ...app, readme: "# ours" });
    assert.deepEqual((await read("org/r", ours))?.inputs, { ...app, readme: "# ours" });
    await update("org/r", ours, app);
    assert.equal((await read("org/r", {}))?.outputs.readme, undefined);
  });

  it("is the program's once that sets a part of it: an input of a read, and cleared when it is removed again", async () => {
    const overlay = (A: string) => ({ customOverlay: { environment: { A } } });
    const { adopt, read, update } = runWith(placed(repo, "org/r", { name: "app", ...overlay("1") }), repo);
    const { outputs } = madeBy(await adopt(app));
    const ours = await update("org/r", outputs, { ...app, ...overlay("2") });
    assert.deepEqual((await read("org/r", ours))?.inputs, { ...app, ...overlay("2") });
    assert.equal(diff(repo, ours, app).changed, true);
    await update("org/r", ours, app);
    assert.equal((await read("org/r", {}))?.outputs.customOverlay, undefined);
  });
});

const _taken =
  /^AdoptionError: adoptUid "org\/\w+" cannot be adopted as this Group, because another resource of this program manages the Group org\/\w+/;

describe("what an adopted object has beyond the program (row 140)", () => {
  const claims = { issuer: "https://i.example.com", subject: "s" };
  const wide = placed(identity, "org/i", { name: "ci", claimMatch: { ...claims, audiencePattern: ".*" } });
  const narrow = { parentUid: "org", name: "ci", claimMatch: claims };

  it("is refused inside of what the program gives: one more pattern lets more callers in", async () => {
    const { platform, adopt } = runWith(wide, identity);
    assert.match(
      String(await adopt(narrow)),
      /it has values that the program does not set: claimMatch\.audiencePattern/,
    );
    const taken = await creating(platform.run({ adoptExisting: "sameKey" }), identity, narrow);
    assert.match(
      String(taken),
      /not taken over, because it has values that the program does not set: claimMatch\.audiencePattern/,
    );
    assert.deepEqual(platform.writes(), []);
    madeBy(await adopt({ ...narrow, claimMatch: { ...claims, audiencePattern: ".*" } }));
  });

  it("is named if it stays", async () => {
    const { platform, adopt } = runWith(theirs);
    madeBy(await adopt(team));
    assert.deepEqual(platform.printed, [
      "Group org/a is adopted, and keeps values that the program does not set: description",
    ]);
  });

  it("is named if it decides how identities match, unless it is the platform's default, and a live SCIM token too (row 141)", async () => {
    const oidc = { issuer: "https://i.example.com", clientId: "c", pkceEnabled: true };
    const rule = (name: string) => ({ ...oidc, correlationRule: `CORRELATION_RULE_${name}_EQUALS_EXTERNAL_ID` });
    const inputs = { parentUid: "org", name: "sso", defaultRole: "viewer", oidc };
    const scim = { credentialState: "CREDENTIAL_STATE_LIVE" };
    const there = (name: string) =>
      placed(identityProvider, "org/p", { name: "sso", defaultRole: "viewer", oidc: rule(name), scim });
    const usual = runWith(there("SUB"), identityProvider);
    madeBy(await usual.adopt(inputs));
    assert.deepEqual(usual.platform.printed, [
      "IdentityProvider org/p is adopted, and keeps values that the program does not set: scim.credentialState CREDENTIAL_STATE_LIVE",
    ]);
    const other = runWith(there("OID"), identityProvider);
    assert.match(
      String(await other.adopt(inputs)),
      /it has values that the program does not set: oidc\.correlationRule/,
    );
  });
});

describe("a block that is named by a setting (row 140)", () => {
  const bindings = { serviceBindings: { builder: "org/i" } };
  const named = (key: string): FaultAction => ({
    kind: "body",
    status: 200,
    body: JSON.stringify({ uid: "org", name: "accounts", [key]: bindings }),
  });
  const accounts = { parentUid: "org", name: "accounts" };

  it("is named as not compared without the setting, and as kept with it", async () => {
    const there = placed(accountAssociation, "org", { name: "accounts" });
    const adopting = async (key: string) => {
      const { platform, adopt } = runWith(there, accountAssociation);
      platform.fault({ method: "GET", action: named(key) });
      madeBy(await adopt(accounts));
      return platform.printed;
    };
    assert.deepEqual(await adopting("another"), [
      "AccountAssociation org is adopted, and keeps values that the program does not set: another (compared only if platform:vendor is set)",
    ]);
    assert.deepEqual(await adopting(defaults.vendor), [
      "AccountAssociation org is adopted, and keeps values that the program does not set: vendor",
    ]);
  });
});
