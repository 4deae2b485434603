import assert from "node:assert/strict";
import { Kind } from "../../../src/core/remote-object";
import { explainTaken } from "../../../src/core/texts/taken";
import { LocalPlatform } from "../../support/local-platform";
import { group } from "../../support/resources";

describe("the refusal of a create whose key is taken", () => {
  /** The refusal of a replacement of "v-0", whose key the object of a resource has, which is replaced too. */
  function refusedFor(holder: string): string {
    const context = new LocalPlatform().run();
    for (const resource of new Set([holder, "v-0"])) {
      const ref = { spec: group, urn: resource, resource };
      context.holders.noteCheck(ref, { parentUid: "org", name: "old" }, true);
      context.holders.noteDiff({ ...ref, uid: resource === holder ? "org/a" : "org/b" }, "replacing");
      context.holders.noteCheck(ref, { parentUid: "org", name: "web" }, false);
    }
    const kind = new Kind({ ...context, urn: "v-0" }, group);
    return explainTaken({ kind, parentUid: "org", desired: { name: "web" } }, [{ uid: "org/a" }]);
  }

  it("names the resource that has the object and the alias for a shift in a list, and never advises to delete it (row 287)", () => {
    assert.equal(
      refusedFor("v-1"),
      [
        'Pulumi cannot replace the Group, because this name is taken under org by org/a. Nothing was created. Another resource of this program, "v-1", manages it.',
        '- If this resource should have it, as after a shift in a list, give this resource a new name in the program, and aliases: [{ name: "v-1" }], or, if that resource has another object by now, adoptUid: "org/a".',
        "- If you want two objects, choose another name for one of them.",
        "- If you want one object, remove one of the two resources from the program.",
      ].join("\n"),
    );
  });

  it("says how to replace a resource whose replacement would come first (row 287)", () => {
    assert.equal(
      refusedFor("v-0"),
      [
        "Pulumi cannot replace the Group, because this name is taken under org by org/a. Nothing was created. It is the object that would be replaced.",
        "- If it belongs to a PullToken, change rotate.",
        "- Otherwise remove deleteBeforeReplace: false, and set deleteBeforeReplace: true (without retainOnDelete).",
        '- If it has retainOnDelete, give this resource a new name in the program, without aliases, and adoptUid: "org/a". After pulumi up, the old name can come back with aliases.',
        "- Otherwise, or in a component, undo the change that requires the replacement, and run pulumi up. You can then make the change again.",
      ].join("\n"),
    );
  });
});
