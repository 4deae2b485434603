import assert from "node:assert/strict";
import { Client } from "../../../src/api/client";
import { fixedToken } from "../../../src/api/credentials/token";
import { createTransport } from "../../../src/api/transport";
import { forOperation } from "../../../src/core/context";
import { Kind } from "../../../src/core/handle";
import { create } from "../../../src/core/verbs/create";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { parseFault } from "../../../src/emulator/faults/fault-line";
import { resources } from "../../../src/resources";
import { group } from "../../../src/resources/group";
import { fastClock } from "../../support/clock";
import { createContext } from "../../support/context";

describe("a platform that limits the rate of every second request (row 126)", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(() => emulator.close());

  const names = Array.from({ length: 200 }, (_, i) => `team-${i}`);

  for (const retryAfter of [0, 1]) {
    it(`and asks to wait for ${retryAfter} s serves 200 simultaneous creates, without a failure and without a twin`, async () => {
      const time = fastClock(retryAfter === 0 ? 10 : 100);
      const client = new Client({
        transport: createTransport(new URL(emulator.url)),
        tokens: fixedToken(emulator.token, "test"),
        userAgent: "test",
        operationTimeoutMs: 1_200_000,
        ...time,
      });
      const printed: string[] = [];
      const context = createContext(client, resources, { ...time, print: (text) => printed.push(text) });
      emulator.fault(parseFault(`* * times=always every=2 http=429 retry-after=${retryAfter}`));
      const parentUid = emulator.organization.uid;
      const ends = await Promise.allSettled(
        names.map((name) => create(new Kind(forOperation(context), group), { parentUid, name })),
      );
      assert.deepEqual(
        ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : [])),
        [],
      );
      assert.deepEqual(printed, []);
      const made = emulator.list("iam:Group").filter(({ uid }) => String(uid).startsWith(`${parentUid}/`));
      assert.deepEqual(made.map(({ name }) => name).sort(), [...names].sort());
      const statuses = emulator.requests.map(({ status }) => status);
      assert.deepEqual(
        statuses,
        statuses.map((_, i) => (i % 2 === 0 ? 429 : 200)),
      );
      const posts = emulator.requests.filter(({ method, status }) => method === "POST" && status === 200);
      assert.equal(posts.length, names.length);
    });
  }
});
