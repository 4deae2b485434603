import assert from "node:assert/strict";
import type { HttpRequest } from "../../../../src/api/transport";
import { Handle, Kind } from "../../../../src/core/handle";
import { create } from "../../../../src/core/verbs/create";
import { verbsOf } from "../../../../src/core/verbs/verbs-of";
import { Ownership } from "../../../../src/hosts/shared/ownership";
import { accountAssociation } from "../../../../src/resources/account-association";
import { group } from "../../../../src/resources/group";
import { termsAcceptance } from "../../../../src/resources/terms-acceptance";
import type { Values } from "../../../../src/spec/values";
import { listed, missingResource, object, scriptedContext } from "../../../support/lifecycle";
import type { Scripted } from "../../../support/scripted";

const uid = "org/a";
const inputs = { parentUid: "org", name: "team" };
const outputs = { ...inputs, createTime: "2026-01-01T00:00:00Z" };

/** A resource of the program by the hash of its URN. */
const resource = (urn = "team") => ({ spec: group, urn });

/** What the engine does with a resource of the program that is in the state: it checks and then diffs it. */
function seen(ownership: Ownership, verdict: "kept" | "replacing", desired: Values = inputs, urn?: string): boolean {
  ownership.noteCheck(resource(urn), desired, true);
  return ownership.noteDiff({ ...resource(urn), uid }, verdict);
}

/** Deletes an object of a run and answers what was sent. */
async function removing(prepare: (ownership: Ownership) => void, recorded: Values = outputs) {
  const answer = ({ method, path: { text } }: HttpRequest): Scripted => {
    if (method === "DELETE") return object({});
    if (text === `/iam/v2/groups/${uid}`) return missingResource(uid);
    return text === "/iam/v2/groups/org" ? object({ uid: "org" }) : listed(text.slice(text.lastIndexOf("/") + 1));
  };
  const script = scriptedContext(Array(40).fill(answer));
  prepare(script.context.holders);
  await verbsOf(group).delete(new Handle(script.context, group, uid), recorded);
  return { sent: script.lines().filter((line) => line.startsWith("DELETE")), printed: script.printed.join() };
}

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
    [
      "though a policy has changed its inputs between check and diff",
      (ownership) => {
        ownership.noteCheck(resource(), inputs, true);
        assert.ok(ownership.noteDiff({ ...resource(), uid }, "kept"));
      },
    ],
  ];
  for (const [why, prepare] of kept) {
    it(`is not deleted ${why}, and a message says so`, async () => {
      const { sent, printed } = await removing(prepare);
      assert.deepEqual(sent, []);
      assert.match(printed, /Group org\/a was not deleted, because another resource of this program manages it now/);
    });
  }

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
  for (const [why, prepare] of deleted) {
    it(`is deleted ${why}`, async () => {
      const { sent, printed } = await removing(prepare);
      assert.deepEqual([sent, printed], [["DELETE /iam/v2/groups/org/a"], ""]);
    });
  }

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
      /Two resources of this program manage the same Group: org\/a\.\n- Remove one/,
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

describe("adoptUid in a replacement (row 92)", () => {
  const adopting = { ...inputs, adoptUid: uid };
  const made = { uid: "org/new", name: "team" };

  const replacing: [why: string, prepare: (ownership: Ownership) => void, again?: Values][] = [
    ["of the object that it names", (ownership) => seen(ownership, "replacing", adopting)],
    [
      "of the object that came after the one that it names",
      (ownership) => {
        ownership.noteCheck(resource(), adopting, true);
        ownership.noteDiff({ ...resource(), uid: "org/second" }, "replacing");
      },
    ],
    [
      "that an earlier run has started",
      (ownership) => {
        seen(ownership, "kept", adopting);
        assert.equal(ownership.noteCheck(resource(), adopting, false), undefined);
      },
    ],
    [
      "of another that it goes along with, whose uid is not known yet",
      (ownership) => {
        assert.equal(ownership.noteDiff({ ...resource(), uid }, "replacing"), false);
        ownership.noteDelete({ spec: group, uid }, { ...outputs, parentUid: "org/former" });
        assert.equal(ownership.noteCheck(resource(), adopting, false), undefined);
      },
    ],
    [
      "that only the engine knows of, after its delete",
      (ownership) => ownership.noteDelete({ spec: group, uid }, outputs),
    ],
    [
      "that only the engine knows of, when the one that it names is long gone",
      (ownership) => ownership.noteDelete({ spec: group, uid: "org/second" }, outputs),
    ],
  ];
  for (const [why, prepare] of replacing) {
    it(`has no effect ${why}`, async () => {
      const { context, lines } = scriptedContext([listed("groups"), object(made)]);
      prepare(context.holders);
      assert.equal((await create(new Kind({ ...context, urn: "team" }, group), adopting)).uid, "org/new");
      assert.deepEqual(lines(), ["GET /iam/v2/groups uidp.children_of=org name=team", "POST /iam/v2/groups/org"]);
    });
  }

  it("is refused to another resource than the replaced one, and nothing is created", async () => {
    const { context, lines } = scriptedContext([]);
    seen(context.holders, "replacing", { ...adopting, name: "elsewhere" });
    const other = new Kind({ ...context, urn: "another" }, group);
    await assert.rejects(create(other, adopting), /another resource of this program manages/);
    assert.deepEqual(lines(), []);
    assert.match(
      context.holders.noteCheck(resource("another"), adopting, false) ?? "",
      /another resource of this program manages/,
    );
  });

  it("has its usual effect when nothing of the kind is replaced", async () => {
    const { context, lines } = scriptedContext([object({ uid, name: "team" })]);
    context.holders.noteDelete({ spec: group, uid: "org/other" }, { ...outputs, name: "other" });
    context.holders.noteDelete({ spec: accountAssociation, uid }, {});
    assert.equal((await create(new Kind(context, group), adopting)).uid, uid);
    assert.deepEqual(lines(), ["GET /iam/v2/groups/org/a"]);
  });
});
