import assert from "node:assert/strict";
import { withIgnored } from "../../../src/hosts/plugin/ignored-changes";

const recorded = {
  name: "old",
  names: ["a", "b"],
  claimMatch: { issuer: "old", subject: "old", claims: { "a.b": "old", c: "old" } },
  gone: "old",
};
const desired = {
  name: "new",
  names: ["x", "y"],
  claimMatch: { issuer: "new", subject: "new", claims: { "a.b": "new", c: "new", d: "new" } },
  added: "new",
};
const { claimMatch } = desired;

describe("ignoreChanges in the plugin", () => {
  for (const [path, changed] of [
    ["name", { name: "old" }],
    ["claimMatch.subject", { claimMatch: { ...claimMatch, subject: "old" } }],
    ['claimMatch.claims["a.b"]', { claimMatch: { ...claimMatch, claims: { ...claimMatch.claims, "a.b": "old" } } }],
    ["claimMatch.claims.*", { claimMatch: { ...claimMatch, claims: recorded.claimMatch.claims } }],
    ["names[0]", { names: ["a", "y"] }],
    ["names[*]", { names: ["a", "b"] }],
    ["names[2]", {}],
    ["gone", { gone: "old" }],
    ["gone.below", {}],
    ["name.below", {}],
    ["other", {}],
  ] as const)
    it(`resets what it names, with everything below, and nothing else: ${path}`, () => {
      assert.deepEqual(withIgnored(recorded, desired, [path]), { ...desired, ...changed });
    });

  it("removes what is not recorded", () => {
    assert.deepEqual(withIgnored(recorded, desired, ["added", "claimMatch", "name", "names", "gone"]), recorded);
    assert.deepEqual(withIgnored(recorded, desired, ["*"]), recorded);
  });

  it("changes no list of another length by an index beyond it", () => {
    assert.deepEqual(withIgnored({ names: ["a"] }, { names: ["x", "y"] }, ["names[1]"]), { names: ["x", "y"] });
  });
});
