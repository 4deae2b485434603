import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { Batcher } from "../../../src/core/safety/batcher";

/** A batcher whose calls end when the test says so, and the items of each call so far. */
function scene(max?: number) {
  const batcher = new Batcher<string>();
  const calls: (readonly string[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const run = (item: string, key = "k"): Promise<string> =>
    batcher.run(key, item, {
      ...(max === undefined ? {} : { max }),
      call: (items) => {
        calls.push([...items]);
        return new Promise((resolve, reject) => {
          ends.push((error) => (error === undefined ? resolve([...items].join("+")) : reject(error)));
        });
      },
    });
  return { run, calls, ends };
}

describe("items that share calls", () => {
  it("go together when they come in the same turn, and at once when nothing is under way", async () => {
    const { run, calls, ends } = scene();
    const answers = Promise.all([run("a"), run("b")]);
    await turn();
    assert.deepEqual(calls, [["a", "b"]]);
    ends[0]?.();
    assert.deepEqual(await answers, ["a+b", "a+b"]);
    run("c");
    await turn();
    assert.deepEqual(calls[1], ["c"]);
  });

  it("join the next call while one is under way, and no call that has begun", async () => {
    const { run, calls, ends } = scene();
    const first = run("a");
    await turn();
    const others = Promise.all([run("b"), run("c")]);
    await turn();
    assert.deepEqual(calls, [["a"]]);
    ends[0]?.();
    assert.equal(await first, "a");
    assert.deepEqual(calls, [["a"], ["b", "c"]]);
    const last = run("d");
    ends[1]?.();
    assert.deepEqual(await others, ["b+c", "b+c"]);
    ends[2]?.();
    assert.equal(await last, "d");
  });

  it("wait for no call of another key", async () => {
    const { run, calls } = scene();
    run("a");
    run("b", "other");
    await turn();
    assert.deepEqual(calls, [["a"], ["b"]]);
  });

  it("wait for nothing once a call is full, and for a slow call no longer than a second", async () => {
    const { run, calls } = scene(2);
    run("a");
    await turn();
    for (const item of ["b", "c", "d"]) run(item);
    assert.deepEqual(calls, [["a"], ["b", "c"]]);
    const from = Date.now();
    while (calls.length < 3 && Date.now() - from < 5_000) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(calls[2], ["d"]);
    assert.ok(Date.now() - from > 900);
  });

  it("all get the error of their call, and the next items another call", async () => {
    const { run, ends } = scene();
    const failed = Promise.allSettled([run("a"), run("b")]);
    await turn();
    const next = run("c");
    ends[0]?.(new Error("no"));
    assert.deepEqual(
      (await failed).map((result) => result.status === "rejected" && String(result.reason)),
      ["Error: no", "Error: no"],
    );
    ends[1]?.();
    assert.equal(await next, "c");
  });
});
