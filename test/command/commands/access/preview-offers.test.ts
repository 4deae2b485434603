import assert from "node:assert/strict";
import type { Asked } from "../../../../src/command/commands/access/preview";
import { CLEAN, FOUND, UNKNOWN } from "../../../../src/command/declaration";
import type { LiveObject } from "../../../../src/command/organization/read";
import type { PlannedStep } from "../../../../src/command/stack/preview";
import { UNKNOWN as UNKNOWN_VALUE } from "../../../../src/description/spec/unknown";
import type { Values } from "../../../../src/description/spec/values";
import { differenceOf } from "../../live-access";
import { liveObject } from "../../organizations";
import { create, remove, update } from "../../plan-steps";

const oidc = { issuer: "https://login.example.com", clientId: "c", clientSecret: "[secret]" };
const sso = liveObject("iam:IdentityProvider", "r/sso", { name: "sso", defaultRole: "b1", oidc });
const admins = { externalGroupId: "admins", roleUid: "r/p" };
const mapping = liveObject("iam:ExternalGroupRoleMapping", "r/sso/m", { ...admins, scope: "r" });
const invite = { parentUid: "r/t", roleUid: "r/p", ttl: "3600s" };
const changed = ({ spec, uid, values }: LiveObject, to: Values) => update(spec.type, uid, { uid, from: values, to });
const deleted = ({ spec, uid }: LiveObject) => remove(spec.type, uid, uid);
const offered = (steps: readonly PlannedStep[], asked: Asked = {}, more: readonly LiveObject[] = [sso, mapping]) => {
  const { tables, exit, list } = differenceOf(steps, { asked, more });
  const rows = (list ?? tables[0]).rows.map((row) => row.map((cell) => (typeof cell === "string" ? cell : cell.text)));
  return [exit, ...rows.map(([who, change, roles, , groups]) => `${who} ${change} ${roles} in ${groups}`)];
};

describe("the report on a pending change, about people who are not known yet,", () => {
  it("has a row for people who get access by an invite, a default role or a mapping, and ends with 2 (row 181)", () => {
    const evil = { issuer: "https://evil.example", clientId: "c" };
    const everybody = { parentUid: UNKNOWN_VALUE, externalGroupId: "everybody", roleUid: "r/p" };
    const added = [
      create("iam:GroupInvite", "guest", invite),
      create("iam:GroupInvite", "ana", { ...invite, email: "ana@example.com" }),
      create("iam:IdentityProvider", "evil", { parentUid: "r", name: "evil", defaultRole: "r/p", oidc: evil }),
      create("iam:ExternalGroupRoleMapping", "everybody", everybody, { parentUid: ["evil"] }),
    ];
    assert.deepEqual(offered(added, {}, []).sort(), [
      FOUND,
      "everybody who signs in for the first time (https://evil.example) gains puller (custom) in acme and 3 below",
      'people of the external group "everybody" (https://evil.example) gains puller (custom) in acme and 3 below',
      'whoever redeems the invite for "ana@example.com" gains puller (custom) in acme/team and 1 below',
      "whoever redeems the invite gains puller (custom) in acme/team and 1 below",
    ]);
    const { offers, changes } = differenceOf(added).document as { offers: unknown[]; changes: unknown[] };
    assert.deepEqual([offers.length, changes.length], [4, 0]);
    // A second invite has its own code.
    const standing = liveObject("iam:GroupInvite", "r/t/i", invite);
    assert.deepEqual(offered(added.slice(0, 1), {}, [standing]), [
      FOUND,
      "whoever redeems the invite gains puller (custom) in acme/team and 1 below",
    ]);
    // The filters apply. A machine redeems no invite.
    assert.deepEqual(offered(added.slice(0, 1), { on: "ops" }, []), [CLEAN]);
    assert.deepEqual(offered(added.slice(0, 1), { identity: "ci" }, []), [CLEAN]);
    assert.equal(offered(added.slice(0, 1), { identity: "ann@example.com" }, [])[0], FOUND);
  });

  it("reports access by another issuer, and nothing for a change of the description (row 182)", () => {
    const moved = { ...sso.values, oidc: { ...oidc, issuer: "https://evil.example" } };
    assert.deepEqual(offered([changed(sso, moved)]).sort(), [
      FOUND,
      "everybody who signs in for the first time (https://evil.example) gains viewer in acme and 3 below",
      "everybody who signs in for the first time (https://login.example.com) loses viewer in acme and 3 below",
      'people of the external group "admins" (https://evil.example) gains puller (custom) in acme and 3 below',
      'people of the external group "admins" (https://login.example.com) loses puller (custom) in acme and 3 below',
    ]);
    assert.deepEqual(offered([changed(sso, { ...sso.values, description: "x" })]), [CLEAN]);
    assert.deepEqual(offered([changed(sso, { ...sso.values, oidc: { ...oidc, clientSecret: UNKNOWN_VALUE } })]), [
      CLEAN,
    ]);
    assert.deepEqual(offered([deleted(mapping)]), [
      FOUND,
      'people of the external group "admins" (https://login.example.com) loses puller (custom) in acme and 3 below',
    ]);
    // The platform deletes the mappings of an identity provider with it.
    assert.equal(offered([deleted(sso)]).length, 3);
    const unknown = { ...sso.values, oidc: { ...oidc, issuer: UNKNOWN_VALUE } };
    assert.deepEqual(offered([changed(sso, unknown)]), [UNKNOWN]);
    // A role that grants more also gives it to these people.
    const role = liveObject("iam:Role", "r/p", { name: "puller", capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"] });
    const more = { ...role.values, capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST", "CAP_REPO_DELETE"] };
    assert.ok(
      offered([changed(role, more)]).includes(
        'people of the external group "admins" (https://login.example.com) gains puller (custom) in acme and 3 below',
      ),
    );
  });

  it("reports another correlation rule, and a new or changed SCIM token (row 212)", () => {
    const byOid = { ...sso.values, oidc: { ...oidc, correlationRule: "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID" } };
    assert.equal(offered([changed(sso, byOid)])[0], FOUND);
    const bySub = { ...sso.values, oidc: { ...oidc, correlationRule: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID" } };
    assert.deepEqual(offered([changed(sso, bySub)]), [CLEAN]);
    // A rule that the program does not mention stays, and one that it removes goes.
    const ruled = { ...sso, values: byOid };
    assert.deepEqual(offered([changed(sso, { ...sso.values, description: "x" })], {}, [ruled]), [CLEAN]);
    assert.equal(offered([changed(ruled, sso.values)], {}, [ruled])[0], FOUND);
    const token = liveObject("iam:ScimToken", "r/sso", { identityProviderUid: "r/sso", provisioning: false });
    const on = { ...token.values, provisioning: true };
    for (const one of [create("iam:ScimToken", "scim", { identityProviderUid: "r/sso" }), changed(token, on)]) {
      const { exit, notes } = differenceOf([one]);
      assert.equal(exit, FOUND);
      assert.match(notes[0] ?? "", /^The SCIM token "[^"]+" is new or changed\. /);
    }
    const off = changed(token, { ...token.values, provisioning: false });
    const steps = (step: PlannedStep) =>
      ["create", "update", "create-replacement", "replace"].map((op) => ({ ...step, op }));
    assert.ok(steps(changed(token, on)).every((step) => differenceOf([step]).exit === FOUND));
    assert.ok(steps(off).every((step) => differenceOf([step]).exit === CLEAN));
    for (const op of ["same", "read"]) assert.equal(differenceOf([{ ...changed(token, on), op }]).exit, CLEAN);
    assert.equal(differenceOf([deleted(token)]).exit, CLEAN);
  });
});
