import assert from "node:assert/strict";
import { applyPlan } from "../../../src/command/access/planned";
import { isValues } from "../../../src/description/spec/values";
import { liveObject, smallOrganization } from "../../support/organizations";
import { type Inputs, update } from "../../support/plan-steps";

describe("the correlation rule after a planned update (row 212)", () => {
  const BY_SUB = "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID";
  const BY_OID = "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID";
  const withRule = (clientId: string, correlationRule?: string): Inputs => ({
    name: "sso",
    parentUid: "r",
    defaultRole: "r/p",
    oidc: {
      issuer: "https://login.example.com",
      clientId,
      ...(correlationRule === undefined ? {} : { correlationRule }),
    },
  });
  /** Rule and client id of the identity provider after an update. */
  const updated = (live: string | undefined, from: string | undefined, to: string | undefined): unknown[] => {
    const role = liveObject("iam:Role", "r/p", { name: "puller", capabilities: ["CAP_REPO_LIST"] });
    const provider = liveObject("iam:IdentityProvider", "r/sso", withRule("old", live));
    const step = { uid: "r/sso", from: withRule("old", from), to: withRule("new", to) };
    const { objects } = applyPlan(
      [...smallOrganization(), role, provider],
      [update("iam:IdentityProvider", "sso", step)],
    );
    const oidc = objects.find(({ uid }) => uid === "r/sso")?.values.oidc;
    return isValues(oidc) ? ["correlationRule" in oidc ? oidc.correlationRule : "none", oidc.clientId] : [];
  };

  it("stays where the program does not mention it", () => {
    assert.deepEqual(updated(BY_OID, undefined, undefined), [BY_OID, "new"]);
  });

  it("is that of the program, and undefined if the program removes it", () => {
    assert.deepEqual(updated(BY_OID, undefined, BY_SUB), [BY_SUB, "new"]);
    assert.deepEqual(updated(BY_OID, BY_OID, undefined), ["none", "new"]);
    assert.deepEqual(updated(BY_OID, BY_OID, BY_SUB), [BY_SUB, "new"]);
  });

  it("is undefined if the object has none", () => {
    assert.deepEqual(updated(undefined, undefined, undefined), ["none", "new"]);
  });
});
