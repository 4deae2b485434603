import assert from "node:assert/strict";
import { fixedToken } from "../../../../src/client/api/credentials/token";
import { RegistryError } from "../../../../src/client/api/errors";
import type { TokenSource } from "../../../../src/client/api/layers/authorized";
import { Secret } from "../../../../src/client/api/secret";
import type { HttpReply, Transport } from "../../../../src/client/api/transport";
import { registryHints } from "../../../../src/client/hints";
import { virtualClock } from "../../../support/clock";
import { registryOver } from "../../../support/scripted";

const tag = { org: "acme", image: "web", tag: "latest" };
const HISTORY = "/v2/acme/web/_service/history/latest";
const reply = (status: number, json: unknown, headers = {}): HttpReply => ({
  status,
  headers,
  text: JSON.stringify(json),
});
const asBasic = (token: string) => `Basic ${Buffer.from(`_token:${token}`).toString("base64")}`;
const refusal = (status: number, code: string, message: string) => reply(status, { errors: [{ code, message }] });

/** A registry that takes one credential, as Basic at /token, and whose tokens are each for one image until they are ended. */
function registry(credential: string) {
  const issued: string[] = [];
  const asked: string[] = [];
  let ended = 0;
  const transport: Transport = async ({ path: { text }, query = [], headers = {} }) => {
    asked.push(text);
    await Promise.resolve();
    if (text === "/token") {
      if (headers.authorization === asBasic("for-the-platform")) return refusal(403, "DENIED", "wrong audience");
      if (headers.authorization !== asBasic(credential)) return refusal(401, "UNAUTHORIZED", "who are you");
      const token = `token-${issued.length} of ${query[0]?.[1]}`.replaceAll(" ", "-");
      issued.push(token);
      return reply(200, { token });
    }
    const [, token = ""] = headers.authorization?.split(" ") ?? [];
    const image = /^\/v2\/(.+)\/_service\//.exec(text)?.[1];
    const isGood = issued.indexOf(token) >= ended && token.endsWith(`-of-repository:${image}:pull`);
    return isGood ? reply(200, { history: [] }) : refusal(401, "UNAUTHORIZED", "token expired");
  };
  return {
    transport,
    issued,
    asked,
    endTokens: () => {
      ended = issued.length;
    },
  };
}

const clientOf = (transport: Transport, credentials: TokenSource) =>
  registryOver(transport, { credentials, hints: registryHints, ...virtualClock() });

describe("the token of the registry (row 45)", () => {
  const own = fixedToken("for-the-registry", "PLATFORM_REGISTRY_TOKEN");

  it("is not renewed after a refusal for its audience, and the error names the right one", async () => {
    const { transport, asked } = registry("for-the-registry");
    const client = clientOf(transport, fixedToken("for-the-platform", "PLATFORM_TOKEN"));
    for (let i = 1; i <= 2; i++) {
      await assert.rejects(client.history(tag), {
        name: "RegistryError",
        message:
          '[DENIED] GET /token: "wrong audience". A private image needs a token for the registry, because the platform\'s own token is sent to no other host. Set platform:registryToken or PLATFORM_REGISTRY_TOKEN. In a CI job, you can instead set platform:identity (PLATFORM_IDENTITY) to an identity of the root group with the role registry.pull. ' +
          "The registry also refused the request with the token in the request itself (HTTP 401), with the token at /token as Bearer (HTTP 401)",
      });
      assert.deepEqual(asked, Array(i).fill([HISTORY, "/token", "/token"]).flat());
    }
  });

  it("is one per image, for any number of calls", async () => {
    const { transport, issued, asked } = registry("for-the-registry");
    const client = clientOf(transport, own);
    await client.history({ ...tag, image: "team/image-0" });
    const images = Array.from({ length: 30 }, (_, i) => `team/image-${i % 3}`);
    await Promise.all(images.map((image) => client.history({ ...tag, image })));
    assert.deepEqual(
      issued,
      [0, 1, 2].map((i) => `token-${i}-of-repository:acme/team/image-${i}:pull`),
    );
    // One refusal of the credential itself, which is not sent so again.
    assert.equal(asked.length, 1 + 2 + 30 + 2);
  });

  it("is renewed once when it has expired, for any number of calls, early or late", async () => {
    const { transport, issued, asked, endTokens } = registry("for-the-registry");
    let late: (() => void) | undefined;
    const slow: Transport = async (request) => {
      const answer = await transport(request);
      // One refusal arrives when the others have a new token already.
      if (answer.status === 401 && issued.length > 0 && late === undefined)
        await new Promise<void>((resolve) => (late = resolve));
      return answer;
    };
    const client = clientOf(slow, own);
    await client.history(tag);
    endTokens();
    asked.length = 0;
    const calls = Array.from({ length: 50 }, () => client.history(tag));
    await Promise.all(calls.slice(1));
    late?.();
    await Promise.all(calls);
    assert.equal(issued.length, 2);
    assert.equal(asked.length, 101);
  });

  it("causes an error when it is refused again at once, and is not requested a third time", async () => {
    const { transport, issued, asked } = registry("for-the-registry");
    const client = clientOf(async (request) => {
      if (request.path.text === "/token") return transport(request);
      asked.push(request.path.text);
      return refusal(401, "UNAUTHORIZED", "token expired");
    }, own);
    await assert.rejects(
      client.history(tag),
      (error) => error instanceof RegistryError && error.reason === "UNAUTHORIZED",
    );
    assert.deepEqual(asked, [HISTORY, "/token", HISTORY, "/token", HISTORY, "/token"]);
    assert.equal(issued.length, 2);
  });

  it("is requested with another credential when the first is refused", async () => {
    const { transport, issued, asked } = registry("for-the-registry");
    const credentials: TokenSource = { current: async () => new Secret("too-old"), renew: () => own.current() };
    assert.deepEqual(await clientOf(transport, credentials).history(tag), []);
    assert.deepEqual([issued.length, asked], [1, [HISTORY, HISTORY, "/token", "/token", HISTORY]]);
  });
});

describe("a busy registry", () => {
  const ask = async (retryAfter: string) => {
    const { transport, asked } = registry("for-the-registry");
    const time = virtualClock();
    const busy = reply(
      429,
      { errors: [{ code: "TOOMANYREQUESTS", message: "slow down" }] },
      { "retry-after": retryAfter },
    );
    const client = registryOver(
      (request) => (asked.length === 0 ? Promise.resolve(busy).finally(() => asked.push("")) : transport(request)),
      { credentials: fixedToken("for-the-registry", "PLATFORM_REGISTRY_TOKEN"), ...time },
    );
    const start = time.clock();
    const end = await client.history(tag).catch((error: unknown) => error);
    return { end, took: time.clock() - start };
  };

  it("is waited for as long as it asks, but not beyond the operation's time", async () => {
    assert.deepEqual(await ask("7"), { end: [], took: 7_000 });
    const { end, took } = await ask("1000000000");
    assert.ok(end instanceof RegistryError && end.reason === "TOOMANYREQUESTS", String(end));
    assert.equal(took, 0);
  });
});
