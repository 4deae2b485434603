import assert from "node:assert/strict";
import { valueAt } from "../../../src/core/state/paths";
import { plannedOutputs } from "../../../src/core/state/planned";
import { NOTES } from "../../../src/description/spec/proof";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { group, identity, scimToken } from "../../support/resources";

/** How much is known before an update. That it is true is a law (test/core/laws/updates.test.ts). */

const made = "2026-01-01T00:00:00Z";

describe("the outputs that are known before an update", () => {
  it("are the inputs as given, and all that is computed but what the server moves", () => {
    const recorded = { parentUid: "org", name: "team", description: "old", createTime: made, updateTime: made };
    const desired = { parentUid: "org", name: "team", description: "new" };
    assert.deepEqual(plannedOutputs(group, recorded, desired), { ...desired, createTime: made, updateTime: UNKNOWN });
    const unknown = { ...desired, description: UNKNOWN };
    assert.equal(plannedOutputs(group, recorded, unknown).description, UNKNOWN);
  });

  it("include a value that the server filled in and keeps", () => {
    const recorded = { parentUid: "org", name: "ci", company: "acme" };
    assert.equal(plannedOutputs(identity, recorded, { parentUid: "org", name: "bot" }).company, "acme");
  });

  it("do not have what the server filled into a message that is sent as a whole, because it may drop that", () => {
    const keys = { issuer: "https://i.example.com", subject: "s", issuerKeys: "{}" };
    const ci = { parentUid: "org", name: "ci" };
    const staticKeys = { ...keys, expirationTime: made };
    const recorded = { ...ci, staticKeys, [NOTES]: { filled: ["staticKeys.expirationTime"] } };
    const planned = plannedOutputs(identity, recorded, { ...ci, staticKeys: { ...keys, subject: UNKNOWN } });
    assert.equal(valueAt(planned, ["staticKeys", "expirationTime"]), UNKNOWN);
  });

  const token = {
    identityProviderUid: "org/p",
    rotate: "1",
    token: "t",
    endpointUrl: "https://scim.example.com",
    tokenExpireTime: made,
    credentialState: "CREDENTIAL_STATE_LIVE",
  };
  const inputs = { identityProviderUid: "org/p", rotate: "1" };

  it("include a SCIM token that an update keeps, also while the update switches provisioning", () => {
    for (const change of [{}, { overlap: "1h" }, { provisioning: true }]) {
      const planned = plannedOutputs(scimToken, token, { ...inputs, ...change });
      assert.deepEqual([planned.token, planned.tokenExpireTime, planned.endpointUrl], ["t", made, token.endpointUrl]);
    }
    // It may end with the overlap.
    const switched = plannedOutputs(scimToken, token, { ...inputs, provisioning: true });
    assert.equal(switched.credentialState, UNKNOWN);
  });

  it("are unknown if an operation could not read its result", () => {
    const { credentialState: _, tokenExpireTime: __, ...recorded } = token;
    const planned = plannedOutputs(scimToken, recorded, inputs);
    assert.deepEqual([planned.token, planned.credentialState, planned.tokenExpireTime], ["t", UNKNOWN, UNKNOWN]);
  });
});
