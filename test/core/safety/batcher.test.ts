import assert from "node:assert/strict";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { Batcher } from "../../../src/core/safety/batcher";

/** A batcher of at most two items a call, the items of each call so far, and how to end a call. */
function scene() {
  const batcher = new Batcher<string>();
  const calls: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const call = (items: ReadonlySet<string>) => {
    calls.push([...items]);
    return new Promise<string>((resolve) => ends.push(() => resolve([...items].join("+"))));
  };
  return { calls, ends, run: (item: string) => batcher.run("k", item, { max: 2, call }) };
}

describe("items that share calls", () => {
  it("join the next call while one is under way, and no call that has begun", async () => {
    const { run, calls, ends } = scene();
    const first = run("a");
    await turn();
    const second = run("b");
    await turn();
    assert.deepEqual(calls, [["a"]]);
    ends[0]?.();
    assert.equal(await first, "a");
    assert.deepEqual(calls, [["a"], ["b"]]);
    ends[1]?.();
    assert.equal(await second, "b");
  });

  it("wait for nothing once a call is full, and for a slow call no longer than a second", async () => {
    const { run, calls } = scene();
    run("a");
    await turn();
    for (const item of ["b", "c", "d"]) run(item);
    assert.deepEqual(calls, [["a"], ["b", "c"]]);
    const from = Date.now();
    while (calls.length < 3 && Date.now() - from < 5_000) await wait(20);
    assert.deepEqual(calls[2], ["d"]);
    assert.ok(Date.now() - from > 900);
  });
});
