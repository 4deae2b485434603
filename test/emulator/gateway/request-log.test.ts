import assert from "node:assert/strict";
import { RequestLog } from "../../../src/emulator/gateway/request-log";
import { test } from "../local";

const MIB = 1024 * 1024;

describe("the emulator's log of requests", () => {
  test("keeps only the last 32 MiB of bodies (row 119)", async (emulator) => {
    const body = (n: number) => ({ name: `n${n}`, x: "x".repeat(3 * MIB) });
    for (let n = 0; n < 12; n++) await emulator.call("POST /iam/v2/groups/none", body(n));
    const kept = emulator.requests.map(({ body: found }) => (found as { name: string } | undefined)?.name);
    assert.deepEqual(kept, [undefined, undefined, ...Array.from({ length: 10 }, (_, i) => `n${i + 2}`)]);
    emulator.clearRequests();
    await emulator.call("POST /iam/v2/groups/none", body(99));
    assert.deepEqual(emulator.requests[0]?.body, body(99));
  });

  it("keeps the last 10,000 requests, in the same array (row 119)", () => {
    const log = new RequestLog();
    const { records } = log;
    for (let n = 0; n < 10_500; n++)
      log.add({ method: "GET", path: `/${n}`, query: "", body: {}, status: 200, time: new Date(0) }, 2);
    assert.deepEqual([records.length, records[0]?.path, records.at(-1)?.path], [10_000, "/500", "/10499"]);
    log.clear();
    assert.equal(records.length, 0);
  });
});
