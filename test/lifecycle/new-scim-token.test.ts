import assert from "node:assert/strict";
import { diff } from "../../src/core/verbs/diff";
import type { FaultAction } from "../../src/emulator";
import { group } from "../../src/resources/group";
import { identityProvider } from "../../src/resources/identity-provider";
import { scimToken } from "../../src/resources/scim-token";
import { isValues, type Values } from "../../src/spec/values";
import { LocalPlatform, madeBy, NOW, placed, verbsIn } from "../support/local-platform";

const idp = {
  name: "okta",
  defaultRole: "viewer",
  oidc: { issuer: "https://okta.example.com", clientId: "c", pkceEnabled: true },
};
const missing: FaultAction = {
  kind: "status",
  code: "NOT_FOUND",
  details: [{ kind: "ResourceInfo", resourceType: "iam", resourceName: "", description: "not found" }],
};

describe("a SCIM token that an earlier run created a moment ago (row 219)", () => {
  /** Creates a token, and lets the platform show what it showed before it to so many requests. */
  async function createdAndHidden(times: number, { former = false } = {}) {
    const platform = new LocalPlatform();
    const uid = platform.put(identityProvider, "org", idp);
    const inputs = { identityProviderUid: uid };
    const verbs = () => verbsIn(platform.run(), scimToken);
    let recorded: Values = {};
    if (former) recorded = madeBy(await verbs().create(inputs)).outputs;
    if (former) await platform.sleep(3_600_000);
    const stale = JSON.stringify(platform.get(uid, identityProvider.type));
    if (former) recorded = await verbs().update(uid, recorded, { ...inputs, rotate: "2" });
    else recorded = madeBy(await verbs().create(inputs)).outputs;
    const action: FaultAction = { kind: "body", status: 200, body: stale };
    platform.fault({ method: "GET", path: /identityProviders\/org\/[^/:]+$/, times, action });
    return { platform, verbs, recorded, uid, inputs };
  }
  const stateOf = (platform: LocalPlatform, uid: string) => {
    const scim = platform.get(uid, identityProvider.type)?.scim;
    return isValues(scim) && scim.credentialState;
  };

  it("does not count as revoked in a refresh", async () => {
    const { uid, verbs, recorded, platform, inputs } = await createdAndHidden(3);
    const found = await verbs().read(uid, recorded);
    assert.equal(found?.outputs.token, recorded.token);
    assert.deepEqual(found?.inputs, inputs);
    assert.ok(platform.sleeps.length > 0);
  });

  it("does not count as deleted if the platform does not show its identity provider either", async () => {
    const { uid, verbs, recorded, platform } = await createdAndHidden(0);
    platform.fault({ method: "GET", path: /identityProviders/, times: 3, action: missing });
    assert.equal((await verbs().read(uid, recorded))?.outputs.token, recorded.token);
  });

  it("does not count as another one in a refresh after it replaced one", async () => {
    const { uid, verbs, recorded, inputs } = await createdAndHidden(3, { former: true });
    const wanted = { ...inputs, rotate: "2" };
    const found = await verbs().read(uid, recorded);
    assert.deepEqual(found?.inputs, wanted);
    assert.equal(diff(scimToken, found?.outputs ?? {}, wanted).changed, false);
  });

  it("is revoked by a delete", async () => {
    const { uid, verbs, recorded, platform } = await createdAndHidden(3);
    await verbs().delete(uid, recorded);
    assert.equal(stateOf(platform, uid), "CREDENTIAL_STATE_REVOKED");
  });

  it("counts as revoked at once if the platform says so", async () => {
    const { uid, verbs, recorded, platform } = await createdAndHidden(0);
    await platform.call(`/iam/v2/identityProviders/${uid}:revokeScimToken`);
    assert.equal(await verbs().read(uid, recorded), undefined);
    assert.deepEqual(platform.sleeps, []);
  });

  it("stays in the state, with an error, if the platform shows its old settings for more than a minute", async () => {
    const { uid, verbs, recorded } = await createdAndHidden(99);
    await assert.rejects(
      verbs().read(uid, recorded),
      /still shows the SCIM settings .* from before the recorded token/,
    );
    await assert.rejects(verbs().delete(uid, recorded), /Nothing was changed\.\n- Run the same command again/);
  });
});

describe("an object that an earlier run created a moment ago (row 220)", () => {
  const team = { parentUid: "org", name: "team" };
  const deletingHidden = async (ageMs: number) => {
    const createTime = new Date(Date.parse(NOW) - ageMs).toISOString();
    const platform = new LocalPlatform([placed(group, "org/a", { name: "team", createTime })]);
    platform.fault({ path: /groups\/org\/a$/, times: 3, action: missing });
    await verbsIn(platform.run(), group).delete("org/a", { ...team, createTime });
    return platform;
  };

  it("is deleted although the platform does not show it yet", async () => {
    const platform = await deletingHidden(5_000);
    assert.equal(platform.get("org/a"), undefined);
  });

  it("is not waited for if it is older", async () => {
    const platform = await deletingHidden(70_000);
    assert.deepEqual(platform.sleeps, []);
  });
});
