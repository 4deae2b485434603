import assert from "node:assert/strict";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { complaintsAbout, replacedBy, signToken, warningAbout } from "../../../src/hosts/local/signed-token";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const DAY_MS = 86_400_000;
const inputs = { lifetimeDays: 30 };
const sign = (more = {}) => signToken({ ...inputs, ...more }, { issuer: "https://issuer.example.com", now: NOW });

describe("a signed token (row 260)", () => {
  it("is verified by its public key alone, for the issuer's address, and names no key", async () => {
    const { id, outputs } = await sign();
    const { token = "", issuerKeys = "", issuer = "", subject = "", ...rest } = outputs as Record<string, string>;
    const keys = JSON.parse(issuerKeys) as Parameters<typeof createLocalJWKSet>[0];
    const audience = "https://issuer.example.com";
    const currentDate = new Date(NOW);
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { issuer, subject, audience, currentDate });
    assert.deepEqual(decodeProtectedHeader(token), { alg: "RS256" });
    assert.deepEqual([rest.tokenAudience, id], [audience, rest.suffix]);
    // A minute in the past, for platforms whose clock is slow.
    assert.deepEqual([payload.iat, payload.exp], [NOW / 1000 - 60, NOW / 1000 - 60 + 30 * 86_400]);
    assert.equal(rest.expirationTime, "2026-12-23T11:59:00Z");
    assert.deepEqual(Object.keys(keys.keys[0] ?? {}).sort(), ["alg", "e", "kty", "n", "use"]);
  });

  it("has another key and subject each time, and the audience that is given", async () => {
    const [one, other] = [await sign(), await sign({ audience: "https://elsewhere.example.com" })];
    for (const name of ["token", "subject", "issuerKeys", "suffix"])
      assert.notEqual(one.outputs[name], other.outputs[name]);
    assert.equal(other.outputs.tokenAudience, "https://elsewhere.example.com");
  });
});

describe("the inputs of a signed token (row 260)", () => {
  for (const [given, complaint] of [
    [{ lifetimeDays: 1 }, undefined],
    [{ lifetimeDays: 365, rotateDaysBefore: 364 }, undefined],
    [{ lifetimeDays: UNKNOWN, rotateDaysBefore: 400 }, undefined],
    [{ lifetimeDays: 0 }, "lifetimeDays must not be empty"],
    [{ lifetimeDays: 366 }, "lifetimeDays must be from 1 to 365"],
    [
      { lifetimeDays: 30, rotateDaysBefore: 30 },
      "rotateDaysBefore must be from 0 to less than lifetimeDays, or every update creates a new token",
    ],
  ] as const)
    it(`are ${JSON.stringify(given)}: ${complaint ?? "accepted"}`, () => {
      assert.deepEqual(complaintsAbout(given), complaint === undefined ? [] : [complaint]);
    });
});

describe("a recorded token (row 259)", () => {
  const recorded = { ...inputs, expirationTime: new Date(NOW + 5 * DAY_MS).toISOString() };

  for (const [desired, expected] of [
    [inputs, []],
    [{ lifetimeDays: 31 }, ["lifetimeDays"]],
    [{ ...inputs, rotate: UNKNOWN }, ["rotate"]],
    [{ ...inputs, audience: "https://a.example.com" }, ["audience"]],
    [{ ...inputs, rotateDaysBefore: 4 }, []],
    [{ ...inputs, rotateDaysBefore: 6 }, ["rotateDaysBefore"]],
    [{ ...inputs, rotateDaysBefore: 0 }, []],
  ] as const)
    it(`is replaced for ${JSON.stringify(desired)} by ${expected.join() || "nothing"}`, () => {
      assert.deepEqual(replacedBy(recorded, desired, NOW), expected);
    });

  it("that has expired is replaced if rotateDaysBefore is 0", () => {
    assert.deepEqual(replacedBy(recorded, { ...inputs, rotateDaysBefore: 0 }, NOW + 6 * DAY_MS), ["rotateDaysBefore"]);
  });

  it("warns in its last week unless updates replace it by themselves", () => {
    const at = (days: number, desired = {}) => warningAbout(recorded, { ...inputs, ...desired }, NOW + days * DAY_MS);
    assert.equal(at(-3), undefined);
    assert.match(at(0) ?? "", /^A pull token expires at 2026-11-28T12:00:00\.000Z\.\n- Change its rotate/);
    assert.match(at(6) ?? "", /^A pull token expired at /);
    assert.equal(at(0, { rotateDaysBefore: 1 }), undefined);
  });
});
