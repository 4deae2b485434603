import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { exportJWK, SignJWT } from "jose";
import type { Emulator } from "../../src/emulator/index";
import { asBasic, clockAt, type Reply, send, test, testWith, withEmulator } from "./local";

const CI = { issuer: "https://token.ci.example.com", subject: "repo:acme/web" };
const HISTORY = "GET /v2/acme/app/_service/history/v1";
const TOKEN = "GET /token?scope=repository:acme/app:pull";
const records = [{ updateTimestamp: "2026-01-01T00:00:00.000Z", digest: `sha256:${"a".repeat(64)}` }];

const roleNamed = (emulator: Emulator, name: string): string =>
  String(emulator.list("iam:Role").find((role) => role.name === name)?.uid);

/** An identity in a group, with a role in the organization; and the private image `acme/app`. */
function identityIn(emulator: Emulator, parentUid: string, role: string | readonly string[]): string {
  const root = emulator.organization.uid;
  emulator.history("acme/app", "v1", records);
  const name = `ci-${emulator.list("iam:Identity").length}`;
  const identityUid = String(emulator.put("iam:Identity", parentUid, { name, claimMatch: CI }).uid);
  const roleUid =
    typeof role === "string"
      ? roleNamed(emulator, role)
      : String(emulator.put("iam:Role", root, { name: `${name}-role`, capabilities: role }).uid);
  emulator.put("iam:RoleBinding", root, { identityUid, roleUid });
  return identityUid;
}

/** An access token of an identity for an audience, the registry's host by default. */
async function tokenOf(emulator: Emulator, identity: string, more = ""): Promise<string> {
  const { host } = new URL(emulator.registryUrl);
  const idToken = await emulator.idToken({ ...CI, audience: host });
  const query = `identity=${encodeURIComponent(identity)}${more === "" ? `&aud=${encodeURIComponent(host)}` : more}`;
  const { body } = await send(emulator.url, `POST /sts/exchange?${query}`, undefined, idToken);
  return String(body.token);
}

const statusOf = async (emulator: Emulator, request: string, credential: string): Promise<number> =>
  (await send(emulator.url, request, undefined, credential)).status;

const own = (emulator: Emulator) => identityIn(emulator, emulator.organization.uid, "registry.pull");

describe("tokens for the emulator's registry (row 253)", () => {
  /** Statuses for a token of the registry's audience: direct, Basic at /token, Bearer at /token. */
  const statuses = async (emulator: Emulator, token: string) => [
    await statusOf(emulator, HISTORY, token),
    await statusOf(emulator, TOKEN, asBasic("_token", token)),
    await statusOf(emulator, TOKEN, token),
  ];

  for (const [registryTakes, expected] of [
    [undefined, [200, 200, 401]],
    [["direct"], [200, 401, 401]],
    [["basic"], [401, 200, 401]],
    [["bearer"], [401, 401, 200]],
    [[], [401, 401, 401]],
  ] as const) {
    testWith(registryTakes === undefined ? {} : { registryTakes })(
      `is what registryTakes says: ${registryTakes?.join(" and ") ?? "the documented way by default"}`,
      async (emulator) => {
        assert.deepEqual(await statuses(emulator, await tokenOf(emulator, own(emulator))), expected);
        assert.deepEqual(await statuses(emulator, emulator.registryToken), expected);
      },
    );
  }

  test("refuses a token of the API's audience, and ignores a bearer token at /token", async (emulator) => {
    const forApi = await tokenOf(emulator, own(emulator), `&aud=${encodeURIComponent(emulator.url)}`);
    assert.deepEqual(await statuses(emulator, forApi), [403, 403, 401]);
    assert.equal(await statusOf(emulator, "GET /token?scope=repository:public-org/nginx:pull", "stray"), 200);
    assert.equal(await statusOf(emulator, HISTORY, "stray"), 401);
  });
});

describe("which identity reaches the registry of the emulator (row 254)", () => {
  test("belongs to the root group, wherever its role applies", async (emulator) => {
    const team = String(emulator.put("iam:Group", emulator.organization.uid, { name: "team" }).uid);
    assert.equal(await statusOf(emulator, HISTORY, await tokenOf(emulator, own(emulator))), 200);
    const inside = await tokenOf(emulator, identityIn(emulator, team, "owner"));
    assert.equal(await statusOf(emulator, HISTORY, inside), 403);
    assert.equal(await statusOf(emulator, TOKEN, asBasic("_token", inside)), 403);
  });

  test("has every capability that pulling needs, in the group of the image", async (emulator) => {
    const root = emulator.organization.uid;
    const all = ["CAP_REPO_LIST", "CAP_REPO_BLOBS_GET", "CAP_MANIFEST_LIST", "CAP_TAG_LIST"];
    const ask = async (capabilities: readonly string[]) =>
      statusOf(emulator, HISTORY, await tokenOf(emulator, identityIn(emulator, root, capabilities)));
    assert.equal(await ask(all), 200);
    for (const lacking of all) assert.equal(await ask(all.filter((name) => name !== lacking)), 403, lacking);
    const elsewhere = own(emulator);
    const token = await tokenOf(emulator, elsewhere);
    emulator.history("other/app", "v1", records);
    emulator.put("iam:Group", "", { name: "other" });
    assert.equal(await statusOf(emulator, HISTORY.replace("acme", "other"), token), 403);
  });

  test("is limited by the scopes and the capabilities of its token", async (emulator) => {
    const { uid } = emulator.organization;
    const team = String(emulator.put("iam:Group", uid, { name: "team" }).uid);
    const aud = `&aud=${encodeURIComponent(new URL(emulator.registryUrl).host)}`;
    const identity = own(emulator);
    const ask = async (limit: string) =>
      statusOf(emulator, HISTORY, await tokenOf(emulator, identity, `${aud}${limit}`));
    const answers = [
      await ask(`&scopes=${encodeURIComponent(uid)}`),
      await ask(`&scopes=${encodeURIComponent(team)}`),
      await ask("&cap=CAP_TAG_LIST"),
    ];
    assert.deepEqual(answers, [200, 403, 403]);
  });
});

describe("a pull token at the registry of the emulator (row 255)", () => {
  const PULL = { iss: "https://pull.example.com", sub: "cluster" };
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const NOW = "2026-11-21T12:00:00Z";

  /** An identity with static keys that may pull, and what signs its tokens. */
  async function pullIdentity(emulator: Emulator, more = {}) {
    const uid = own(emulator);
    const issuerKeys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: "RS256" }] });
    const expirationTime = "2026-12-21T12:00:00Z";
    emulator.edit(uid, {
      staticKeys: { issuer: PULL.iss, subject: PULL.sub, issuerKeys, expirationTime, audiences: [], ...more },
    });
    const sign = (claims = {}) =>
      new SignJWT({ ...PULL, aud: emulator.url, exp: Date.parse(expirationTime) / 1000, ...claims })
        .setProtectedHeader({ alg: "RS256" })
        .sign(privateKey);
    return { uid, sign };
  }

  const options = { now: () => new Date(NOW) };
  const login = (emulator: Emulator, uid: string, password: string): Promise<Reply> =>
    send(emulator.url, TOKEN, undefined, asBasic(uid, password));

  testWith(options)("opens private images as user name and password of /token", async (emulator) => {
    const { uid, sign } = await pullIdentity(emulator);
    const { status, body } = await login(emulator, uid, await sign());
    assert.equal(status, 200);
    const history = await send(emulator.url, HISTORY, undefined, String(body.token));
    assert.deepEqual(history.body, { history: records });
    assert.equal(await statusOf(emulator, HISTORY, await sign()), 401);
  });

  testWith(options)(
    "is refused with another subject, altered, for another audience, or from another issuer",
    async (emulator) => {
      const { uid, sign } = await pullIdentity(emulator);
      const { privateKey: stray } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const forged = await new SignJWT({ ...PULL, aud: emulator.url, exp: Date.parse(NOW) / 1000 + 60 })
        .setProtectedHeader({ alg: "RS256" })
        .sign(stray);
      const statuses = [
        (await login(emulator, own(emulator), await sign())).status,
        (await login(emulator, `${uid}0`, await sign())).status,
        (await login(emulator, uid, forged)).status,
        (await login(emulator, uid, await sign({ aud: "https://elsewhere.example.com" }))).status,
        (await login(emulator, uid, await sign({ iss: "https://other.example.com" }))).status,
        (await login(emulator, uid, await sign({ sub: "another" }))).status,
      ];
      assert.deepEqual(statuses, Array(6).fill(401));
    },
  );

  it("is refused once it or its identity has expired, or the identity is deleted", async () => {
    const clock = clockAt(NOW);
    await withEmulator({ now: clock.now }, async (emulator) => {
      const { uid, sign } = await pullIdentity(emulator);
      const short = await sign({ exp: Date.parse(NOW) / 1000 + 60 });
      const long = await sign({ exp: Date.parse(NOW) / 1000 + 400 * 86_400 });
      clock.move(61_000);
      assert.equal((await login(emulator, uid, short)).status, 401);
      assert.equal((await login(emulator, uid, long)).status, 200);
      clock.move(30 * 86_400_000);
      assert.equal((await login(emulator, uid, long)).status, 401);
      const again = await pullIdentity(emulator, { expirationTime: "2027-01-21T12:00:00Z" });
      assert.equal((await login(emulator, again.uid, long)).status, 200);
      emulator.remove(again.uid);
      assert.equal((await login(emulator, again.uid, long)).status, 401);
    })();
  });

  testWith(options)("opens nothing without a role", async (emulator) => {
    const { uid, sign } = await pullIdentity(emulator);
    for (const { uid: binding } of emulator.list("iam:RoleBinding")) emulator.remove(String(binding));
    assert.equal((await login(emulator, uid, await sign())).status, 403);
  });
});
