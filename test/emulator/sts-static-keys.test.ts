import assert from "node:assert/strict";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { CI, claimsOf, exchangeIn, makeIdentity, NO_MATCH } from "./exchange";
import { brief, type Emulator, send, testWith } from "./local";
import { stories } from "./story";

describe("the emulator's token exchange for identities with static keys", () => {
  const clock = { now: () => new Date("2026-11-21T11:32:03.384Z") };
  const signed = async (sub: string, aud: string): Promise<{ token: string; issuerKeys: string }> => {
    const { publicKey, privateKey } = await generateKeyPair("RS256");
    const token = await new SignJWT({ iss: CI.issuer, sub, aud, exp: 1795260723 + 60 })
      .setProtectedHeader({ alg: "RS256" })
      .sign(privateKey);
    return { token, issuerKeys: JSON.stringify({ keys: [await exportJWK(publicKey)] }) };
  };
  const ask = (emulator: Emulator, token: string) => send(emulator.url, exchangeIn(emulator), undefined, token);

  testWith(clock)(
    "accepts tokens signed with their keys, and refuses tokens of the emulator's own issuer",
    async (emulator) => {
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
    },
  );

  const keys = (more: string) =>
    `POST /iam/v2/identities/$ORG {"name":"keys","staticKeys":{"issuer":"${CI.issuer}","subject":"s","issuerKeys":"{}",${more}}}`;
  stories(`
    # accepts one audience, and keys for at most a year
    ${keys('"audiences":["a","b"]')} -> invalid static_keys.audiences: audiences must have at most 1 item
    ${keys('"expirationTime":"2027-11-21T11:32:03.385Z"')}
    -> invalid static_keys.expiration_time: expiration_time must be at most 365 days from now
    ${keys('"expirationTime":"2027-11-21T11:32:03.384Z","audiences":["a"]')}
  `);

  testWith(clock)("checks audiences and expiry", async (emulator) => {
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
  });
});
