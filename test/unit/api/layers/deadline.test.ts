import assert from "node:assert/strict";
import { Deadline } from "../../../../src/api/layers/deadline";

const never = () => new Promise<never>(() => undefined);

describe("a deadline", () => {
  it("leaves less and less time, and finally none", () => {
    let now = 1_000;
    const deadline = new Deadline({ operationTimeoutMs: 5_000, clock: () => now });
    assert.equal(deadline.remainingMs(), 5_000);
    now += 4_999.5;
    assert.equal(deadline.remainingMs(), 0.5);
    now += 10_000;
    assert.equal(deadline.remainingMs(), 0);
  });

  it("limits an attempt to the time left, in whole milliseconds and at least one", () => {
    let now = 0;
    const deadline = new Deadline({ operationTimeoutMs: 100, clock: () => now });
    assert.equal(deadline.atMost(30), 30);
    now = 79.5;
    assert.equal(deadline.atMost(30), 21);
    now = 1_000;
    assert.equal(deadline.atMost(30), 1);
  });

  it("results in an error with the unfinished work, the time and the setting once it has passed", () => {
    let now = 0;
    for (const [hint, tail] of [
      [undefined, ""],
      ["the setting", " (the setting)"],
    ] as const) {
      now = 0;
      const deadline = new Deadline({ operationTimeoutMs: 1_500, clock: () => now, hint });
      deadline.check("GET /x: not sent");
      now = 1_500;
      assert.throws(() => deadline.check("GET /x: not sent"), {
        name: "TransportError",
        ambiguous: false,
        message: `GET /x: not sent: the time is over: an operation may take 1.5 s in all${tail}`,
      });
    }
  });

  it("ends a wait when it passes, and does not disturb work that finishes in time", async () => {
    const deadline = new Deadline({ operationTimeoutMs: 20 });
    assert.equal(await deadline.within(async () => "done", "late"), "done");
    await assert.rejects(deadline.within(never, "no token came"), /^TransportError: no token came: the time is over/);
    let isStarted = false;
    const start = async () => {
      isStarted = true;
    };
    await assert.rejects(deadline.within(start, "too late"), /too late: the time is over/);
    assert.equal(isStarted, false);
  });
});
