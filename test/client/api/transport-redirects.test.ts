import assert from "node:assert/strict";
import { fixedToken } from "../../../src/client/api/credentials/token";
import { ProtocolError } from "../../../src/client/api/errors";
import { createTransport } from "../../../src/client/api/transport";
import { registryHints } from "../../../src/client/hints";
import { path } from "../../../src/description/wire/path";
import { answerOf, clientAt, type RawServer, startRawServer } from "../../support/raw-server";
import { registryOver } from "../../support/scripted";

const TOKEN = "canary-of-one-origin";
const target = path`/iam/v2/groups/${"org/a"}`;

describe("a redirect", () => {
  let first: RawServer;
  let second: RawServer;
  let answer: string;
  beforeEach(async () => {
    first = await startRawServer((socket) => socket.write(answer));
    second = await startRawServer((socket) => socket.write(answerOf('{"uid":"theirs"}')));
  });
  afterEach(async () => {
    await first.close();
    await second.close();
  });

  const locations: Readonly<Record<string, () => string>> = {
    "another path of the same host": () => "/login",
    "another port": () => `${second.url}/iam/v2/groups/org/a`,
    "another host without a scheme": () => second.url.replace("http:", ""),
    "no place at all": () => "",
  };
  for (const [place, location] of Object.entries(locations))
    it(`to ${place} is never followed, for any status and method, and only one origin gets the token (row 74)`, async () => {
      for (const status of [300, 301, 302, 303, 307, 308]) {
        answer = answerOf("{}", { status: `${status} Moved`, headers: `location: ${location()}\r\n` });
        const client = clientAt(first.url, { tokens: fixedToken(TOKEN, "T") });
        const before = first.requests.length;
        for (const [method, call] of [
          ["GET", () => client.get(target)],
          ["POST", () => client.create(target, { name: "x" })],
          ["PATCH", () => client.update(target, { name: "x" }, ["name"])],
          ["DELETE", () => client.delete(target)],
        ] as const)
          await assert.rejects(call, (error) => {
            assert.ok(error instanceof ProtocolError);
            assert.equal(
              error.message,
              `${method} /iam/v2/groups/org/a: redirected (HTTP ${status}), but redirects are never followed. Check the base URL (platform:baseUrl or PLATFORM_BASE_URL)`,
            );
            // It was not carried out, so that a create need not be looked for.
            return !error.ambiguous;
          });
        const seen = first.requests.slice(before);
        assert.equal(seen.length, 4);
        for (const request of seen) assert.ok(request.includes(` /iam/v2/groups/org/a`) && request.includes(TOKEN));
      }
      assert.deepEqual(second.requests, []);
    });

  it("of the registry is never followed either, and its token is sent to no other host (row 74)", async () => {
    answer = answerOf("{}", { status: "307 Moved", headers: `location: ${second.url}\r\n` });
    const client = registryOver(createTransport(new URL(first.url)), {
      credentials: fixedToken(TOKEN, "T"),
      hints: registryHints,
    });
    await assert.rejects(client.history({ org: "o", image: "i", tag: "t" }), {
      message:
        "GET /v2/o/i/_service/history/t: HTTP 307, but not from the registry. Check the registry's address (platform:registryUrl or PLATFORM_REGISTRY_URL)",
    });
    assert.equal(first.requests.length, 1);
    assert.deepEqual(second.requests, []);
  });
});
