import assert from "node:assert/strict";
import { Kind } from "../../src/core/remote-object";
import { resources } from "../../src/description/resources/index";
import { LocalPlatform } from "../support/local-platform";
import { accountAssociation, group, identity } from "../support/resources";

const context = new LocalPlatform().run();

describe("the handle of an object", () => {
  it("has a path and a parent uid, which is the front part of its own uid, or all of it", () => {
    const inner = new Kind(context, group).at("org/a/b");
    assert.deepEqual([inner.path.text, inner.parentUid], ["/iam/v2/groups/org/a/b", "org/a"]);
    assert.deepEqual(inner.parentInput, { parentUid: "org/a" });
    const association = new Kind(context, accountAssociation).at("org/a");
    assert.deepEqual([association.parentUid, association.parentInput], ["org/a", { parentUid: "org/a" }]);
    const root = new Kind(context, group).at("org");
    assert.deepEqual([root.parentUid, root.parentInput], [undefined, {}]);
  });

  it("has its kind's name with the right article", () => {
    const names = Object.values(resources).map((spec) => new Kind(context, spec).nameWithArticle);
    assert.ok(names.includes("an Identity") && names.includes("a Group"));
    assert.equal(new Kind(context, identity).at("org/i").kind.nameWithArticle, "an Identity");
    for (const name of names) assert.match(name, /^(an [AEIO]|a [^AEIO])/);
  });
});
