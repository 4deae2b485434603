import assert from "node:assert/strict";
import * as fc from "fast-check";
import { bindingsGiving, modelOf } from "../../../src/command/access/model";
import { groupPath } from "../../../src/command/access/names";
import { capabilities, INTERNAL, staffCapabilities } from "../../../src/description/resources/capabilities";
import { liveObject, type Organization, smallOrganization, startOrganization } from "../organizations";

/** Numbers that pick among what there is. */
const pick = fc.nat(1000);

/** An organization as numbers: groups by their parents, roles, identities and bindings by their places, and what is lost. */
const role = fc.record({
  group: pick,
  capabilities: fc.uniqueArray(fc.nat(capabilities.length - 1), { minLength: 1, maxLength: 12 }),
});
const lost = fc.record({ kind: fc.constantFrom("iam:Role", "iam:Identity", "iam:Group"), which: pick });
const shape = fc.record({
  groups: fc.array(pick, { maxLength: 8 }),
  roles: fc.array(role, { maxLength: 4 }),
  identities: fc.array(pick, { minLength: 1, maxLength: 4 }),
  bindings: fc.array(fc.record({ group: pick, identity: pick, role: pick }), { maxLength: 10 }),
  lost: fc.option(lost, { freq: 4 }),
});

const MAX_DEPTH = 4;

/** Builds an organization; answers the uids of its groups and identities, lost ones too. */
function build(organization: Organization, wanted: typeof shape extends fc.Arbitrary<infer T> ? T : never) {
  const { put, uids } = organization;
  const of = <T>(items: readonly T[], index: number): T => items[index % items.length] as T; // None is empty.
  const groups = [put("iam:Group", "", { name: "root", kind: "ORG_KIND_CUSTOMER" })];
  for (const [i, parent] of wanted.groups.entries()) {
    const above = of(
      groups.filter((uid) => uid.split("/").length < MAX_DEPTH),
      parent,
    );
    groups.push(put("iam:Group", above, { name: `group-${i}` }));
  }
  for (const [i, role] of wanted.roles.entries()) {
    const picked = role.capabilities.map((index) => capabilities[index] ?? "UNKNOWN");
    const names = picked.some((name) => staffCapabilities.includes(name)) ? new Set([INTERNAL, ...picked]) : picked;
    put("iam:Role", of(groups, role.group), { name: `role-${i}`, capabilities: [...names] });
  }
  const roles = uids("iam:Role");
  const identities = wanted.identities.map((group, i) =>
    put("iam:Identity", of(groups, group), { name: `identity-${i}`, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
  );
  for (const { group, identity, role } of wanted.bindings) {
    put("iam:RoleBinding", of(groups, group), { identityUid: of(identities, identity), roleUid: of(roles, role) });
  }
  const [root = ""] = groups;
  const losable = wanted.lost === null ? [] : uids(wanted.lost.kind).filter((uid) => uid.startsWith(`${root}/`));
  if (wanted.lost !== null && losable.length > 0) organization.remove(of(losable, wanted.lost.which));
  return { groups, identities };
}

describe("the model of access", () => {
  it("names an identity by the summary of its binding, if the summary is about this identity", () => {
    const bound = (uid: string) => {
      const values = { identityUid: "person", roleUid: "b1", identity: { uid, name: "rook" } };
      return modelOf([liveObject("iam:RoleBinding", "r/y", values)]).identities.get("person")?.name;
    };
    assert.deepEqual([bound("person"), bound("r/rook")], ["rook", ""]);
  });

  it("agrees with the emulator's own authorization for every identity, capability and group of 300 random organizations", function () {
    this.timeout(120_000);
    const organization = startOrganization();
    let [allowed, refused] = [0, 0];
    fc.assert(
      fc.property(shape, (wanted) => {
        const { groups, identities } = build(organization, wanted);
        const model = organization.model();
        for (const identityUid of identities) {
          for (const capability of capabilities) {
            const decides = organization.decides(identityUid, capability);
            for (const groupUid of groups) {
              const told = bindingsGiving(model, { identityUid, capability, groupUid }).length > 0;
              assert.equal(told, decides(groupUid), `${identityUid} ${capability} ${groupUid}`);
              if (told) allowed += 1;
              else refused += 1;
            }
          }
        }
        for (const type of ["iam:RoleBinding", "iam:Identity", "iam:Role", "iam:Group"])
          for (const uid of organization.uids(type)) if (isOurs(uid, groups)) organization.remove(uid);
      }),
      { numRuns: 300 },
    );
    // Neither answer is the only one.
    assert.ok(allowed > 1000 && refused > 1000, `${allowed} allowed, ${refused} refused`);
  });

  it("finds every binding that gives a capability, and ignores one with an unknown role", () => {
    const model = modelOf([
      ...smallOrganization(),
      liveObject("iam:RoleBinding", "r/z", { identityUid: "r/t/ci", roleUid: "b1" }),
      liveObject("iam:RoleBinding", "r/t/q", { identityUid: "r/t/ci", roleUid: "gone" }),
    ]);
    const question = { identityUid: "r/t/ci", capability: "CAP_REPO_LIST", groupUid: "r/t/w" };
    assert.deepEqual(
      bindingsGiving(model, question).map(({ uid }) => uid),
      ["r/t/x", "r/z"],
    );
  });

  it("counts a role binding without a group in every group", () => {
    const objects = [
      ...smallOrganization(),
      liveObject("iam:RoleBinding", "global", { identityUid: "root", roleUid: "b1" }),
    ];
    const model = modelOf(objects);
    for (const groupUid of model.groups.keys())
      assert.ok(
        bindingsGiving(model, { identityUid: "root", capability: "CAP_REPO_LIST", groupUid }).length > 0,
        groupUid,
      );
    assert.equal(groupPath(model, model.bindings.get("global")?.groupUid ?? "x"), "every group");
  });

  it("knows people by the bindings that name them", () => {
    const { identities } = modelOf([
      ...smallOrganization(),
      // A summary without a name does not hide the name.
      liveObject("iam:RoleBinding", "r/z", { identityUid: "person", roleUid: "b1" }),
    ]);
    assert.equal(identities.get("person")?.name, "ann@example.com");
  });
});

const isOurs = (uid: string, [root = ""]: readonly string[]): boolean => uid === root || uid.startsWith(`${root}/`);
