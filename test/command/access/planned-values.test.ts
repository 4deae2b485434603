import assert from "node:assert/strict";
import { applyPlan } from "../../../src/command/access/planned";
import { isValues } from "../../../src/description/spec/values";
import { liveObject, smallOrganization } from "../organizations";
import { type Inputs, update } from "../plan-steps";

describe("the correlation rule after a planned update (row 212)", () => {
  const BY_SUB = "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID";
  const BY_OID = "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID";
  const withRule = (clientId: string, correlationRule?: string): Inputs => {
    const oidc = { issuer: "https://login.example.com", clientId, ...(correlationRule && { correlationRule }) };
    return { name: "sso", parentUid: "r", defaultRole: "r/p", oidc };
  };
  /** Rule and client id of the identity provider after an update. */
  const updated = (live: string | undefined, from: string | undefined, to: string | undefined): unknown[] => {
    const role = liveObject("iam:Role", "r/p", { name: "puller", capabilities: ["CAP_REPO_LIST"] });
    const provider = liveObject("iam:IdentityProvider", "r/sso", withRule("old", live));
    const step = { uid: "r/sso", from: withRule("old", from), to: withRule("new", to) };
    const plan = [update("iam:IdentityProvider", "sso", step)];
    const { objects } = applyPlan([...smallOrganization(), role, provider], plan);
    const oidc = objects.find(({ uid }) => uid === "r/sso")?.values.oidc;
    return isValues(oidc) ? ["correlationRule" in oidc ? oidc.correlationRule : "none", oidc.clientId] : [];
  };

  for (const [what, live, from, to, rule] of [
    ["stays where the program does not mention it", BY_OID, undefined, undefined, BY_OID],
    ["is that of the program", BY_OID, undefined, BY_SUB, BY_SUB],
    ["is that of the program after another one", BY_OID, BY_OID, BY_SUB, BY_SUB],
    ["is undefined if the program removes it", BY_OID, BY_OID, undefined, "none"],
    ["is undefined if the object has none", undefined, undefined, undefined, "none"],
  ] as const)
    it(what, () => assert.deepEqual(updated(live, from, to), [rule, "new"]));
});
