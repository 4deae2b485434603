import assert from "node:assert/strict";
import { computed, int64 } from "../../../src/description/spec/types";
import { group } from "../../support/resources";
import { item, list } from "./listed-organization";

describe("a list that serves many questions", () => {
  it("is not used for half a minute if the list proves nothing", async () => {
    const { look, state } = list();
    state.isProven = false;
    for (let n = 0; n < 9; n++) assert.equal(await look(`n${n}`), "alone");
    assert.equal(state.lists, 1);
    Object.assign(state, { isProven: true, now: 30_000 });
    assert.equal(await look("later"), "free");
  });

  it("is not used if the list is refused: for a moment, or for good", async () => {
    const { cache, look, state } = list();
    await look("a");
    state.refusal = "INVALID_ARGUMENT";
    assert.equal(await look("b"), "alone");
    state.refusal = undefined;
    assert.equal(await look("c"), "alone");
    state.now = 5_000;
    assert.equal(await look("d"), "free");
    cache.forget();
    state.refusal = "PERMISSION_DENIED";
    assert.equal(await look("e"), "alone");
    state.refusal = undefined;
    state.now = 1_000_000;
    assert.equal(await look("f"), "alone");
    assert.equal(state.lists, 3);
  });

  it("is not used for a repeated look, which waits for its parent", async () => {
    const { look, state } = list();
    assert.deepEqual([await look("a"), await look("a"), await look("a")], ["alone", "alone", "alone"]);
    assert.equal(state.lists, 0);
  });

  it("is valid for 5 seconds for looks, because a request of a killed run may still arrive", async () => {
    const { look, state, created } = list();
    const listsAt = async (ms: number) => {
      state.now = ms;
      assert.equal(await look(`at-${ms}`), ms === 0 ? "alone" : "free");
      // The run's own objects are nobody else's.
      state.there.push(item(`made-${ms}`));
      created(`org/made-${ms}`, { name: `made-${ms}` });
      return state.lists;
    };
    const times = [0, 1, 5_001, 5_002, 10_002, 10_003, 15_003, 15_004];
    const lists: number[] = [];
    for (const ms of times) lists.push(await listsAt(ms));
    assert.deepEqual(lists, [0, 1, 1, 2, 2, 3, 3, 4]);
  });

  it("is not used for half a minute after another writer was seen", async () => {
    const { look, state } = list();
    assert.deepEqual([await look("a"), await look("b")], ["alone", "free"]);
    state.there = [item("theirs")];
    state.now = 30_001;
    assert.deepEqual([await look("c"), await look("d")], ["alone", "alone"]);
    state.now = 60_001;
    assert.equal(await look("e"), "free");
  });

  it("does not treat an object of this run as somebody else's before its create is noted", async () => {
    const { look, state } = list();
    await look("a");
    await look("b");
    state.now = 30_001;
    state.there = [item("a"), item("b")];
    assert.equal(await look("c"), "free");
  });

  it("reports a twin, whether it was listed before the response to the create or after", async () => {
    const { look, state, printed, created } = list();
    await look("a");
    await look("b");
    state.there = [item("a", "org/theirs"), item("b", "org/others")];
    created("org/a", { name: "a" });
    assert.deepEqual(printed, []);
    state.now = 30_001;
    await look("c");
    assert.deepEqual(printed, [
      "warning: Group org/a, which this run created, and org/theirs have the same name, because somebody else created another one at the same time.\n- Delete the one that nobody uses.",
    ]);
    created("org/b", { name: "b" });
    assert.match(String(printed.at(-1)), /Group org\/b, which this run created, and org\/others have the same name/);
    assert.equal(printed.length, 2);
  });

  it("is void after a change in doubt, a listing under way too", async () => {
    const { look, state, cache, hold, release } = list();
    await look("a");
    assert.equal(await look("b"), "free");
    cache.forget();
    assert.equal(await look("c"), "free");
    assert.equal(state.lists, 2, "it is listed again");
    cache.forget();
    hold();
    const answer = look("d");
    cache.forget();
    release();
    assert.equal(await answer, "alone");
    assert.equal(state.lists, 3);
  });

  it("shows an object for 30 seconds, until this run changes or deletes it", async () => {
    const { isShown, state, hold, release, changed, gone } = list();
    state.there = ["a", "b", "c"].map((name) => item(name));
    assert.deepEqual(
      [await isShown("a"), await isShown("a"), await isShown("b"), await isShown("x")],
      [false, true, true, false],
    );
    changed("org/a");
    gone("org/b");
    assert.deepEqual([await isShown("a"), await isShown("b"), await isShown("c")], [false, false, true]);
    assert.equal(state.lists, 1);
    state.now = 30_001;
    hold();
    const during = isShown("a");
    changed("org/a");
    release();
    assert.equal(await during, false, "it was changed while the list was read");
    assert.deepEqual([await isShown("b"), state.lists], [true, 2]);
  });

  it("does not show objects that this run created, so their keys are checked directly", async () => {
    const { look, state, created, gone } = list();
    created("org/a", { name: "a" });
    await look("x");
    assert.deepEqual([await look("y"), await look("a")], ["free", "alone"]);
    gone("org/a");
    assert.equal(await look("a"), "alone");
    assert.equal(state.lists, 1);
  });

  it("is not used for looks if an item cannot be read", async () => {
    const { look, state } = list({ ...group, fields: { ...group.fields, size: computed(int64) } });
    state.there = [{ uid: "org/a", name: "a", size: 2 ** 60 }];
    assert.deepEqual([await look("x"), await look("y"), await look("a")], ["alone", "alone", "alone"]);
    assert.equal(state.lists, 1);
  });
});
