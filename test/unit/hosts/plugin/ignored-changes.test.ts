import assert from "node:assert/strict";
import { withoutIgnored } from "../../../../src/hosts/plugin/ignored-changes";
import type { DiffResult } from "../../../../src/hosts/plugin/served";

const found = (...paths: (readonly string[])[]): DiffResult => ({
  changed: paths.length > 0,
  replaces: paths.flatMap(([name = ""]) => (name === "parentUid" ? [name] : [])),
  deleteBeforeReplace: false,
  differences: paths.map((path) => ({ path, kind: "update", replaces: path[0] === "parentUid" })),
});
const left = (ignored: readonly string[], ...paths: (readonly string[])[]) => {
  const { changed, replaces, differences } = withoutIgnored(found(...paths), ignored);
  assert.equal(changed, differences.length > 0);
  assert.deepEqual(
    replaces,
    differences.flatMap((one) => (one.replaces ? one.path : [])),
  );
  return differences.map(({ path }) => path.join("."));
};

describe("ignoreChanges in the plugin", () => {
  it("removes what it names, with everything below, and nothing else", () => {
    assert.deepEqual(left([], ["name"]), ["name"]);
    assert.deepEqual(left(["name"], ["name"], ["names"]), ["names"]);
    assert.deepEqual(left(["claimMatch"], ["claimMatch", "subject"], ["description"]), ["description"]);
    assert.deepEqual(left(["claimMatch.subject"], ["claimMatch", "subject"], ["claimMatch", "issuer"]), [
      "claimMatch.issuer",
    ]);
    assert.deepEqual(left(['claimMatch.claims["a.b"]'], ["claimMatch", "claims", "a.b"]), []);
    assert.deepEqual(left(["*"], ["name"], ["claimMatch", "subject"]), []);
    assert.deepEqual(left(["claimMatch.*"], ["claimMatch", "subject"], ["claimMatch"]), ["claimMatch"]);
  });

  it("leaves a list that is whole, of which only an item is named", () => {
    assert.deepEqual(left(["names[0]"], ["names"]), ["names"]);
  });

  it("replaces nothing for what it names", () => {
    assert.deepEqual(left(["parentUid"], ["parentUid"], ["name"]), ["name"]);
  });

  it("keeps a change that has no path: a note in the state", () => {
    const noted: DiffResult = { ...found(), changed: true };
    assert.deepEqual(withoutIgnored(noted, ["name"]), noted);
  });
});
