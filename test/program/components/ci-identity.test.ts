import assert from "node:assert/strict";
import { CiIdentity } from "../../../src/program/components/ci-identity";

const made = (roles: unknown) => () =>
  new CiIdentity("deploy", { parentUid: "a", issuer: "https://token.example.com", subject: "s", roles } as never);

describe("the roles of a CiIdentity", () => {
  for (const [roles, says] of [
    [undefined, "roles must be a list of { roleUid, groupUid, name }"],
    ["editor", "roles must be a list of { roleUid, groupUid, name }"],
    [["editor"], "roles[0] must be an object, { roleUid, groupUid, name }"],
    [[null], "roles[0] must be an object, { roleUid, groupUid, name }"],
    [
      [{ roleUid: "a/b" }, { role: "a/c" }],
      "roles[1].role is unknown. Must be one of: roleUid, groupUid, name; roles[1].roleUid is required",
    ],
    // Without its group, the role would be given in all of parentUid.
    [[{ roleUid: "a/b", groupuid: "a/c" }], "roles[0].groupuid is unknown. Must be one of: roleUid, groupUid, name"],
  ] as const) {
    it(`are checked before anything is registered: ${says}`, () => {
      assert.throws(made(roles), { name: "ConfigurationError", message: `CiIdentity deploy: ${says}` });
    });
  }
});
