import assert from "node:assert/strict";
import { ConfigurationError } from "../../../../src/client/api/errors";
import { AttemptError, type HttpReply } from "../../../../src/client/api/transport";
import { down, good, notFound, server, settled, tooMany } from "./paced-server";

/** Sends some requests and has each answered, so that the limit learns from them. */
async function exchange(world: ReturnType<typeof server>, reply: HttpReply, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    void world.send(1_000 + i);
    await settled();
    await world.at(1_000 + i).answer(reply);
  }
}

describe("the requests in flight", () => {
  it("are as many as the limit allows, and the others go in the order in which they came", async () => {
    const { send, numbers, at } = server({ most: 2 });
    for (const number of [1, 2, 3, 4, 5]) void send(number);
    await settled();
    assert.deepEqual(numbers(), [1, 2]);
    await at(2).answer(good);
    await at(1).answer(notFound);
    await at(3).answer(good);
    assert.deepEqual(numbers(), [1, 2, 3, 4, 5]);
  });

  it("are halved after a rate limit, once for all requests in flight", async () => {
    const { send, pacer, at } = server({ most: 8 });
    for (let number = 1; number <= 8; number++) void send(number);
    await settled();
    for (let number = 1; number <= 7; number++) {
      await at(number).answer(tooMany("0"));
      assert.equal(pacer.limit, 4, `answer ${number}`);
    }
    for (const number of [11, 12]) void send(number);
    await settled();
    await at(11).answer(tooMany("0"));
    assert.equal(pacer.limit, 2);
    await at(8).answer(tooMany("0"));
    await at(12).answer(tooMany("0"));
    assert.equal(pacer.limit, 2, "both were sent before the second slow-down");
  });

  it("increase by one after as many successes as the limit, up to the maximum", async () => {
    const world = server({ most: 4 });
    // The limit is never below one.
    await exchange(world, tooMany("0"), 3);
    const limits: number[] = [];
    for (let i = 0; i < 12; i++) {
      await exchange(world, i % 2 === 0 ? good : notFound, 1);
      limits.push(world.pacer.limit);
    }
    assert.deepEqual(limits, [2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4]);
  });

  it("stay as they are after failures of other kinds, which free their place", async () => {
    const { send, newCall, numbers, at, pacer } = server({ most: 1 });
    const lost = new AttemptError("the connection broke", false);
    const wrong = new ConfigurationError("the request could not be built");
    const final = newCall({ method: "POST", effect: "create", isLimitFinal: true });
    const large = { ...tooMany("60"), text: '{"code":8,"message":"grpc: received message larger than max (5 vs. 4)"}' };
    const ends = [send(1), send(2), send(3), send(4, final), send(5), send(6)];
    await settled();
    for (const [n, end] of [lost, wrong, down(), tooMany("60"), large].entries()) await at(n + 1).answer(end);
    assert.deepEqual(numbers(), [1, 2, 3, 4, 5, 6]);
    assert.equal(pacer.limit, 1);
    await at(6).answer(good);
    const results = await Promise.allSettled(ends);
    assert.deepEqual(
      results.map((end) => (end.status === "fulfilled" ? end.value.status : end.reason)),
      [lost, wrong, 503, 429, 429, 200],
    );
  });

  it("go before a refused request, so that it cannot stop all others", async () => {
    const { send, newCall, numbers, at } = server({ most: 1 });
    const call = newCall();
    void send(1, call);
    for (const number of [2, 3]) void send(number);
    await settled();
    await at(1).answer(tooMany("0"));
    void send(1, call);
    await at(2).answer(good);
    await at(3).answer(good);
    assert.deepEqual(numbers(), [1, 2, 3, 1]);
  });
});

describe("a wait that the platform asks for", () => {
  it("holds all requests until it is over, also those that come later", async () => {
    const { send, numbers, at, pass, wake, sleeps } = server();
    void send(1);
    await settled();
    await at(1).answer(tooMany("5"));
    void send(2);
    pass(2_000);
    void send(3);
    await settled();
    assert.deepEqual(numbers(), [1]);
    assert.equal(sleeps.length, 1);
    assert.equal(await wake(), 5_000);
    assert.deepEqual(numbers(), [1, 2, 3]);
  });

  it("lasts until the latest of several", async () => {
    const { send, numbers, at, wake, pacer } = server();
    for (const number of [1, 2, 3]) void send(number);
    await settled();
    await at(1).answer(down("5"));
    void send(4);
    await at(2).answer(down("8"));
    await at(3).answer(down("1"));
    assert.equal(pacer.limit, 4, "it is down, not busy");
    assert.deepEqual([await wake(), numbers().length], [5_000, 3]);
    assert.deepEqual([await wake(), numbers().length], [3_000, 4]);
  });

  it("is drawn from the retry matrix when it gives no time, longer each time until a request succeeds", async () => {
    const world = server({ random: () => 0.5 });
    const waits: number[] = [];
    for (const reply of [tooMany(), tooMany(), tooMany(), good, tooMany()]) {
      void world.send(1);
      await settled();
      await world.at(1).answer(reply);
      if (reply === good) continue;
      void world.send(2);
      waits.push(await world.wake());
      await world.at(2).answer(down());
    }
    // Half of 400, 800, 1,600 and 400 ms, and half of a tenth of that.
    assert.deepEqual(waits, [210, 420, 840, 210]);
  });

  it("does not hold other requests if it exceeds the time limit, because it may be a quota of one request", async () => {
    const { send, numbers, at, sleeps } = server();
    void send(1);
    await settled();
    await at(1).answer(tooMany("121"));
    void send(2);
    await settled();
    assert.deepEqual([numbers(), sleeps], [[1, 2], []]);
  });
});

describe("the time of a request that waits for its turn", () => {
  it("does not count while others are served, and its attempt has its full time", async () => {
    const { send, newCall, at, pass } = server({ most: 1 });
    const call = newCall();
    void send(1);
    const first = send(2, call);
    await settled();
    pass(100_000);
    await at(1).answer(good);
    assert.equal(at(2).timeoutMs, 30_000);
    void send(3);
    pass(100_000);
    await at(2).answer(tooMany("0"));
    assert.equal((await first).status, 429);
    const second = send(2, call);
    pass(100_000);
    await at(3).answer(good);
    // Of three hundred seconds only those of its own attempt count.
    assert.equal(at(2).timeoutMs, 20_000);
    await at(2).answer(good);
    assert.equal((await second).status, 200);
  });

  it("counts while nobody is served, and ends the request with the reason", async () => {
    const { send, at, numbers } = server({ most: 1, operationTimeoutMs: 20 });
    void send(1);
    await assert.rejects(send(2), {
      name: "TransportError",
      ambiguous: false,
      message:
        "GET /2: not sent, because the platform did not serve the requests before it: timed out: an operation may take 0.02 s in total",
    });
    void send(3);
    await at(1).answer(good);
    assert.deepEqual(numbers(), [1, 3]);
  });

  it("is checked once more when the turn comes", async () => {
    const { send, at, numbers, pass } = server({ most: 1 });
    void send(1);
    const late = send(2);
    pass(1);
    void send(3);
    await settled();
    pass(119_999);
    await at(1).answer(new AttemptError("no response within 120 s", false));
    await assert.rejects(late, /^TransportError: GET \/2: not sent: timed out: an operation may take 120 s in total$/);
    await settled();
    assert.deepEqual([numbers(), at(3).timeoutMs], [[1, 3], 1]);
  });
});
