import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "../../src/client/connect";
import { Settings } from "../../src/client/settings";
import { path } from "../../src/description/wire/path";
import { type Emulator, startEmulator } from "../../src/emulator";

describe("the ID token that GitHub Actions is asked for", () => {
  const job = { issuer: "https://ci.example.com", subject: "repo:acme/app" };
  let emulator: Emulator;
  let asked: (string | null)[];
  let actions: Server;
  beforeEach(async () => {
    emulator = await startEmulator();
    asked = [];
    actions = createServer(async ({ url = "", headers }, response) => {
      assert.match(url, /^\/token\?.*api-version=2/);
      assert.equal(headers.authorization, "Bearer of-the-job");
      const audience = new URL(url, "http://actions").searchParams.get("audience");
      asked.push(audience);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ value: await emulator.idToken({ ...job, audience: audience ?? "" }) }));
    });
    actions.listen(0, "127.0.0.1");
    await once(actions, "listening");
  });
  afterEach(async () => {
    actions.close();
    await emulator.close();
  });

  const connectAs = (claimMatch: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) => {
    const root = emulator.organization.uid;
    const identity = String(emulator.put("iam:Identity", root, { name: "bot", claimMatch }).uid);
    const roleUid = emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid;
    emulator.put("iam:RoleBinding", root, { identityUid: identity, roleUid });
    const { port } = actions.address() as AddressInfo;
    const settings = new Settings(() => undefined, {
      PLATFORM_BASE_URL: emulator.url,
      PLATFORM_IDENTITY: identity,
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?api-version=2`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "of-the-job",
      ...more,
    });
    return connect(settings).get(path`/iam/v2/groups/${root}`);
  };

  it("is for the host that exchanges it, which an identity without an audience means", async () => {
    assert.equal((await connectAs(job)).name, "acme");
    assert.deepEqual(asked, [new URL(emulator.url).host]);
  });

  for (const audience of [" ", "a b", "a\n", "https://user:canary-password@platform.example.com"])
    it(`is not for ${JSON.stringify(audience)}, and nothing is sent`, async () => {
      assert.throws(
        () => connectAs(job, { PLATFORM_ID_TOKEN_AUDIENCE: audience }),
        /^ConfigurationError: PLATFORM_ID_TOKEN_AUDIENCE: must be a name or an address, without spaces, user name and password$/,
      );
      assert.deepEqual([asked, emulator.requests.length], [[], 0]);
    });

  it("names the audience that counts when it is refused, and is accepted with that (row 276)", async () => {
    const refusal = await connectAs(job, { PLATFORM_ID_TOKEN_AUDIENCE: "elsewhere" }).catch(String);
    const [, audience = ""] = /has no audience, the token's audience must be "(\S+)"/.exec(String(refusal)) ?? [];
    assert.equal(audience, new URL(emulator.url).host, String(refusal));
    for (const right of [audience, `https://${audience}`])
      assert.equal((await connectAs(job, { PLATFORM_ID_TOKEN_AUDIENCE: right })).name, "acme");
  });
});
