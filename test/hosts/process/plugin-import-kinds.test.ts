import assert from "node:assert/strict";
import { SIGNED_TOKEN_IN_PLUGIN } from "../../../src/description/names/plugin";
import { minutesAgo } from "../../support/clock";
import { mutations } from "../../support/log";
import { startPlugin, urnOf } from "../../support/plugin-host";
import { hostPlace } from "./host-place";

describe("an import as another kind of the same collection [plugin]", () => {
  const at = hostPlace(startPlugin, { now: minutesAgo, isNewInEach: true });

  const cases = [
    {
      what: "an organization as a Group",
      type: "iam:Group",
      id: () => at.emulator.organization.uid,
      says: /is an Organization, not a Group\.\n- (Import it as platform:index:Organization\.$|Remove)/,
    },
    {
      what: "a group as an Organization",
      type: "iam:Organization",
      id: () => String(at.emulator.put("iam:Group", at.emulator.organization.uid, { name: "team" }).uid),
      says: /is a Group, not an Organization\.\n- (Import it as platform:index:Group\.$|Remove)/,
    },
  ] as const;
  for (const { what, type, id, says } of cases)
    it(`is refused for ${what}, and a state that has it deletes nothing (row 283)`, async () => {
      const uid = id();
      const object = { urn: urnOf(type, "it"), id: uid };
      await assert.rejects(at.host.delete(object, { ...at.emulator.get(uid), allowDelete: true }), says);
      await assert.rejects(at.host.read(object), says);
      // `get` only reads it.
      const { properties } = await at.host.read(object, {}, {});
      assert.equal(properties.name, at.emulator.get(uid)?.name);
      assert.deepEqual(mutations(at.emulator.requests), []);
      assert.ok(at.emulator.get(uid));
    });

  it("is not refused for what has the uid of its group, and for an organization as what it is", async () => {
    const { uid } = at.emulator.organization;
    at.emulator.put("iam:AccountAssociation", uid, { name: "cloud", amazon: { account: "123456789012" } });
    for (const type of ["iam:AccountAssociation", "iam:Organization"]) {
      const { inputs } = await at.host.read({ urn: urnOf(type, "it"), id: uid });
      assert.deepEqual((await at.host.check(urnOf(type, "it"), inputs, inputs)).reasons, []);
    }
  });

  it("finds no acceptance of terms where nothing was accepted, and no signed token", async () => {
    const { uid } = at.emulator.organization;
    const group = String(at.emulator.put("iam:Group", uid, { name: "team" }).uid);
    const terms = urnOf("iam:TermsAcceptance", "terms");
    await assert.rejects(at.host.read({ urn: terms, id: uid }), /TermsAcceptance \S+ does not exist/);
    await assert.rejects(at.host.read({ urn: terms, id: group }), /must be a root group/);
    const urn = `urn:pulumi:test::test::${SIGNED_TOKEN_IN_PLUGIN}::token`;
    await assert.rejects(at.host.read({ urn, id: "any" }), /cannot be imported/);
  });
});
