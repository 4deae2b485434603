import assert from "node:assert/strict";
import { Deletions } from "../../../src/core/safety/deletions";

/** A sleep that ends when the test says so. */
function manualSleep() {
  const sleepers: (() => void)[] = [];
  return {
    sleep: () => new Promise<void>((resolve) => sleepers.push(resolve)),
    /** Ends all sleeps, and lets what waited for them run. */
    pass: async () => {
      for (const wake of sleepers.splice(0)) wake();
      await settle();
    },
    asleep: () => sleepers.length,
  };
}

/** Lets everything run that can. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A delete that a test lets end. */
function pending(deletions: Deletions, uid: string, recorded = {}) {
  let end: () => void = () => undefined;
  const done = deletions.run(uid, recorded, () => new Promise<void>((resolve) => (end = resolve)));
  return { done, end: () => end() };
}

/** A delete that waits like a blocked one. Returns how the wait ended. */
const blocked = (deletions: Deletions, uid: string) => deletions.run(uid, {}, () => deletions.wait(uid));

describe("the deletes of a run", () => {
  it("retry when objects that refer to them were deleted, and only then", async () => {
    const { sleep } = manualSleep();
    const deletions = new Deletions(sleep);
    const binding = pending(deletions, "org/b", { identityUid: "org/ci", roleUid: "r" });
    const stranger = pending(deletions, "org/team-2/x");
    const identity = blocked(deletions, "org/ci");
    const team = blocked(deletions, "org/team");
    let teamTold = false;
    void team.then(() => (teamTold = true));
    stranger.end();
    binding.end();
    assert.equal(await identity, "try again");
    await settle();
    assert.equal(teamTold, false);
  });

  it("continue when another delete begins within a short wait", async () => {
    const clock = manualSleep();
    const deletions = new Deletions(clock.sleep);
    const parent = blocked(deletions, "org/team");
    await settle();
    const child = pending(deletions, "org/team/web");
    await clock.pass();
    child.end();
    assert.equal(await parent, "try again");
  });

  it("fail when the last one with progress fails", async () => {
    const clock = manualSleep();
    const deletions = new Deletions(clock.sleep);
    const parent = blocked(deletions, "org/team");
    await assert.rejects(
      deletions.run("org/team/web", {}, () => Promise.reject(new Error("no"))),
      /no/,
    );
    await settle();
    await clock.pass();
    assert.equal(await parent, "give up");
  });

  it("are separate for two objects with one uid (row 95)", async () => {
    const clock = manualSleep();
    const deletions = new Deletions(clock.sleep);
    const child = pending(deletions, "org/team/web");
    const both = [blocked(deletions, "org/team"), blocked(deletions, "org/team")];
    await settle();
    child.end();
    assert.deepEqual(await Promise.all(both), ["try again", "try again"]);
    const again = [blocked(deletions, "org/team"), blocked(deletions, "org/team")];
    await settle();
    await clock.pass();
    assert.deepEqual(await Promise.all(again), ["give up", "give up"]);
  });
});
