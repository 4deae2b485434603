import assert from "node:assert/strict";
import { InFlight } from "../../../../src/core/lists/in-flight";
import { Batcher } from "../../../../src/core/safety/batcher";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A promise that a test ends, and whether it waits. */
function pending() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

describe("requests under way", () => {
  it("are waited for until the last one has its response, also if it fails", async () => {
    const underWay = new InFlight(() => new Promise(() => undefined));
    const [a, b] = [pending(), pending()];
    const work = [
      underWay.track(() => a.ended),
      underWay.track(() => b.ended.then(() => Promise.reject(new Error("no")))).catch(() => undefined),
    ];
    let isOver = false;
    const wait = underWay.none().then(() => {
      isOver = true;
    });
    a.end();
    await settle();
    assert.equal(isOver, false);
    b.end();
    await Promise.all([...work, wait]);
    assert.equal(isOver, true);
  });

  it("are not waited for if there are none, or longer than allowed", async () => {
    const slept: number[] = [];
    const underWay = new InFlight(async (ms) => {
      slept.push(ms);
    });
    await underWay.none();
    assert.deepEqual(slept, []);
    void underWay.track(() => new Promise<void>(() => undefined));
    await underWay.none();
    assert.deepEqual(slept, [2_000]);
  });
});

describe("a batch", () => {
  it("accepts items until it is ready, and puts later ones into the next batch", async () => {
    const batcher = new Batcher<string[]>();
    const batches: string[][] = [];
    const ready = pending();
    const call = async (items: ReadonlySet<string>) => {
      batches.push([...items]);
      return [...items];
    };
    const first = batcher.run("k", "a", { call, isReady: () => ready.ended });
    await settle();
    const second = batcher.run("k", "b", { call });
    ready.end();
    assert.deepEqual(await first, ["a", "b"]);
    assert.equal(await second, await first);
    assert.deepEqual(await batcher.run("k", "c", { call }), ["c"]);
    assert.deepEqual(batches, [["a", "b"], ["c"]]);
  });

  it("gives its error to all who wait for it, and none to the next", async () => {
    const batcher = new Batcher<string>();
    const failing = { call: async () => Promise.reject(new Error("no")) };
    const failed = [batcher.run("k", "a", failing), batcher.run("k", "b", failing)];
    for (const promise of failed) await assert.rejects(promise, /no/);
    assert.equal(await batcher.run("k", "c", { call: async () => "fine" }), "fine");
  });
});
