import assert from "node:assert/strict";
import type { HttpRequest } from "../../../src/api/transport";
import { create } from "../../../src/lifecycle/verbs/create";
import { Holdings } from "../../../src/lifecycle/run/ownership";
import { verbsOf } from "../../../src/lifecycle/verbs/verbs-of";
import { accountAssociation } from "../../../src/resources/account-association";
import { group } from "../../../src/resources/group";
import { termsAcceptance } from "../../../src/resources/terms-acceptance";
import { UNKNOWN } from "../../../src/spec/unknown";
import type { Values } from "../../../src/spec/values";
import { listed, missing, object, scriptedContext } from "../../support/lifecycle";
import type { Scripted } from "../../support/scripted";

const uid = "org/a";
const inputs = { parentUid: "org", name: "team" };
const outputs = { ...inputs, createTime: "2026-01-01T00:00:00Z" };

/** What the engine does with a resource of the program that is in the state: it checks and then diffs it. */
function seen(holdings: Holdings, verdict: "kept" | "replacing", desired: Values = inputs): boolean {
  holdings.checked(group, desired, true);
  return holdings.diffed(group, uid, verdict, desired);
}

/** Deletes an object of a run and answers what was sent. */
async function removing(prepare: (holdings: Holdings) => void, recorded: Values = outputs) {
  const answer = ({ method, path: { text } }: HttpRequest): Scripted => {
    if (method === "DELETE") return object({});
    if (text === `/iam/v2/groups/${uid}`) return missing(uid);
    return text === "/iam/v2/groups/org" ? object({ uid: "org" }) : listed(text.slice(text.lastIndexOf("/") + 1));
  };
  const script = scriptedContext(Array(40).fill(answer));
  prepare(script.context.holdings);
  await verbsOf(group).remove(script.context, group, uid, recorded);
  return { sent: script.lines().filter((line) => line.startsWith("DELETE")), told: script.told.join() };
}

describe("an object that a resource of the program holds (rows 90, 91)", () => {
  const kept: [why: string, prepare: (holdings: Holdings) => void][] = [
    ["because it was made or adopted in this run", (holdings) => holdings.made(group, uid)],
    ["because its resource stays as it is", (holdings) => seen(holdings, "kept")],
    [
      "because its resource was updated after all",
      (holdings) => {
        seen(holdings, "replacing");
        holdings.updated(group, uid);
      },
    ],
    [
      "though a policy has changed its inputs between check and diff",
      (holdings) => {
        holdings.checked(group, inputs, true);
        assert.ok(holdings.diffed(group, uid, "kept", { ...inputs, description: "by policy" }));
      },
    ],
  ];
  for (const [why, prepare] of kept) {
    it(`is not deleted ${why}, and the line says so`, async () => {
      const { sent, told } = await removing(prepare);
      assert.deepEqual(sent, []);
      assert.match(told, /The Group org\/a was not deleted: another resource of this program holds it now/);
    });
  }

  const deleted: [why: string, prepare: (holdings: Holdings) => void][] = [
    ["in a destroy, which checks nothing", () => undefined],
    [
      "after a refresh, whose diffs nothing was checked for",
      (holdings) => {
        assert.equal(holdings.diffed(group, uid, "kept", inputs), false);
      },
    ],
    ["when its resource is replaced", (holdings) => seen(holdings, "replacing")],
    [
      "when the engine replaces what the diff would have updated, which it checks once more",
      (holdings) => {
        seen(holdings, "kept");
        holdings.checked(group, inputs, false);
      },
    ],
    ["when an object of another kind with the same uid is held", (holdings) => holdings.made(accountAssociation, uid)],
  ];
  for (const [why, prepare] of deleted) {
    it(`is deleted ${why}`, async () => {
      const { sent, told } = await removing(prepare);
      assert.deepEqual([sent, told], [["DELETE /iam/v2/groups/org/a"], ""]);
    });
  }

  it("is known by inputs whose keys come in any order, and by each check once", () => {
    const holdings = new Holdings();
    holdings.checked(group, { name: "team", parentUid: "org" }, true);
    assert.equal(holdings.diffed(group, uid, "kept", inputs), true);
    assert.equal(holdings.diffed(group, "org/b", "kept", inputs), false);
  });
});

describe("one object (row 94)", () => {
  it("cannot be recorded for two resources of a program, nor be adopted by one and recorded for another", () => {
    const twice = new Holdings();
    seen(twice, "kept");
    assert.throws(() => seen(twice, "kept"), /Two resources of this program hold the same Group: org\/a\. Take one/);

    const adopted = new Holdings();
    adopted.made(group, uid);
    assert.throws(() => seen(adopted, "kept"), /hold the same Group/);

    const wanted = new Holdings();
    assert.equal(wanted.checked(group, { ...inputs, adoptUid: uid }, false), undefined);
    assert.throws(() => seen(wanted, "kept"), /hold the same Group/);

    const held = new Holdings();
    seen(held, "kept");
    assert.match(held.checked(group, { ...inputs, adoptUid: uid }, false) ?? "", /held by another resource/);
  });

  it("may be stood for by several where each has a part of it", () => {
    const holdings = new Holdings();
    for (const documentIds of [["a"], ["b"]]) {
      const terms = { parentUid: "org", documentIds };
      holdings.checked(termsAcceptance, terms, true);
      assert.equal(holdings.diffed(termsAcceptance, "org", "kept", terms), true);
    }
  });
});

describe("adoptUid in a replacement (row 92)", () => {
  const adopting = { ...inputs, adoptUid: uid };
  const made = { uid: "org/new", name: "team" };

  const replacing: [why: string, prepare: (holdings: Holdings) => void, again?: Values][] = [
    ["of the object that it names", (holdings) => seen(holdings, "replacing", adopting)],
    [
      "of the object that came after the one that it names",
      (holdings) => {
        holdings.checked(group, adopting, true);
        holdings.diffed(group, "org/second", "replacing", adopting);
      },
    ],
    [
      "that an earlier run has left half done",
      (holdings) => {
        seen(holdings, "kept", adopting);
        assert.equal(holdings.checked(group, adopting, false), undefined);
      },
    ],
    [
      "of another that it goes along with, whose uid is not known yet",
      (holdings) => {
        assert.equal(holdings.diffed(group, uid, "replacing", { ...adopting, parentUid: UNKNOWN }), false);
        holdings.deleted(group, uid, { ...outputs, parentUid: "org/former" });
        assert.equal(holdings.checked(group, adopting, false), undefined);
      },
    ],
    ["that only the engine knows of, after its delete", (holdings) => holdings.deleted(group, uid, outputs)],
    [
      "that only the engine knows of, when the one that it names is long gone",
      (holdings) => holdings.deleted(group, "org/second", outputs),
    ],
  ];
  for (const [why, prepare] of replacing) {
    it(`counts for nothing ${why}`, async () => {
      const { context, lines } = scriptedContext([listed("groups"), object(made)]);
      prepare(context.holdings);
      assert.equal((await create(context, group, adopting)).uid, "org/new");
      assert.deepEqual(lines(), ["GET /iam/v2/groups uidp.children_of=org name=team", "POST /iam/v2/groups/org"]);
    });
  }

  it("is refused to another resource than the one that is replaced, and nothing is made anew", async () => {
    const { context, lines } = scriptedContext([]);
    seen(context.holdings, "replacing", { ...adopting, name: "elsewhere" });
    await assert.rejects(create(context, group, adopting), /is held by another resource of this program/);
    assert.deepEqual(lines(), []);
    assert.match(context.holdings.checked(group, adopting, false) ?? "", /is held by another resource/);
  });

  it("counts where nothing of the kind is replaced", async () => {
    const { context, lines } = scriptedContext([object({ uid, name: "team" })]);
    context.holdings.deleted(group, "org/other", { ...outputs, name: "other" });
    context.holdings.deleted(accountAssociation, uid, {});
    assert.equal((await create(context, group, adopting)).uid, uid);
    assert.deepEqual(lines(), ["GET /iam/v2/groups/org/a"]);
  });
});

describe("an object that was to be adopted (row 90)", () => {
  const adopting = { ...inputs, adoptUid: uid };
  const missed: [why: string, prepare: (holdings: Holdings) => void][] = [
    ["failed", (holdings) => holdings.failed(group, adopting)],
    ["was not even tried, for something else failed", (holdings) => holdings.failed(termsAcceptance, {})],
  ];
  for (const [why, prepare] of missed) {
    it(`stays in the state with its former entry where the adoption ${why}`, async () => {
      const { context, lines } = scriptedContext([]);
      context.holdings.checked(group, adopting, false);
      prepare(context.holdings);
      await assert.rejects(
        verbsOf(group).remove(context, group, uid, outputs),
        /was not deleted: another resource of this program was to adopt it, and failed\. It stays in the state/,
      );
      assert.deepEqual(lines(), []);
    });
  }

  it("is deleted where it is its own resource that is made anew (--replace)", async () => {
    const { sent } = await removing((holdings) => {
      holdings.checked(group, adopting, false);
    });
    assert.equal(sent.length, 1);
  });
});
