import assert from "node:assert/strict";
import { CiIdentity } from "../../../src/program/components/ci-identity";

const made = (roles: unknown) => () =>
  new CiIdentity("deploy", { parentUid: "a", issuer: "https://token.example.com", subject: "s", roles } as never);

const EITHER = "roles[0] must have either groupUid or groupUids, a list of at least one";

describe("the roles of a CiIdentity", () => {
  for (const [roles, says] of [
    [undefined, "roles must be a list of { roleUid, groupUid, groupUids, name }"],
    [["editor"], "roles[0] must be an object, { roleUid, groupUid, groupUids, name }"],
    [
      [{ roleUid: "a/b" }, { role: "a/c" }],
      "roles[1].role is unknown. Must be one of: roleUid, groupUid, groupUids, name; roles[1].roleUid is required",
    ],
    // Without its group, the role would be given in all of parentUid.
    [
      [{ roleUid: "a/b", groupuid: "a/c" }],
      "roles[0].groupuid is unknown. Must be one of: roleUid, groupUid, groupUids, name",
    ],
    // Without a group, the role would be given in all of parentUid.
    [[{ roleUid: "a/b", groupUids: [] }], EITHER],
    [[{ roleUid: "a/b", groupUid: "a/c", groupUids: ["a/d"] }], EITHER],
  ] as const)
    it(`are checked before anything is registered: ${says}`, () => {
      assert.throws(made(roles), { name: "ConfigurationError", message: `CiIdentity deploy: ${says}` });
    });
});
