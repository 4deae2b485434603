import assert from "node:assert/strict";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { Batcher } from "../../../src/core/safety/batcher";

describe("items that share calls", () => {
  it("wait for nothing once a call is full, and for a slow call no longer than a second", async () => {
    const batcher = new Batcher<string>();
    const calls: (readonly string[])[] = [];
    const call = (items: ReadonlySet<string>) => {
      calls.push([...items]);
      return new Promise<string>(() => undefined);
    };
    const run = (item: string) => void batcher.run("k", item, { max: 2, call });
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
