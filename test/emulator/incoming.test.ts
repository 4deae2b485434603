import assert from "node:assert/strict";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Emulator, test } from "./local";

const MAX_BODY = 4 * 1024 * 1024;
const MIB = 1024 * 1024;

const textOf = async (answer: IncomingMessage): Promise<string> => {
  const chunks: unknown[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return chunks.join("");
};

/** A POST whose body the test writes piece by piece, with what the server answers. */
function postTo({ url, token, organization }: Emulator, headers: Record<string, string>) {
  const sent: ClientRequest = request(`${url}/iam/v2/groups/${organization.uid}`, {
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

describe("a request body above 4 MiB", () => {
  test("is refused before its first byte is read when its declared length says so (row 119)", async (emulator) => {
    const { sent, answered } = postTo(emulator, { "content-length": String(2 ** 40) });
    sent.flushHeaders();
    assert.deepEqual(await answered, refusal(2 ** 40));
    sent.destroy();
    const [record] = emulator.requests;
    assert.deepEqual([record?.method, record?.body, record?.status], ["POST", undefined, 429]);
  });

  test("is read no further than the limit when it has no declared length (row 119)", async (emulator) => {
    const { sent, answered } = postTo(emulator, { "transfer-encoding": "chunked" });
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
  });

  test("is accepted at exactly 4 MiB, with or without a declared length (row 119)", async (emulator) => {
    const [head, tail] = ['{"name":"big","x":"', '"}'];
    const body = `${head}${"x".repeat(MAX_BODY - head.length - tail.length)}${tail}`;
    for (const headers of [{ "content-length": String(MAX_BODY) }, { "transfer-encoding": "chunked" }]) {
      const { sent, answered } = postTo(emulator, headers as Record<string, string>);
      sent.end(body);
      assert.equal((await answered)[0], 200);
    }
  });
});

/** Status and headers of an answer to a request with all the headers that a browser could send, and the right token. */
async function ask(emulator: Emulator, method: string, headers: Readonly<Record<string, string>>) {
  const { url, token, organization } = emulator;
  const path =
    method === "POST" ? `/iam/v2/groups/${organization.uid}` : "/token?scope=repository:public-org/nginx:pull";
  // A browser sends a text without asking first: the content type must not matter.
  const sent = request(`${url}${path}`, {
    method,
    headers: { "content-type": "text/plain", authorization: `Bearer ${token}`, ...headers },
  });
  sent.end(method === "POST" ? '{"name":"made"}' : undefined);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await textOf(answer) };
}

const made = ({ list }: Emulator): number => list("iam:Group").filter(({ name }) => name === "made").length;

describe("the emulator's protection against web pages", () => {
  test("refuses reads and writes of a page, and of any other host (row 120)", async (emulator) => {
    const { port } = new URL(emulator.url);
    const fault = emulator.fault({ action: { kind: "status", code: "UNAVAILABLE" } });
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://localhost:3000" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { host: "evil.example" },
      { host: `127.0.0.1.evil.example:${port}` },
      { host: `localhost.evil.example:${port}` },
    ] as Readonly<Record<string, string>>[])
      for (const method of ["GET", "POST", "OPTIONS", "DELETE"]) {
        const answer = await ask(emulator, method, headers);
        assert.equal(answer.status, 403, `${method} ${JSON.stringify(headers)}`);
        assert.match(answer.text, /The emulator is for programs on this machine/);
        assert.equal(answer.headers["access-control-allow-origin"], undefined);
      }
    assert.deepEqual([made(emulator), emulator.requests.length, fault.hits], [0, 0, 0]);
  });

  test("lets a program in by each name of this machine (row 120)", async (emulator) => {
    const { port } = new URL(emulator.url);
    for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
      // Through a forwarded port the host names another port than ours.
      for (const host of [`${name}:${port}`, `${name}:1`, name])
        assert.equal((await ask(emulator, "GET", { host, authorization: "" })).status, 200, host);
    }
    assert.equal((await ask(emulator, "POST", { "sec-fetch-site": "none" })).status, 200);
    assert.equal(made(emulator), 1);
  });
});
