import assert from "node:assert/strict";
import { Group } from "../../../src/pulumi/classes";

describe("the class of a resource", () => {
  it("refuses the option import, and names adoptUid", () => {
    assert.throws(() => new Group("team", { parentUid: "org" }, { import: "org/a" }), {
      name: "Error",
      message: /^Group "team": the option import does not work .* adoptUid/,
    });
  });
});
