import assert from "node:assert/strict";
import { ExternalGroupRoleMapping, Group, Organization } from "../../../src/program/classes/classes";
import { CiIdentity } from "../../../src/program/components/ci-identity";
import { PullToken } from "../../../src/program/components/pull-token";

describe("the class of a resource", () => {
  it("refuses the option import, and names adoptUid", () => {
    assert.throws(() => new Group("team", { parentUid: "org" }, { import: "org/a" }), {
      name: "Error",
      message: /^Group "team": the option import does not work .* adoptUid/,
    });
  });

  it("reads no resource without an id, because Pulumi would create one", () => {
    for (const id of ["", undefined as unknown as string])
      assert.throws(() => Organization.get("acme", id), {
        name: "Error",
        message: 'Organization.get("acme"): id is required',
      });
  });

  it("refuses the option deletedWith for each kind, in components too", () => {
    const opts = { deletedWith: {} as Group };
    const refused = { name: "Error", message: /"team": the option deletedWith does not work here/ };
    assert.throws(() => new Group("team", { parentUid: "org" }, opts), refused);
    // The platform deletes it with its parent, but the option may name another resource.
    const mapping = { parentUid: "org/idp", externalGroupId: "e", roleUid: "viewer", scope: "org" };
    assert.throws(() => new ExternalGroupRoleMapping("team", mapping, opts), refused);
    const ci = { parentUid: "org", issuer: "https://i.example.com", subject: "s", roles: [] };
    assert.throws(() => new CiIdentity("team", ci, opts), refused);
    assert.throws(() => new PullToken("team", { parentUid: "org" }, opts), refused);
  });
});
