import assert from "node:assert/strict";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { brief, clockAt, type Emulator, type Reply, roleNamed, send, violationOf, withEmulator } from "./local";

const AUD = "https://api.example.com";
const CI = { issuer: "https://ci.example.com", subject: "repo:acme/app", audience: "ci" } as const;
const EXCHANGE = `POST /sts/exchange?aud=${encodeURIComponent(AUD)}`;
/** An exchange for the identity that was made last. */
const exchangeIn = ({ list }: Emulator): string => `${EXCHANGE}&identity=${list("iam:Identity").at(-1)?.uid}`;
const NO_MATCH = [401, 16, "no identity matches the token"];

type Match = Readonly<Record<string, unknown>>;

const makeIdentity = ({ put, organization }: Emulator, match: Match): string =>
  String(put("iam:Identity", organization.uid, { name: "ci", ...match }).uid);

/** The claims of a token, by its middle part. */
const claimsIn = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

const claimsOf = ({ body }: Reply): Record<string, unknown> => claimsIn(String(body.token));

/** A signature that is none. */
const spoiled = (token: string): string => `${token.slice(0, token.lastIndexOf(".") + 1)}${"A".repeat(86)}`;

describe("the emulator's token exchange", () => {
  const clock = { now: () => new Date("2026-11-21T11:32:03.384Z") };

  it(
    "has an own token that names its identity, and is accepted only as a whole",
    withEmulator({}, async ({ token, environment }, call) => {
      assert.equal(claimsIn(token).sub, environment.PLATFORM_IDENTITY);
      assert.equal((await call("GET /iam/v2/groups")).status, 200);
      for (const other of [spoiled(token), token.slice(0, -1), `${token}0`])
        assert.equal((await call("GET /iam/v2/groups", undefined, other)).status, 401);
    }),
  );

  it(
    "has an own token without content if tokens are opaque",
    withEmulator({ tokenForm: "opaque" }, async ({ token }, call) => {
      assert.match(token, /^[0-9a-f]{48}$/);
      assert.equal((await call("GET /iam/v2/groups")).status, 200);
    }),
  );

  it(
    "returns a text without content if tokens are opaque, with the same access until it expires (row 151)",
    withEmulator({ tokenForm: "opaque", tokenTtlSeconds: 60 }, async (emulator, call) => {
      const root = emulator.organization.uid;
      const identity = makeIdentity(emulator, { claimMatch: CI });
      const viewer = emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid;
      const own = emulator.put("iam:RoleBinding", root, { identityUid: identity, roleUid: viewer });
      const exchange = `POST /sts/exchange?aud=${encodeURIComponent(emulator.url)}&identity=${identity}`;
      const { body } = await call(exchange, undefined, await emulator.idToken(CI));
      const token = String(body.token);
      assert.match(token, /^hk_[0-9a-f]{48}$/);
      const groups = await call("GET /iam/v2/groups", undefined, token);
      assert.deepEqual(
        (groups.body.groups as { uid: string }[]).map(({ uid }) => uid),
        [root],
      );
      emulator.remove(String(own.uid));
      assert.equal((await call("GET /iam/v2/groups", undefined, token)).body.groups, undefined);
      assert.equal((await call("GET /iam/v2/groups", undefined, `${token}0`)).status, 401);
    }),
  );

  for (const emitUnpopulated of [true, false]) {
    it(
      `answers with empty fields ${emitUnpopulated ? "written" : "left out"}`,
      withEmulator({ ...clock, emitUnpopulated }, async (emulator, call) => {
        const identity = makeIdentity(emulator, { claimMatch: CI });
        const idToken = await emulator.idToken(CI);
        const reply = await call(`${EXCHANGE}&identity=${identity}&aud=other`, undefined, idToken);
        const { token, ...rest } = reply.body;
        const { jti, ...claims } = claimsOf(reply);
        assert.match(String(jti), /^[0-9a-f]{16}$/);
        assert.deepEqual(
          [reply.status, rest],
          [200, { ...(emitUnpopulated ? { refreshToken: "" } : {}), expiry: "2026-11-21T12:32:03Z" }],
        );
        assert.deepEqual(claims, {
          iss: "https://issuer.platform.example",
          sub: identity,
          aud: [AUD, "other"],
          iat: 1795260723,
          exp: 1795264323,
        });
        const refused = await call(`${EXCHANGE}&identity=${identity}x`, undefined, idToken);
        const details = emitUnpopulated ? { details: [] } : {};
        assert.deepEqual(refused.body, { code: 16, message: "no identity matches the token", ...details });
        assert.equal(refused.headers.get("www-authenticate"), "no identity matches the token");
        assert.notEqual(token, "");
      }),
    );
  }

  it(
    "accepts its parameters in the query or in a form, by GET and POST",
    withEmulator({}, async (emulator) => {
      const identity = makeIdentity(emulator, { claimMatch: CI });
      const authorization = `Bearer ${await emulator.idToken(CI)}`;
      const url = `${emulator.url}/sts/exchange`;
      const form = new URLSearchParams({ aud: AUD, identity });
      const replies = await Promise.all([
        fetch(`${url}?${form}`, { headers: { authorization } }),
        fetch(`${url}?${form}`, { method: "POST", headers: { authorization } }),
        fetch(url, { method: "POST", body: form, headers: { authorization } }),
        fetch(url, {
          method: "POST",
          body: JSON.stringify({ aud: [AUD] }),
          headers: { authorization, "content-type": "application/json" },
        }),
        fetch(`${url}?${form}`, { method: "PUT", headers: { authorization } }),
      ]);
      assert.deepEqual(
        replies.map(({ status }) => status),
        [200, 200, 200, 400, 501],
      );
      assert.deepEqual(await replies[3]?.json(), { code: 3, message: "Audience must be specified" });
    }),
  );

  it(
    "updates only the time at which the identity was last seen",
    withEmulator(clock, async (emulator, call) => {
      const uid = makeIdentity(emulator, { claimMatch: CI });
      const before = emulator.edit(uid, { lastSeenTime: "2020-01-01T00:00:00Z" });
      assert.equal((await call(exchangeIn(emulator), undefined, await emulator.idToken(CI))).status, 200);
      assert.deepEqual(emulator.get(uid), { ...before, lastSeenTime: "2026-11-21T11:32:03.384Z" });
    }),
  );

  it(
    "checks the token against the requested identity, and finds none by the token alone (row 238)",
    withEmulator({}, async (emulator, call) => {
      const vague = makeIdentity(emulator, { claimMatch: { ...CI, subject: undefined, subjectPattern: ".*" } });
      const exact = makeIdentity(emulator, { claimMatch: CI });
      const other = makeIdentity(emulator, { claimMatch: { issuer: CI.issuer, subject: "other" } });
      const idToken = await emulator.idToken(CI);
      const ask = (query: string) => call(`${EXCHANGE}${query}`, undefined, idToken);
      assert.deepEqual(brief(await ask("")), NO_MATCH);
      assert.equal(claimsOf(await ask(`&identity=${exact}`)).sub, exact);
      assert.equal(claimsOf(await ask(`&identity=${vague}`)).sub, vague);
      assert.deepEqual(brief(await ask(`&identity=${other}`)), NO_MATCH);
    }),
  );

  it("makes people themselves, without naming their identity (row 238)", async () => {
    const person = "0b".repeat(20);
    const objects = [
      { type: "iam:Group", uid: "0a".repeat(20), values: { name: "acme" } },
      { type: "iam:Identity", uid: person, values: { name: "person", claimMatch: CI } },
    ];
    await withEmulator({ objects }, async (emulator, call) => {
      assert.equal(claimsOf(await call(EXCHANGE, undefined, await emulator.idToken(CI))).sub, person);
    })();
  });

  const base = CI;
  const rules: readonly [rule: string, match: Match, good: Match, bad: Match][] = [
    ["issuer", base, {}, { issuer: `${CI.issuer}/x` }],
    ["subject", base, {}, { subject: "repo:acme/app2" }],
    [
      "issuerPattern",
      { issuerPattern: "https://ci\\..+\\.com", subject: CI.subject, audience: CI.audience },
      {},
      { issuer: "https://ci.example.com.net" },
    ],
    [
      "subjectPattern",
      { issuer: CI.issuer, subjectPattern: "repo:acme/app|repo:acme/lib", audience: CI.audience },
      { subject: "repo:acme/lib" },
      { subject: "repo:acme/app:ref:main" },
    ],
    ["audience", { ...base, audience: "b" }, { audience: ["a", "b"] }, { audience: ["a", "bb"] }],
    [
      "audiencePattern",
      { issuer: CI.issuer, subject: CI.subject, audiencePattern: "a+" },
      { audience: "aaa" },
      { audience: "aab" },
    ],
    [
      "claims",
      { ...base, claims: { ref: "main", run: "7" } },
      { claims: { ref: "main", run: 7 } },
      { claims: { run: 7 } },
    ],
    [
      "claimPatterns",
      { ...base, claimPatterns: { ref: "rel-\\d+" } },
      { claims: { ref: "rel-12" } },
      { claims: { ref: "rel-12b" } },
    ],
  ];
  for (const [rule, claimMatch, good, bad] of rules) {
    it(
      `matches by ${rule}`,
      withEmulator({}, async (emulator, call) => {
        const identity = makeIdentity(emulator, { claimMatch });
        const ask = async (changes: Match) =>
          call(exchangeIn(emulator), undefined, await emulator.idToken({ ...CI, ...changes }));
        assert.equal(claimsOf(await ask(good)).sub, identity);
        assert.deepEqual(brief(await ask(bad)), NO_MATCH);
      }),
    );
  }

  it(
    "accepts tokens for its own host, alone or as an address, if an identity has no audience (row 276)",
    withEmulator({}, async (emulator, call) => {
      const { issuer, subject } = CI;
      const identity = makeIdentity(emulator, { claimMatch: { issuer, subject } });
      const ask = async (audience: string | string[]) =>
        call(exchangeIn(emulator), undefined, await emulator.idToken({ issuer, subject, audience }));
      const { host } = new URL(emulator.url);
      for (const audience of [host, `https://${host}`, emulator.url]) {
        assert.equal(claimsOf(await ask(["sts.example.com", audience])).sub, identity);
      }
      for (const audience of [
        `${emulator.url}/`,
        new URL(emulator.url).hostname,
        "ci.example.com",
        "sts.example.com",
        [],
      ]) {
        assert.deepEqual(brief(await ask(audience)), NO_MATCH);
      }
    }),
  );

  it(
    "refuses tokens with a bad signature, or from another time",
    withEmulator(clock, async (emulator, call) => {
      makeIdentity(emulator, { claimMatch: CI });
      const ask = (token: string | null) => call(exchangeIn(emulator), undefined, token);
      const seconds = Math.floor(clock.now().getTime() / 1000);
      const good = await emulator.idToken(CI);
      const refusals = [
        [null, "missing bearer token"],
        ["stray", "token is not a JWT"],
        [spoiled(good), "token signature is not valid"],
        [await emulator.idToken({ ...CI, expiresInSeconds: -1 }), "token expired"],
        [await emulator.idToken({ ...CI, expiresInSeconds: 0 }), "token expired"],
        [await emulator.idToken({ ...CI, claims: { nbf: seconds + 1 } }), "token not yet valid"],
      ] as const;
      for (const [token, message] of refusals) assert.deepEqual(brief(await ask(token)), [401, 16, message]);
      assert.equal((await ask(good)).status, 200);
      assert.equal((await ask(await emulator.idToken({ ...CI, claims: { nbf: seconds } }))).status, 200);
    }),
  );

  describe("for identities with static keys", () => {
    const signed = async (sub: string, aud: string): Promise<{ token: string; issuerKeys: string }> => {
      const { publicKey, privateKey } = await generateKeyPair("RS256");
      const token = await new SignJWT({ iss: CI.issuer, sub, aud, exp: 1795260723 + 60 })
        .setProtectedHeader({ alg: "RS256" })
        .sign(privateKey);
      return { token, issuerKeys: JSON.stringify({ keys: [await exportJWK(publicKey)] }) };
    };
    const ask = (emulator: Emulator, token: string) => send(emulator.url, exchangeIn(emulator), undefined, token);

    it(
      "accepts tokens signed with their keys, and refuses tokens of the emulator's own issuer",
      withEmulator(clock, async (emulator) => {
        const { token, issuerKeys } = await signed(CI.subject, "any");
        const staticKeys = { issuer: CI.issuer, subject: CI.subject, issuerKeys };
        const identity = makeIdentity(emulator, { staticKeys });
        assert.equal(claimsOf(await ask(emulator, token)).sub, identity);
        assert.deepEqual(brief(await ask(emulator, (await signed("other", "any")).token)), NO_MATCH);
        const unknown = [401, 16, "token signature is not valid"];
        assert.deepEqual(brief(await ask(emulator, (await signed(CI.subject, "any")).token)), unknown);
        assert.deepEqual(brief(await ask(emulator, await emulator.idToken(CI))), unknown);
        emulator.edit(identity, { staticKeys: { issuerKeys: "no JSON" } });
        assert.deepEqual(brief(await ask(emulator, token)), unknown);
        emulator.edit(identity, { staticKeys: { issuerKeys: JSON.stringify(await emulator.jwks()) } });
        assert.equal((await ask(emulator, await emulator.idToken(CI))).status, 200);
      }),
    );

    it(
      "accepts one audience, and keys for at most a year",
      withEmulator(clock, async ({ organization }, call) => {
        const make = async (more: object) =>
          violationOf(
            await call(`POST /iam/v2/identities/${organization.uid}`, {
              name: "keys",
              staticKeys: { issuer: CI.issuer, subject: CI.subject, issuerKeys: "{}", ...more },
            }),
          );
        assert.deepEqual(await make({ audiences: ["a", "b"] }), {
          field: "static_keys.audiences",
          description: "audiences must have at most 1 item",
        });
        assert.deepEqual(await make({ expirationTime: "2027-11-21T11:32:03.385Z" }), {
          field: "static_keys.expiration_time",
          description: "expiration_time must be at most 365 days from now",
        });
        assert.equal(await make({ expirationTime: "2027-11-21T11:32:03.384Z", audiences: ["a"] }), undefined);
      }),
    );

    it(
      "checks audiences and expiry",
      withEmulator(clock, async (emulator) => {
        const { token, issuerKeys } = await signed(CI.subject, "b");
        const staticKeys = { issuer: CI.issuer, subject: CI.subject, issuerKeys, audiences: ["b"] };
        const identity = makeIdentity(emulator, { staticKeys });
        assert.equal((await ask(emulator, token)).status, 200);
        emulator.edit(identity, { staticKeys: { audiences: ["a"] } });
        assert.deepEqual(brief(await ask(emulator, token)), NO_MATCH);
        emulator.edit(identity, { staticKeys: { audiences: [], expirationTime: "2026-11-21T11:32:03.385Z" } });
        assert.equal((await ask(emulator, token)).status, 200);
        emulator.edit(identity, { staticKeys: { expirationTime: "2026-11-21T11:32:03.384Z" } });
        assert.deepEqual(brief(await ask(emulator, token)), NO_MATCH);
      }),
    );
  });

  for (const tokenForm of ["jwt", "opaque"] as const) {
    it(
      `issues ${tokenForm} tokens that grant what the identity could do when they were made (row 239)`,
      withEmulator({ tokenForm, tokenGrants: "frozen" }, async (emulator, call) => {
        const root = emulator.organization.uid;
        const identity = makeIdentity(emulator, { claimMatch: CI });
        const exchange = `POST /sts/exchange?aud=${encodeURIComponent(emulator.url)}&identity=${identity}`;
        const fresh = async () => String((await call(exchange, undefined, await emulator.idToken(CI))).body.token);
        const statusOf = async (token: string, group: string) =>
          (await call(`POST /iam/v2/groups/${group}`, { name: "team" }, token)).status;
        const before = await fresh();
        const binding = emulator.put("iam:RoleBinding", root, {
          identityUid: identity,
          roleUid: roleNamed(emulator, "owner"),
        });
        assert.equal(await statusOf(before, root), 403);
        const bound = await fresh();
        assert.equal(await statusOf(bound, root), 200);
        const team = String(emulator.put("iam:Group", root, { name: "later" }).uid);
        assert.equal(await statusOf(bound, team), 200, "what lies below a group needs no new token");
        emulator.remove(String(binding.uid));
        assert.equal(await statusOf(bound, root), 200, "a token outlives the binding");
        assert.equal(await statusOf(await fresh(), root), 403);
      }),
    );
  }

  it("issues tokens that expire by the clock", async () => {
    const { now, move } = clockAt("2026-01-01T00:00:00Z");
    await withEmulator({ now, tokenTtlSeconds: 10 }, async (emulator, call) => {
      const identity = makeIdentity(emulator, { claimMatch: CI });
      const { body } = await send(
        emulator.url,
        `POST /sts/exchange?aud=${emulator.url}&identity=${identity}`,
        undefined,
        await emulator.idToken(CI),
      );
      const list = () => call("GET /iam/v2/groups", undefined, String(body.token));
      move(9_999);
      assert.equal((await list()).status, 200);
      move(1);
      const ended = await list();
      assert.deepEqual(brief(ended), [401, 16, "token expired"]);
      assert.equal(ended.headers.get("www-authenticate"), "token expired");
    })();
  });
});
