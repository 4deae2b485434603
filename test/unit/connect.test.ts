import assert from "node:assert/strict";
import { registryAccess } from "../../src/lookups/access";
import { getTagHistory } from "../../src/lookups/tag-history";
import { Settings } from "../../src/settings";
import { answerOf, type RawServer, startRawServer } from "../support/raw-server";

const TOKEN = "canary-of-the-platform";

describe("a registry on another host than the platform (row 109)", () => {
  let platform: RawServer;
  let registry: RawServer;
  const refused = answerOf('{"errors":[{"code":"UNAUTHORIZED","message":"authentication required"}]}', {
    status: "401 Unauthorized",
  });
  beforeEach(async () => {
    platform = await startRawServer((socket) => socket.write(answerOf('{"token":"token-for-the-registry"}')));
    registry = await startRawServer((socket) => socket.write(refused));
  });
  afterEach(async () => {
    await platform.close();
    await registry.close();
  });

  const ask = (environment: Record<string, string>) => {
    const settings = new Settings(() => undefined, {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_REGISTRY_URL: registry.url,
      PLATFORM_PUBLIC_ORG: "public",
      ...environment,
    });
    return getTagHistory(registryAccess(settings), { org: "acme", image: "web", tag: "1.27" });
  };
  const sent = () => registry.requests.join("\n");

  for (const [source, environment] of [
    ["a token", { PLATFORM_TOKEN: TOKEN }],
    ["a command", { PLATFORM_TOKEN_COMMAND: `echo ${TOKEN}` }],
  ] as const) {
    it(`gets no byte of the platform's token from ${source}, and the error says what it needs`, async () => {
      await assert.rejects(ask(environment), {
        name: "RegistryError",
        message:
          '[UNAUTHORIZED] GET /token: "authentication required". A private image needs a token that was issued for the registry: platform:registryToken or PLATFORM_REGISTRY_TOKEN, or platform:identity (PLATFORM_IDENTITY) in a CI job; the platform\'s own token is sent to no other host',
      });
      assert.equal(registry.requests.length, 1);
      assert.doesNotMatch(sent(), /canary|authorization/i);
      assert.deepEqual(platform.requests, []);
    });
  }

  it("gets the token that the platform exchanged for it, and no byte of the job's ID token", async () => {
    await assert.rejects(
      ask({ PLATFORM_TOKEN: TOKEN, PLATFORM_IDENTITY: "acme/ci", PLATFORM_ID_TOKEN: "canary-of-the-job" }),
    );
    assert.match(sent(), /authorization: Bearer token-for-the-registry/i);
    assert.doesNotMatch(sent(), /canary/);
    const host = encodeURIComponent(new URL(registry.url).host);
    assert.match(String(platform.requests[0]), new RegExp(`^POST /sts/exchange\\?aud=${host}&identity=acme%2Fci `));
  });

  it("gets its own configured token", async () => {
    await assert.rejects(ask({ PLATFORM_TOKEN: TOKEN, PLATFORM_REGISTRY_TOKEN: "issued-for-the-registry" }));
    assert.match(sent(), /authorization: Bearer issued-for-the-registry/i);
    assert.doesNotMatch(sent(), /canary/);
  });
});
