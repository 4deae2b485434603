import assert from "node:assert/strict";
import type { JsonObject } from "../../../../src/api/json";
import type { WholeList } from "../../../../src/api/pages";
import { KnownSiblings, type ReadList } from "../../../../src/lifecycle/run/known-siblings";
import { group } from "../../../../src/resources/group";
import { groupInvite } from "../../../../src/resources/group-invite";
import type { ResourceSpec } from "../../../../src/spec/resource";
import { computed, int64 } from "../../../../src/spec/types";

const item = (name: string, uid = `org/${name}`): JsonObject => ({ uid, name });

/** Siblings on a platform that has these objects, so many pages of them. */
function siblings(spec: ResourceSpec = group) {
  const state = { now: 0, lists: 0, pages: 1, there: [] as JsonObject[], isProven: true };
  const twins: [unknown, readonly unknown[]][] = [];
  const known = new KnownSiblings(spec, {
    clock: () => state.now,
    sleep: () => new Promise(() => undefined),
    onListing: () => undefined,
    onTwins: (created, others) => twins.push([created, others]),
  });
  const held: (() => void)[] = [];
  let isHolding = false;
  const read: ReadList = async (isWorth): Promise<WholeList> => {
    state.lists += 1;
    const items = [...state.there];
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
    if (!isWorth(state.pages)) return { pages: state.pages };
    return state.isProven ? { items } : undefined;
  };
  return {
    state,
    known,
    twins,
    read,
    /** Lists wait until `release`, and then show what was there when they were asked for. */
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      for (const go of held.splice(0)) go();
    },
    /** What a look for a name is told: that it is free, that it is taken, or nothing, so that it is taken alone. */
    look: async (name: string) => {
      const look = await known.forLook({ name }, read, false);
      return look === undefined ? "alone" : look.items.length === 0 ? "free" : "taken";
    },
    isShown: async (name: string) => (await known.item(`org/${name}`, read)) !== undefined,
  };
}

describe("what a run knows of siblings", () => {
  it("begins with a question that is asked alone, and is one listing from the second on (row 128)", async () => {
    const { look, state } = siblings();
    state.there = [item("a")];
    assert.deepEqual(
      [await look("x"), await look("y"), await look("a"), await look("z")],
      ["alone", "free", "taken", "free"],
    );
    assert.equal(state.lists, 1);
  });

  it("is one listing for all who ask at once", async () => {
    const { look, state } = siblings();
    assert.deepEqual(await Promise.all(["a", "b", "c", "d"].map(look)), ["alone", "free", "free", "free"]);
    assert.equal(state.lists, 1);
  });

  it("is listed once the pages are no more than the questions, and never where there are too many", async () => {
    const { look, state } = siblings();
    state.pages = 5;
    const answers: string[] = [];
    for (let n = 0; n < 8; n++) answers.push(await look(`n${n}`));
    assert.deepEqual(answers, [...Array(4).fill("alone"), ...Array(4).fill("free")]);
    assert.equal(state.lists, 2, "one that told the number of pages, and one");
    const large = siblings();
    large.state.pages = 51;
    for (let n = 0; n < 300; n++) assert.equal(await large.look(`n${n}`), "alone");
    assert.equal(large.state.lists, 1);
  });

  it("is no answer where the list proves nothing, for half a minute", async () => {
    const { look, state } = siblings();
    state.isProven = false;
    for (let n = 0; n < 9; n++) assert.equal(await look(`n${n}`), "alone");
    assert.equal(state.lists, 1);
    Object.assign(state, { isProven: true, now: 30_000 });
    assert.equal(await look("later"), "free");
  });

  it("is no answer where the list is refused: for a moment, or for good", async () => {
    const { known, look, state } = siblings();
    await look("a");
    known.noteRefusal(false);
    assert.equal(await look("b"), "alone");
    state.now = 5_000;
    assert.equal(await look("c"), "free");
    known.forget();
    known.noteRefusal(true);
    state.now = 1_000_000;
    assert.equal(await look("d"), "alone");
  });

  it("is no answer to a look that is taken again, which waits for its parent", async () => {
    const { look, state } = siblings();
    assert.deepEqual([await look("a"), await look("a"), await look("a")], ["alone", "alone", "alone"]);
    assert.equal(state.lists, 0);
  });

  it("holds 5 seconds for looks: what a killed run has sent may still arrive", async () => {
    const { look, state, known } = siblings();
    const listsAt = async (ms: number) => {
      state.now = ms;
      assert.equal(await look(`at-${ms}`), ms === 0 ? "alone" : "free");
      // The run's own objects are nobody else's.
      state.there.push(item(`made-${ms}`));
      known.noteCreated(`org/made-${ms}`, { name: `made-${ms}` });
      return state.lists;
    };
    const times = [0, 1, 5_001, 5_002, 10_002, 10_003, 15_003, 15_004];
    const lists: number[] = [];
    for (const ms of times) lists.push(await listsAt(ms));
    assert.deepEqual(lists, [0, 1, 1, 2, 2, 3, 3, 4]);
  });

  it("makes everybody look alone for half a minute once another writer is seen", async () => {
    const { look, state } = siblings();
    assert.deepEqual([await look("a"), await look("b")], ["alone", "free"]);
    state.there = [item("theirs")];
    state.now = 30_001;
    assert.deepEqual([await look("c"), await look("d")], ["alone", "alone"]);
    state.now = 60_001;
    assert.equal(await look("e"), "free");
  });

  it("takes an object of this run that is not told yet for nobody else's", async () => {
    const { look, state } = siblings();
    await look("a");
    await look("b");
    state.now = 30_001;
    state.there = [item("a"), item("b")];
    assert.equal(await look("c"), "free");
  });

  it("tells of a twin, whether it was listed before the create was answered or after", async () => {
    const { look, state, known, twins } = siblings();
    await look("a");
    await look("b");
    state.there = [item("a", "org/theirs"), item("b", "org/others")];
    known.noteCreated("org/a", { name: "a" });
    assert.deepEqual(twins, []);
    state.now = 30_001;
    await look("c");
    assert.deepEqual(twins, [["org/a", ["org/theirs"]]]);
    known.noteCreated("org/b", { name: "b" });
    assert.deepEqual(twins.at(-1), ["org/b", ["org/others"]]);
  });

  it("are not listed while this run deletes one of them, which would change the count", async () => {
    const { known, read, state } = siblings();
    let end: () => void = () => undefined;
    const deleted = known.deletes.track(() => new Promise<void>((resolve) => (end = resolve)));
    const listed = known.relist(read, () => 1);
    await new Promise(setImmediate);
    assert.equal(state.lists, 0);
    end();
    await Promise.all([deleted, listed]);
    assert.equal(state.lists, 1);
  });

  it("tells of no twins of a kind that may have any number of equal objects", async () => {
    const { known, read, twins, state } = siblings(groupInvite);
    state.there = [{ uid: "org/x", roleUid: "r" }];
    known.noteCreated("org/y", { roleUid: "r" });
    await known.forLook({ roleUid: "r" }, read, true);
    assert.deepEqual([twins, known.created], [[], ["org/y"]]);
  });

  it("is void after a change in doubt, a listing under way too", async () => {
    const { look, state, known, hold, release } = siblings();
    await look("a");
    assert.equal(await look("b"), "free");
    known.forget();
    assert.equal(await look("c"), "free");
    assert.equal(state.lists, 2, "it is listed anew");
    known.forget();
    hold();
    const answer = look("d");
    known.forget();
    release();
    assert.equal(await answer, "alone");
    assert.equal(state.lists, 3);
  });

  it("is void after a change of a key, since what was free may be taken", async () => {
    const { look, known, state } = siblings();
    await look("a");
    assert.equal(await look("b"), "free");
    known.noteChange("org/x", false);
    assert.deepEqual([await look("c"), state.lists], ["free", 1]);
    known.noteChange("org/x", true);
    assert.deepEqual([await look("d"), state.lists], ["free", 2]);
  });

  it("shows an object for 30 seconds, until this run changes or deletes it", async () => {
    const { isShown, state, known, hold, release } = siblings();
    state.there = ["a", "b", "c"].map((name) => item(name));
    assert.deepEqual(
      [await isShown("a"), await isShown("a"), await isShown("b"), await isShown("x")],
      [false, true, true, false],
    );
    known.noteChange("org/a", false);
    known.noteGone("org/b");
    assert.deepEqual([await isShown("a"), await isShown("b"), await isShown("c")], [false, false, true]);
    assert.equal(state.lists, 1);
    state.now = 30_001;
    hold();
    const during = isShown("a");
    known.noteChange("org/a", false);
    release();
    assert.equal(await during, false, "it was changed while the list was read");
    assert.deepEqual([await isShown("b"), state.lists], [true, 2]);
  });

  it("forgets what this run has created once it is gone", async () => {
    const { known } = siblings();
    known.noteCreated("org/a", { name: "a" });
    assert.ok(known.hasCreated({ name: "a" }));
    known.noteGone("org/a");
    assert.ok(!known.hasCreated({ name: "a" }));
    assert.deepEqual(known.created, []);
  });

  it("answers no look where an item cannot be read", async () => {
    const { look, state } = siblings({ ...group, fields: { ...group.fields, size: computed(int64) } });
    state.there = [{ uid: "org/a", name: "a", size: 2 ** 60 }];
    assert.deepEqual([await look("x"), await look("y"), await look("a")], ["alone", "alone", "alone"]);
    assert.equal(state.lists, 1);
  });
});
