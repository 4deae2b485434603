import assert from "node:assert/strict";
import { Kind } from "../../../src/core/remote-object";
import { explainTaken } from "../../../src/core/texts/taken";
import { LocalPlatform } from "../../support/local-platform";
import { group, scimToken } from "../../support/resources";

describe("the refusal of a create whose key is taken", () => {
  const wanted = { kind: new Kind(new LocalPlatform().run(), group), parentUid: "org", desired: { name: "web" } };

  it("says that another resource of the program manages it, and gives only remedies that help (row 190)", () => {
    const context = new LocalPlatform().run();
    const kept = { spec: group, urn: "crew", uid: "org/a" };
    context.holders.noteCheck(kept, { parentUid: "org", name: "crew" }, true);
    context.holders.noteDiff(kept, "kept");
    assert.equal(
      explainTaken({ ...wanted, kind: new Kind(context, group) }, [{ uid: "org/a" }]),
      [
        "A Group with this name exists already under org: org/a. Nothing was created. Another resource of this program manages it.",
        "- If you want two objects, choose another name for one of them.",
        "- If you want one object, remove one of the two resources from the program.",
      ].join("\n"),
    );
  });

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
        '- If this resource should have it, as after a shift in a list, give this resource a new name in the program, and aliases: [{ name: "v-1" }].',
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
        "- Otherwise remove deleteBeforeReplace: false, and set deleteBeforeReplace: true.",
        "- Otherwise undo the change that requires the replacement.",
      ].join("\n"),
    );
  });

  it("lists several objects, and leaves the uid open (row 190)", () => {
    const text = explainTaken(wanted, [{ uid: "org/a" }, { uid: "org/b" }]);
    assert.match(text, /^More than one Group with this name exists already under org: org\/a, org\/b\./);
    assert.match(
      text,
      /\n- If you want to take it over, run once with PLATFORM_ADOPT_EXISTING=identical \(an explicit provider needs adoptExisting: "identical" in its arguments\), or set adoptUid: "<uid>"\.\n/,
    );
  });

  it("advises no other name for a kind of which a parent can have only one (row 190)", () => {
    const kind = new Kind(new LocalPlatform().run(), scimToken);
    const text = explainTaken({ kind, parentUid: "org/i", desired: {} }, [{ uid: "org/i" }]);
    assert.match(
      text,
      /^identityProviderUid org\/i already has a ScimToken, and can have only one\. Nothing was created\.\n/,
    );
    assert.doesNotMatch(text, /choose another/);
  });
});
