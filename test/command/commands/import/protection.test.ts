import assert from "node:assert/strict";
import { isContainer } from "../../../../src/command/commands/import/code/statement";
import { resources } from "../../../../src/description/resources";

describe("an imported resource", () => {
  it("is protected if other objects lie in it: groups, organizations, repos and identity providers (row 187)", () => {
    const isProtected = Object.values(resources)
      .filter(isContainer)
      .map(({ type }) => type);
    assert.deepEqual(isProtected.sort(), ["iam:Group", "iam:IdentityProvider", "iam:Organization", "registry:Repo"]);
  });
});
