import assert from "node:assert/strict";
import { plannedOutputs } from "../../../../src/core/state/planned";
import { group } from "../../../../src/resources/group";
import { identity } from "../../../../src/resources/identity";
import { repo } from "../../../../src/resources/repo";
import { scimToken } from "../../../../src/resources/scim-token";
import { UNKNOWN } from "../../../../src/spec/unknown";

/** How much is known before an update. That it is true is a law (test/laws/planned.test.ts). */

const made = "2026-01-01T00:00:00Z";

describe("the outputs that are known before an update", () => {
  it("are the inputs as given, and all that is computed but what the server moves", () => {
    const recorded = { parentUid: "org", name: "team", description: "old", createTime: made, updateTime: made };
    const desired = { parentUid: "org", name: "team", description: "new" };
    assert.deepEqual(plannedOutputs(group, recorded, desired), { ...desired, createTime: made, updateTime: UNKNOWN });
    const unknown = { ...desired, description: UNKNOWN };
    assert.equal(plannedOutputs(group, recorded, unknown).description, UNKNOWN);
  });

  it("do not include what an earlier release may not have recorded", () => {
    const { createTime } = plannedOutputs(
      group,
      { parentUid: "org", name: "team" },
      { parentUid: "org", name: "crew" },
    );
    assert.equal(createTime, UNKNOWN);
  });

  it("are without what the program has taken out", () => {
    const recorded = { parentUid: "org", name: "app", description: "old" };
    const planned = plannedOutputs(repo, recorded, { parentUid: "org", name: "app" });
    assert.equal("description" in planned, false);
  });

  it("include a value that the server filled in and keeps", () => {
    const recorded = { parentUid: "org", name: "ci", company: "acme" };
    assert.equal(plannedOutputs(identity, recorded, { parentUid: "org", name: "bot" }).company, "acme");
  });

  it("are only the inputs where the kind makes its own new values", () => {
    const inputs = { identityProviderUid: "org/p", rotate: "1" };
    const recorded = { ...inputs, token: "t", endpointUrl: "https://scim.example.com", tokenExpireTime: made };
    assert.equal(plannedOutputs(scimToken, recorded, inputs).token, "t");
    const rotated = plannedOutputs(scimToken, recorded, { ...inputs, rotate: "2" });
    assert.deepEqual([rotated.rotate, rotated.token, rotated.tokenExpireTime], ["2", UNKNOWN, UNKNOWN]);
  });
});
