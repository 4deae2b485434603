import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type Emulator, withEmulator } from "./local";

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
  const chunks: unknown[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, headers: answer.headers, text: chunks.join("") };
}

const made = ({ list }: Emulator): number => list("iam:Group").filter(({ name }) => name === "made").length;

describe("emulator: a page in a browser", () => {
  const pages: readonly (readonly [what: string, headers: Readonly<Record<string, string>>])[] = [
    ["of another site", { origin: "https://evil.example" }],
    ["of a file, or in a sandbox", { origin: "null" }],
    ["of another server on this machine", { origin: "http://localhost:3000" }],
    ["that says by whom it is sent only", { "sec-fetch-site": "cross-site" }],
    ["of another port, that says by whom it is sent only", { "sec-fetch-site": "same-site" }],
  ];
  for (const [what, headers] of pages) {
    it(
      `${what} neither writes nor reads (row 120)`,
      withEmulator({}, async (emulator) => {
        const fault = emulator.fault({ action: { kind: "status", code: "UNAVAILABLE" } });
        for (const method of ["GET", "POST", "OPTIONS", "DELETE"]) {
          const answer = await ask(emulator, method, headers);
          assert.equal(answer.status, 403, method);
          assert.match(answer.text, /The emulator is for programs on this machine/);
          assert.equal(answer.headers["access-control-allow-origin"], undefined);
        }
        assert.deepEqual([made(emulator), emulator.requests.length, fault.hits], [0, 0, 0]);
      }),
    );
  }

  for (const host of [
    "evil.example",
    "evil.example:PORT",
    "127.0.0.1.evil.example",

    "localhost.evil.example:PORT",
  ]) {
    it(
      `whose own name leads here, by a Host of ${host}, neither writes nor reads (row 120)`,
      withEmulator({}, async (emulator) => {
        const { port } = new URL(emulator.url);
        for (const method of ["GET", "POST"]) {
          assert.equal((await ask(emulator, method, { host: host.replace("PORT", port) })).status, 403);
        }
        assert.deepEqual([made(emulator), emulator.requests.length], [0, 0]);
      }),
    );
  }

  it(
    "is what it is for: a program, by each name of this machine, is served (row 120)",
    withEmulator({}, async (emulator) => {
      const { port } = new URL(emulator.url);
      for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
        // Through a forwarded port the host names another port than ours.
        for (const host of [`${name}:${port}`, `${name}:1`, name]) {
          assert.equal((await ask(emulator, "GET", { host, authorization: "" })).status, 200, host);
        }
      }
      assert.equal((await ask(emulator, "POST", { "sec-fetch-site": "none" })).status, 200);
      assert.equal(made(emulator), 1);
    }),
  );
});
