import assert from "node:assert/strict";
import {
  AUD,
  CI,
  claimsIn,
  claimsOf,
  EXCHANGE,
  exchangeIn,
  type Match,
  makeIdentity,
  NO_MATCH,
  spoiled,
} from "./exchange";
import { brief, test, testWith, withEmulator } from "./local";

describe("the emulator's token exchange", () => {
  const clock = { now: () => new Date("2026-11-21T11:32:03.384Z") };

  for (const emitUnpopulated of [true, false])
    testWith({ ...clock, emitUnpopulated })(
      `answers with empty fields ${emitUnpopulated ? "written" : "left out"}`,
      async (emulator) => {
        const identity = makeIdentity(emulator, { claimMatch: CI });
        const idToken = await emulator.idToken(CI);
        const reply = await emulator.call(`${EXCHANGE}&identity=${identity}&aud=other`, undefined, idToken);
        const { token, ...rest } = reply.body;
        assert.deepEqual(rest, { ...(emitUnpopulated && { refreshToken: "" }), expiry: "2026-11-21T12:32:03Z" });
        const { jti, ...claims } = claimsIn(String(token));
        assert.match(String(jti), /^[0-9a-f]{16}$/);
        const times = { iat: 1795260723, exp: 1795264323 };
        const issuer = "https://issuer.platform.example";
        assert.deepEqual(claims, { iss: issuer, sub: identity, aud: [AUD, "other"], ...times });
        const refused = await emulator.call(`${EXCHANGE}&identity=${identity}x`, undefined, idToken);
        const message = "no identity matches the token";
        assert.deepEqual(refused.body, { code: 16, message, ...(emitUnpopulated && { details: [] }) });
        assert.equal(refused.headers.get("www-authenticate"), message);
      },
    );

  test("accepts its parameters in the query or in a form, by GET and POST", async (emulator) => {
    const identity = makeIdentity(emulator, { claimMatch: CI });
    const authorization = `Bearer ${await emulator.idToken(CI)}`;
    const url = `${emulator.url}/sts/exchange`;
    const form = new URLSearchParams({ aud: AUD, identity });
    const replies = await Promise.all([
      fetch(`${url}?${form}`, { headers: { authorization } }),
      fetch(`${url}?${form}`, { method: "POST", headers: { authorization } }),
      fetch(url, { method: "POST", body: form, headers: { authorization } }),
      fetch(url, { method: "POST", body: JSON.stringify({ aud: [AUD] }), headers: { authorization } }),
      fetch(`${url}?${form}`, { method: "PUT", headers: { authorization } }),
    ]);
    const found = replies.map(({ status }) => status);
    assert.deepEqual(found, [200, 200, 200, 400, 501]);
    assert.deepEqual(await replies[3]?.json(), { code: 3, message: "Audience must be specified" });
  });

  testWith(clock)("updates only the time at which the identity was last seen", async (emulator) => {
    const uid = makeIdentity(emulator, { claimMatch: CI });
    const before = emulator.edit(uid, { lastSeenTime: "2020-01-01T00:00:00Z" });
    assert.equal((await emulator.call(exchangeIn(emulator), undefined, await emulator.idToken(CI))).status, 200);
    assert.deepEqual(emulator.get(uid), { ...before, lastSeenTime: "2026-11-21T11:32:03.384Z" });
  });

  test("checks the token against the requested identity, and finds none by the token alone (row 238)", async (emulator) => {
    const vague = makeIdentity(emulator, { claimMatch: { ...CI, subject: undefined, subjectPattern: ".*" } });
    const exact = makeIdentity(emulator, { claimMatch: CI });
    const other = makeIdentity(emulator, { claimMatch: { issuer: CI.issuer, subject: "other" } });
    const idToken = await emulator.idToken(CI);
    const ask = (query: string) => emulator.call(`${EXCHANGE}${query}`, undefined, idToken);
    assert.deepEqual(brief(await ask("")), NO_MATCH);
    assert.equal(claimsOf(await ask(`&identity=${exact}`)).sub, exact);
    assert.equal(claimsOf(await ask(`&identity=${vague}`)).sub, vague);
    assert.deepEqual(brief(await ask(`&identity=${other}`)), NO_MATCH);
  });

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

  /** The rule, what of the match it changes, and changes of a token that has it, and of one that has not. */
  const rules = String.raw`
    issuer | {} | {} | {"issuer":"${CI.issuer}/x"}
    subject | {} | {} | {"subject":"repo:acme/app2"}
    issuerPattern | {"issuer":null,"issuerPattern":"https://ci\\..+\\.com"} | {} | {"issuer":"https://ci.example.com.net"}
    subjectPattern | {"subject":null,"subjectPattern":"repo:acme/app|repo:acme/lib"} | {"subject":"repo:acme/lib"} | {"subject":"repo:acme/app:ref:main"}
    audience | {"audience":"b"} | {"audience":["a","b"]} | {"audience":["a","bb"]}
    audiencePattern | {"audience":null,"audiencePattern":"a+"} | {"audience":"aaa"} | {"audience":"aab"}
    claims | {"claims":{"ref":"main","run":"7"}} | {"claims":{"ref":"main","run":7}} | {"claims":{"run":7}}
    claimPatterns | {"claimPatterns":{"ref":"rel-\\d+"}} | {"claims":{"ref":"rel-12"}} | {"claims":{"ref":"rel-12b"}}`;
  for (const line of rules.trim().split("\n")) {
    const [rule = "", ...parts] = line.trim().split(" | ");
    const [match, good, bad] = parts.map((part) => JSON.parse(part) as Match);
    test(`matches by ${rule}`, async (emulator) => {
      const identity = makeIdentity(emulator, { claimMatch: { ...CI, ...match } });
      const ask = async (changes: Match = {}) =>
        emulator.call(exchangeIn(emulator), undefined, await emulator.idToken({ ...CI, ...changes }));
      assert.equal(claimsOf(await ask(good)).sub, identity);
      assert.deepEqual(brief(await ask(bad)), NO_MATCH);
    });
  }

  test("accepts tokens for its own host, alone or as an address, if an identity has no audience (row 276)", async (emulator) => {
    const { issuer, subject } = CI;
    const identity = makeIdentity(emulator, { claimMatch: { issuer, subject } });
    const ask = async (audience: string | string[]) =>
      emulator.call(exchangeIn(emulator), undefined, await emulator.idToken({ issuer, subject, audience }));
    const { host } = new URL(emulator.url);
    for (const audience of [host, `https://${host}`, emulator.url])
      assert.equal(claimsOf(await ask(["sts.example.com", audience])).sub, identity);
    for (const audience of [`${emulator.url}/`, new URL(emulator.url).hostname, "ci.example.com", []])
      assert.deepEqual(brief(await ask(audience)), NO_MATCH);
  });

  testWith(clock)("refuses tokens with a bad signature, or from another time", async (emulator) => {
    makeIdentity(emulator, { claimMatch: CI });
    const ask = (token: string | null) => emulator.call(exchangeIn(emulator), undefined, token);
    const seconds = Math.floor(clock.now().getTime() / 1000);
    const good = await emulator.idToken(CI);
    const refusals = [
      [null, "missing bearer token"],
      ["stray", "token is not a JWT"],
      [spoiled(good), "token signature is not valid"],
      [await emulator.idToken({ ...CI, expiresInSeconds: 0 }), "token expired"],
      [await emulator.idToken({ ...CI, claims: { nbf: seconds + 1 } }), "token not yet valid"],
    ] as const;
    for (const [token, message] of refusals) assert.deepEqual(brief(await ask(token)), [401, 16, message]);
    assert.equal((await ask(good)).status, 200);
    assert.equal((await ask(await emulator.idToken({ ...CI, claims: { nbf: seconds } }))).status, 200);
  });
});
