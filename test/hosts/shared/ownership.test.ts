import assert from "node:assert/strict";
import { accountAssociation } from "../../../src/description/resources/account-association";
import { group } from "../../../src/description/resources/group";
import { termsAcceptance } from "../../../src/description/resources/terms-acceptance";
import { Ownership } from "../../../src/hosts/shared/ownership";
import { inputs, removing, resource, seen, uid } from "./owned";

describe("an object that a resource of the program manages (rows 90, 91)", () => {
  const kept: [why: string, prepare: (ownership: Ownership) => void][] = [
    ["because it was made or adopted in this run", (ownership) => ownership.noteCreate({ spec: group, uid })],
    ["because its resource stays as it is", (ownership) => seen(ownership, "kept")],
    [
      "because its resource was updated in place",
      (ownership) => {
        seen(ownership, "replacing");
        ownership.noteUpdate({ spec: group, uid });
      },
    ],
  ];
  for (const [why, prepare] of kept)
    it(`is not deleted ${why}, and a message says so`, async () => {
      const { sent, printed } = await removing(prepare);
      assert.deepEqual(sent, []);
      assert.match(printed, /Group org\/a was not deleted, because another resource of this program manages it now/);
    });

  it("stays in the state if the program also reads it, because Pulumi ignores aliases of a get (row 90)", async () => {
    const { sent, result } = await removing((ownership) => ownership.noteGet({ spec: group, uid }));
    assert.deepEqual(sent, []);
    assert.match(String(result), /was not deleted, because the program also reads it with get\. It stays in the state/);
  });

  const deleted: [why: string, prepare: (ownership: Ownership) => void][] = [
    ["in a destroy, which checks nothing", () => undefined],
    [
      "after a refresh, whose diffs nothing was checked for",
      (ownership) => {
        assert.equal(ownership.noteDiff({ ...resource(), uid }, "kept"), false);
      },
    ],
    ["when its resource is replaced", (ownership) => seen(ownership, "replacing")],
    [
      "when the engine replaces what the diff would have updated, which it checks once more",
      (ownership) => {
        seen(ownership, "kept");
        ownership.noteCheck(resource(), inputs, false);
      },
    ],
    [
      "when an object of another kind with the same uid is held",
      (ownership) => ownership.noteCreate({ spec: accountAssociation, uid }),
    ],
  ];
  for (const [why, prepare] of deleted)
    it(`is deleted ${why}`, async () => {
      const { sent, printed } = await removing(prepare);
      assert.deepEqual([sent, printed], [["DELETE /iam/v2/groups/org/a"], ""]);
    });

  it("is known by the URN that its check and its diff name, and by the first diff after a check", () => {
    const ownership = new Ownership();
    ownership.noteCheck(resource(), inputs, true);
    assert.equal(ownership.noteDiff({ ...resource("another"), uid: "org/b" }, "kept"), false);
    assert.equal(ownership.noteDiff({ ...resource(), uid }, "kept"), true);
    assert.equal(ownership.noteDiff({ ...resource(), uid: "org/b" }, "kept"), false);
    assert.equal(ownership.isOwned({ spec: group, uid: "org/b" }), false);
  });
});

describe("one object (row 94)", () => {
  it("cannot be recorded for two resources, or adopted by one and recorded for another", () => {
    const twice = new Ownership();
    seen(twice, "kept");
    assert.throws(
      () => seen(twice, "kept", inputs, "another"),
      /Two resources of this program manage the same Group: org\/a\.\n- If this shows/,
    );

    const adopted = new Ownership();
    adopted.noteCreate({ spec: group, uid });
    assert.throws(() => seen(adopted, "kept"), /manage the same Group/);

    const wanted = new Ownership();
    assert.equal(wanted.noteCheck(resource("new"), { ...inputs, adoptUid: uid }, false), undefined);
    assert.throws(() => seen(wanted, "kept"), /manage the same Group/);

    const held = new Ownership();
    seen(held, "kept");
    const refusal = held.noteCheck(resource("new"), { ...inputs, adoptUid: uid }, false);
    assert.match(refusal ?? "", /another resource of this program manages/);
  });

  it("can be shared by several resources that each manage a part of it", () => {
    const ownership = new Ownership();
    for (const documentIds of [["a"], ["b"]]) {
      const terms = { parentUid: "org", documentIds };
      const shared = { spec: termsAcceptance, urn: String(documentIds) };
      ownership.noteCheck(shared, terms, true);
      assert.equal(ownership.noteDiff({ ...shared, uid: "org" }, "kept"), true);
    }
  });
});
