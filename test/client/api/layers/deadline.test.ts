import assert from "node:assert/strict";
import { Deadline } from "../../../../src/client/api/layers/deadline";

const never = () => new Promise<never>(() => undefined);

describe("a deadline", () => {
  it("may be further away than the longest timer, as that of customTimeouts of a month", async () => {
    const deadline = new Deadline({ operationTimeoutMs: 30 * 24 * 60 * 60 * 1000 });
    const work = () => new Promise((resolve) => setTimeout(resolve, 20, "done"));
    assert.equal(await deadline.within(work, "not done"), "done");
  });

  it("ends a wait when it passes, and does not disturb work that finishes in time", async () => {
    const deadline = new Deadline({ operationTimeoutMs: 20 });
    assert.equal(await deadline.within(async () => "done", "late"), "done");
    await assert.rejects(deadline.within(never, "no token came"), /^TransportError: no token came: timed out/);
    let isStarted = false;
    const start = async () => {
      isStarted = true;
    };
    await assert.rejects(deadline.within(start, "too late"), /too late: timed out/);
    assert.equal(isStarted, false);
  });
});

describe("the time that an operation queues", () => {
  /** A deadline of ten seconds from second 0 on, with a clock, and the last moment at which a request was served. */
  function queueing() {
    const state = { now: 0, servedAt: Number.NEGATIVE_INFINITY };
    const deadline = new Deadline({
      operationTimeoutMs: 10_000,
      clock: () => state.now,
      lastServedAt: () => state.servedAt,
    });
    const queue = () => deadline.queue("GET /x: not sent", () => assert.fail("it is not over"));
    return { state, deadline, queue };
  }

  it("counts from the last success if that is longer ago than the time limit", () => {
    const { state, deadline, queue } = queueing();
    const leave = queue();
    state.servedAt = 5_000;
    state.now = 14_999;
    assert.equal(deadline.remainingMs(), 10_000);
    state.now = 15_000;
    assert.equal(deadline.remainingMs(), 0);
    state.servedAt = 15_000;
    assert.equal(deadline.remainingMs(), 10_000, "somebody has made headway after all");
    leave();
  });

  it("is taken once for requests that queue at the same time", () => {
    const { state, deadline, queue } = queueing();
    const first = queue();
    state.now = state.servedAt = 4_000;
    const second = queue();
    state.now = state.servedAt = 7_000;
    first();
    state.now = state.servedAt = 9_000;
    second();
    assert.equal(deadline.remainingMs(), 10_000);
  });

  it("extends other waits of the operation", async () => {
    const deadline = new Deadline({ operationTimeoutMs: 60, lastServedAt: Date.now });
    const started = Date.now();
    let leave: () => void = () => undefined;
    const waiting = deadline.within(() => {
      leave = deadline.queue("GET /x: not sent", () => assert.fail("it is not over"));
      setTimeout(() => leave(), 200);
      return never();
    }, "no token came");
    await assert.rejects(waiting, /no token came: timed out/);
    assert.ok(Date.now() - started >= 250, "the time in the queue came on top");
  });
});
