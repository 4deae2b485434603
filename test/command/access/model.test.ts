import assert from "node:assert/strict";
import { bindingsGiving, modelOf } from "../../../src/command/access/model";
import { groupPath } from "../../../src/command/access/names";
import { objectIn, specOf } from "../../../src/command/organization/read";
import { capabilities, INTERNAL } from "../../../src/description/resources/capabilities";
import { group } from "../../../src/description/resources/group";
import { role } from "../../../src/description/resources/role";
import { roleBinding } from "../../../src/description/resources/role-binding";
import { Permissions } from "../../../src/emulator/access/permissions";
import { backdoor } from "../../../src/emulator/backdoor";
import { defaults } from "../../../src/emulator/checks";
import { makeWorld } from "../../../src/emulator/world";
import { placed } from "../../support/local-platform";
import { randomOrganization } from "../../support/random-organization";
import { liveObject, smallOrganization } from "../organizations";

/** The random organization of a seed, with a role that has capabilities of staff too. Often an object of it is lost. */
function organizationOf(seed: number) {
  const { objects, groups: below, identities, uids, draw } = randomOrganization(seed);
  const odd = [INTERNAL, ...capabilities.filter(() => draw.chance(0.2))];
  const world = makeWorld(defaults, {
    objects: [
      placed(group, "org", { name: "acme" }),
      ...["viewer", "owner"].map((name) => placed(role, name, { name, capabilities: odd.slice(draw.below(9)) })),
      placed(role, "org/odd", { name: "odd", capabilities: odd }),
      placed(roleBinding, "org/of-odd", { identityUid: draw.one(identities), roleUid: "org/odd" }),
      ...objects,
    ],
  });
  const { list, remove } = backdoor(world);
  const kinds = ["iam:Group", "iam:Identity", "iam:Role", "iam:RoleBinding"];
  const lost = uids.flatMap(([kind, uid]) => (kinds.slice(0, 3).includes(kind) ? [uid] : []));
  if (draw.chance(0.5)) remove(draw.one(lost));
  const model = modelOf(kinds.flatMap((kind) => list(kind).map((item) => objectIn(specOf(kind), item))));
  return { model, permissions: new Permissions(world.store), groups: ["org", ...below], identities };
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
    let [allowed, refused] = [0, 0];
    for (let seed = 0; seed < 300; seed++) {
      const { model, permissions, groups, identities } = organizationOf(seed);
      for (const identityUid of identities)
        for (const capability of capabilities) {
          const decides = permissions.rightsOf({ identity: identityUid, scopes: [], capabilities: [] }).at(capability);
          for (const groupUid of groups) {
            const told = bindingsGiving(model, { identityUid, capability, groupUid }).length > 0;
            assert.equal(told, decides(groupUid), `seed ${seed}: ${identityUid} ${capability} ${groupUid}`);
            if (told) allowed += 1;
            else refused += 1;
          }
        }
    }
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
    const global = liveObject("iam:RoleBinding", "global", { identityUid: "root", roleUid: "b1" });
    const model = modelOf([...smallOrganization(), global]);
    for (const groupUid of model.groups.keys())
      assert.equal(
        bindingsGiving(model, { identityUid: "root", capability: "CAP_REPO_LIST", groupUid }).length,
        1,
        groupUid,
      );
    assert.equal(groupPath(model, model.bindings.get("global")?.groupUid ?? "x"), "every group");
  });
});
