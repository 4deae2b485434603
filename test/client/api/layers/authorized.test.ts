import assert from "node:assert/strict";
import type { Client } from "../../../../src/client/api/client";
import { fixedToken } from "../../../../src/client/api/credentials/token";
import { ConfigurationError, isAmbiguous } from "../../../../src/client/api/errors";
import type { TokenSource } from "../../../../src/client/api/layers/authorized";
import { Secret } from "../../../../src/client/api/secret";
import type { HttpRequest } from "../../../../src/client/api/transport";
import { tokenHints } from "../../../../src/client/hints";
import { path } from "../../../../src/description/wire/path";
import { scriptedClient } from "../../../support/scripted";

const target = path`/iam/v2/groups/${"org/team"}`;
const expired = { status: 401, json: { code: 16, message: "token expired" } };
const hint = /\. The platform does not accept the token\. Check the token: PLATFORM_TOKEN or PLATFORM_TOKEN_FILE /;

/** A source whose renewal is up to the test; it counts how often it is asked. */
function renewable(renew: () => Promise<Secret | undefined>, first = "old-token") {
  const refused: string[] = [];
  const tokens: TokenSource = {
    current: async () => new Secret(first),
    renew: (token) => {
      refused.push(token.reveal());
      return renew();
    },
    hint: tokenHints.token,
  };
  return { tokens, refused };
}

describe("the token layer of a client", () => {
  it("renews the token once after a 401, also for a create, which is sent twice and carried out once (row 41) (report: a token that ends during the run fails it)", async () => {
    const { tokens, refused } = renewable(async () => new Secret("new-token"));
    const made: unknown[] = [];
    const platform = ({ headers = {}, body }: HttpRequest) => {
      if (headers.authorization !== "Bearer new-token") return expired;
      made.push(body);
      return { json: { uid: "org/team" } };
    };
    const { client, requests } = scriptedClient([platform, platform], { tokens });
    assert.deepEqual(await client.create(target, { name: "x" }), { uid: "org/team" });
    assert.deepEqual([refused, requests.length, made], [["old-token"], 2, ['{"name":"x"}']]);
  });

  it("counts no attempt for a token that is renewed in the middle", async () => {
    const { tokens } = renewable(async () => new Secret("new-token"));
    const down = { status: 503, json: { code: 14, message: "down" } };
    const { client, left } = scriptedClient([down, expired, down, down, down, {}], { tokens });
    await client.get(target);
    assert.deepEqual(left, []);
  });
});

describe("a refused token that cannot be renewed (row 40)", () => {
  it("is not sent again, and the error says how to provide another (report: a token that is revoked during the run is retried for ever)", async () => {
    const { tokens, refused } = renewable(async () => undefined);
    const { client, requests } = scriptedClient([expired], { tokens });
    await assert.rejects(client.get(target), hint);
    assert.deepEqual([requests.length, refused], [1, ["old-token"]]);
  });

  it("results in the error of its source when the renewal fails, also for a create, which was not carried out", async () => {
    const failure = new ConfigurationError("PLATFORM_TOKEN_COMMAND: the command ended with exit code 3");
    const { tokens } = renewable(() => Promise.reject(failure));
    for (const call of [(client: Client) => client.get(target), (client: Client) => client.create(target, {})]) {
      const { client, requests } = scriptedClient([expired], { tokens });
      await assert.rejects(call(client), (error) => error === failure && !isAmbiguous(error));
      assert.equal(requests.length, 1);
    }
  });

  it("delays an operation at most until its deadline, like a first token", async () => {
    const never = () => new Promise<never>(() => undefined);
    const limit =
      "timed out: an operation may take 0.02 s in total (to allow more, set platform:operationTimeout or PLATFORM_OPERATION_TIMEOUT)";
    const options = { operationTimeoutMs: 20 };
    const renewing = scriptedClient([expired], { ...options, tokens: renewable(never).tokens });
    await assert.rejects(renewing.client.create(target, {}), {
      name: "TransportError",
      ambiguous: false,
      message: `POST /iam/v2/groups/org/team: the token was refused, and no other token arrived: ${limit}`,
    });
    const first = scriptedClient([], { ...options, tokens: { current: never, renew: never } });
    await assert.rejects(first.client.get(target), {
      message: `GET /iam/v2/groups/org/team: not sent, because no token arrived: ${limit}`,
    });
  });

  it("is reported with its expiry when it states one", async () => {
    const endingAt = (end: string) => {
      const claims = JSON.stringify({ exp: Date.parse(end) / 1000 });
      const jwt = `e30.${Buffer.from(claims).toString("base64url")}.signature`;
      return { ...fixedToken(jwt, "T"), hint: tokenHints.token };
    };
    // The script's clock starts at 2026-01-01.
    const past = scriptedClient([expired], { tokens: endingAt("2025-12-31T23:00:00Z") });
    await assert.rejects(
      past.client.get(target),
      /: "token expired" \(the token expired at 2025-12-31T23:00:00\.000Z\)\. The platform does not accept the token\. Check/,
    );
    const future = scriptedClient([expired], { tokens: endingAt("2027-01-01") });
    await assert.rejects(
      future.client.get(target),
      /: "token expired"\. The platform does not accept the token\. Check/,
    );
  });
});
