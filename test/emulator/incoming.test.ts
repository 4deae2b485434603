import assert from "node:assert/strict";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestLog } from "../../src/emulator/gateway/request-log";
import { withEmulator } from "./local";

const MAX_BODY = 4 * 1024 * 1024;
const MIB = 1024 * 1024;

const textOf = async (answer: IncomingMessage): Promise<string> => {
  const chunks: unknown[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return chunks.join("");
};

/** A POST whose body the test writes piece by piece, with what the server answers. */
function postTo(url: string, token: string, headers: Record<string, string>) {
  const sent: ClientRequest = request(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  // The server may leave while the body is still on its way.
  sent.on("error", () => undefined);
  const answered = once(sent, "response").then(async ([answer]: IncomingMessage[]) => {
    if (answer === undefined) throw new Error("there is no answer");
    return [answer.statusCode, JSON.parse(await textOf(answer))];
  });
  return { sent, answered };
}

const refusal = (bytes: number): unknown[] => [
  429,
  { code: 8, message: `grpc: received message larger than max (${bytes} vs. ${MAX_BODY})` },
];

describe("emulator: a body above 4 MiB", () => {
  it(
    "is refused before the first byte of it, where its length says so (row 119)",
    withEmulator({}, async (emulator) => {
      const url = `${emulator.url}/iam/v2/groups/${emulator.organization.uid}`;
      const { sent, answered } = postTo(url, emulator.token, { "content-length": String(2 ** 40) });
      sent.flushHeaders();
      assert.deepEqual(await answered, refusal(2 ** 40));
      sent.destroy();
      const [record] = emulator.requests;
      assert.deepEqual([record?.method, record?.body, record?.status], ["POST", undefined, 429]);
    }),
  );

  it(
    "is read no further than that, however long it goes on without a length (row 119)",
    withEmulator({}, async (emulator) => {
      const url = `${emulator.url}/iam/v2/groups/${emulator.organization.uid}`;
      const { sent, answered } = postTo(url, emulator.token, { "transfer-encoding": "chunked" });
      const piece = Buffer.alloc(64 * 1024, "x");
      let answer: unknown[] | undefined;
      void answered.then((found) => {
        answer = found;
      });
      let written = 0;
      while (answer === undefined && written < 512 * MIB) {
        if (!sent.write(piece))
          await Promise.race([once(sent, "drain"), answered, sleep(1000, undefined, { ref: false })]);
        written += piece.length;
      }
      sent.destroy();
      const [status, body] = (answer ?? []) as [number?, { message?: string }?];
      assert.equal(status, 429);
      const read = Number(/larger than max \((\d+) vs\. 4194304\)$/.exec(body?.message ?? "")?.[1]);
      assert.ok(read > MAX_BODY && read <= MAX_BODY + MIB, `${read} bytes were read`);
      assert.ok(written < 128 * MIB, `${written} bytes went away`);
    }),
  );

  it(
    "is none at 4 MiB to the byte, with a length or without (row 119)",
    withEmulator({}, async (emulator) => {
      const url = `${emulator.url}/iam/v2/groups/${emulator.organization.uid}`;
      const [head, tail] = ['{"name":"big","x":"', '"}'];
      const body = `${head}${"x".repeat(MAX_BODY - head.length - tail.length)}${tail}`;
      for (const headers of [{ "content-length": String(MAX_BODY) }, { "transfer-encoding": "chunked" }]) {
        const { sent, answered } = postTo(url, emulator.token, headers as Record<string, string>);
        sent.end(body);
        assert.equal((await answered)[0], 200);
      }
    }),
  );
});

describe("emulator: the log of requests", () => {
  it(
    "keeps the last bodies only, 32 MiB of them (row 119)",
    withEmulator({}, async (emulator, call) => {
      const body = (n: number) => ({ name: `n${n}`, x: "x".repeat(3 * MIB) });
      for (let n = 0; n < 12; n++) await call("POST /iam/v2/groups/none", body(n));
      const kept = emulator.requests.map(({ body: found }) => (found as { name: string } | undefined)?.name);
      assert.deepEqual(kept, [undefined, undefined, ...Array.from({ length: 10 }, (_, i) => `n${i + 2}`)]);
      emulator.clearRequests();
      await call("POST /iam/v2/groups/none", body(99));
      assert.deepEqual(emulator.requests[0]?.body, body(99));
    }),
  );

  it("keeps the last 10,000 requests, in one and the same array (row 119)", () => {
    const log = new RequestLog();
    const { records } = log;
    for (let n = 0; n < 10_500; n++) {
      log.add({ method: "GET", path: `/${n}`, query: "", body: {}, status: 200, time: new Date(0) }, 2);
    }
    assert.deepEqual([records.length, records[0]?.path, records.at(-1)?.path], [10_000, "/500", "/10499"]);
    log.clear();
    assert.equal(records.length, 0);
  });
});
