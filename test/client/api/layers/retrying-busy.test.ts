import assert from "node:assert/strict";
import { Client } from "../../../../src/client/api/client";
import { isAmbiguous, RateLimitError } from "../../../../src/client/api/errors";
import { RetryBudget } from "../../../../src/client/api/layers/retrying";
import * as groupsOperations from "../../../../src/description/operations/groups";
import { literal, path } from "../../../../src/description/wire/path";
import { ask } from "../../../../src/program/lookups/ask";
import { virtualClock } from "../../../support/clock";
import { type Scripted, scriptedClient } from "../../../support/scripted";

const requestGroupAccess = ask(groupsOperations.requestGroupAccess);

const target = path`/iam/v2/groups/${"org/team"}`;
const good = { json: { uid: "org/team" } };
/** What a call returns for `good`. A delete returns whether the platform's gateway reports it, and this reply lacks its header. */
const goodOf = (method: string) => (method === "DELETE" ? false : good.json);
const answer = (status: number, code: number | undefined, headers: Record<string, string> = {}): Scripted => ({
  status,
  ...(code === undefined ? { text: "<html>later</html>" } : { json: { code, message: "later" } }),
  headers,
});
const calls: readonly (readonly [method: string, call: (client: Client) => Promise<unknown>])[] = [
  ["GET", (client) => client.get(target)],
  ["PATCH", (client) => client.update(target, { name: "x" }, ["name"])],
  ["DELETE", (client) => client.delete(target)],
  ["POST", (client) => client.create(target, { name: "x" })],
];

describe("a platform that limits the rate (row 104)", () => {
  const guessed = [200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000, 5_000, 5_000];
  for (const [retryAfter, waits] of [
    [undefined, guessed],
    ["0", guessed],
    ["0.001", guessed],
    ["2", Array<number>(30).fill(2_000)],
  ] as const)
    it(`is waited for as long as it asks, or longer each time, without attempts or the run's retry budget: ${retryAfter}`, async () => {
      const busy = answer(429, 8, retryAfter === undefined ? {} : { "retry-after": retryAfter });
      for (const [method, call] of calls) {
        const script = scriptedClient([...waits.map(() => busy), good], { budget: new RetryBudget(0) });
        assert.deepEqual(await call(script.client), goodOf(method), method);
        assert.deepEqual(script.waits, waits);
      }
    });

  it("is waited for at least as long as it asks, in every form, and other faults are counted separately", async () => {
    const info = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3.5s" };
    const script = scriptedClient([
      answer(503, 14),
      answer(429, undefined, { "retry-after": "2" }),
      answer(503, 14),
      { status: 429, json: { code: 8, message: "", details: [info] } },
      answer(503, 14),
      answer(503, 14),
      answer(429, 8),
      answer(503, 14),
    ]);
    await assert.rejects(script.client.get(target), /\[UNAVAILABLE\] .*"later" \(after 8 attempts\)$/);
    assert.deepEqual(script.waits, [200, 2_000, 400, 3_500, 800, 1_600, 800]);
  });

  it("fails no operation while others are served, and ends it after its time limit without any served request", async () => {
    const time = virtualClock();
    const start = time.clock();
    let refused = 0;
    const client = new Client({
      transport: async ({ method }) => {
        await time.sleep(10);
        if (method === "GET") return { status: 200, headers: {}, text: "{}" };
        refused += 1;
        return { status: 429, headers: {}, text: '{"code":8,"message":"too fast"}' };
      },
      userAgent: "test",
      random: () => 0.5,
      ...time,
    });
    const create = client
      .forOperation()
      .create(target, {})
      .catch((error: unknown) => ({ error, after: (time.clock() - start) / 1000 }));
    for (let i = 0; i < 40; i++) {
      await client.forOperation().get(target);
      await time.sleep(15_000);
    }
    const lastServed = (time.clock() - start) / 1000 - 15;
    const { error, after } = (await create) as { error: unknown; after: number };
    assert.ok(error instanceof RateLimitError && !isAmbiguous(error), String(error));
    assert.ok(lastServed > 500 && after > lastServed + 100 && after <= lastServed + 120, `${lastServed} s, ${after} s`);
    assert.ok(refused > 100, `${refused}`);
  });
});

describe("a postponed create (row 104)", () => {
  it("is not sent again when too little time is left for its answer", async () => {
    for (const [retryAfter, sent] of [
      ["119", 2],
      ["119.5", 1],
    ] as const) {
      const { client, requests } = scriptedClient([answer(429, 8, { "retry-after": retryAfter }), good]);
      const end = await client.create(target, {}).catch((cause: unknown) => cause);
      assert.equal(requests.length, sent);
      assert.ok(sent === 2 || (end instanceof RateLimitError && !isAmbiguous(end)), String(end));
    }
  });
});

describe("a limit that waiting does not lift (row 104)", () => {
  it("ends a repeated request for access at once", async () => {
    for (const fault of [answer(429, 8), answer(429, undefined), answer(429, 8, { "retry-after": "1" })]) {
      const { client, requests } = scriptedClient([fault, {}]);
      await assert.rejects(requestGroupAccess(client, { groupUid: "org/team" }), (error) => !isAmbiguous(error));
      assert.equal(requests.length, 1);
    }
  });

  it("applies to the size of a message, which the platform reports with the same code", async () => {
    for (const text of [
      "received message larger than max (5 vs. 4)",
      "trying to send message larger than max (5 vs. 4)",
    ])
      for (const [, call] of calls) {
        const tooLarge = { status: 429, json: { code: 8, message: `grpc: ${text}` } };
        const { client, requests } = scriptedClient([tooLarge, good]);
        await assert.rejects(call(client), (error) => error instanceof RateLimitError && !isAmbiguous(error));
        assert.equal(requests.length, 1);
      }
  });

  it("is checked in bytes, not characters, before anything is sent", async () => {
    const { client, requests } = scriptedClient([good]);
    await assert.rejects(client.create(literal("/x"), { content: "é".repeat(2_200_000) }), {
      name: "ConfigurationError",
      message: "POST /x: the request is larger than the 4 MiB that the platform accepts",
    });
    assert.equal(requests.length, 0);
    await client.create(literal("/x"), { content: "é".repeat(2_000_000) });
  });
});
