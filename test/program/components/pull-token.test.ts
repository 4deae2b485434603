import assert from "node:assert/strict";
import { output } from "@pulumi/pulumi";
import { PullToken } from "../../../src/program/components/pull-token";

const made = (args: object) => () => new PullToken("cluster", { parentUid: "a", ...args } as never);

const MEMBERS =
  "parentUid, name, description, role, roles, groupUid, lifetimeDays, rotate, rotateDaysBefore, audience, registry";
const ROLES =
  "registry.pull, apk.pull, libraries.java.pull, libraries.javascript.pull, libraries.python.pull, or libraries.ECOSYSTEM.pull";

describe("the inputs of a PullToken (row 267)", () => {
  for (const [args, says] of [
    // Without its group, the role would be given in the whole organization.
    [{ groupuid: "a/b" }, `groupuid is unknown. Must be one of: ${MEMBERS}`],
    [{ lifetime: 7 }, `lifetime is unknown. Must be one of: ${MEMBERS}`],
    [{ role: "owner" }, `role must be one of ${ROLES}`],
    [{ role: "" }, `role must be one of ${ROLES}`],
    [{ role: output("owner") }, `role must be one of ${ROLES}`],
    [{ role: null }, `role must be one of ${ROLES}`],
    [{ role: "registry.pull_token_creator" }, `role must be one of ${ROLES}`],
    [{ role: "libraries.a.b.pull" }, `role must be one of ${ROLES}`],
    [{ roles: ["apk.pull", "owner"] }, `each of roles must be one of ${ROLES}`],
    [{ roles: "apk.pull" }, `each of roles must be one of ${ROLES}`],
    [{ roles: [] }, "roles must not be empty"],
    [{ roles: ["apk.pull", "apk.pull"] }, "roles must not repeat a role"],
    [{ roles: ["apk.pull"], role: "apk.pull" }, "role cannot be set together with roles"],
  ] as const) {
    it(`are checked before anything is registered: ${JSON.stringify(args)}: ${says}`, () =>
      assert.throws(made(args), { name: "ConfigurationError", message: `PullToken cluster: ${says}` }));
  }

  it("include a name that an identity can have, also if it is that of the component", () => {
    const says =
      'name, with the 9 characters that follow it, must be lower-case letters, digits, spaces, ".", "_" and "-". ' +
      "The default of name is the name of the component. Set name to another value";
    const wrong = (name: string, args: object) => () => new PullToken(name, { parentUid: "a", ...args } as never);
    assert.throws(wrong("Cluster", {}), { name: "ConfigurationError", message: `PullToken Cluster: ${says}` });
    assert.throws(wrong("cluster", { name: "X" }), { message: `PullToken cluster: ${says}` });
  });

  it("must be an object", () => {
    assert.throws(() => new PullToken("cluster", undefined as never), {
      name: "ConfigurationError",
      message: `PullToken cluster needs an object, { ${MEMBERS} }`,
    });
  });
});
