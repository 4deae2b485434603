import assert from "node:assert/strict";
import { inspect } from "node:util";
import { exchangedToken } from "../../../../src/client/api/credentials/oidc";
import { fixedToken } from "../../../../src/client/api/credentials/token";
import { ConfigurationError } from "../../../../src/client/api/errors";
import { scripted } from "../../../support/scripted";

/** What a refusal adds where the identity cannot be read. */
const COMPARE =
  ". Compare them with the identity's claimMatch, and the other claims with claimMatch.claims and claimMatch.claimPatterns. " +
  'If claimMatch has no audience, the token\'s audience must be "sts.example.com"';

/** What it adds where the identity can be read. */
const CORRECT = "If this job should have access, correct the claimMatch where it differs";

const refused = { status: 401, json: { code: 16, message: "no identity matches the token" } };

describe("the exchange of an ID token", () => {
  const exchange = (answers: Parameters<typeof scripted>[0], limits = {}) => {
    const script = scripted(answers);
    const sts = {
      idToken: fixedToken("id-token-of-the-job", "X"),
      transport: script.transport,
      host: "sts.example.com",
      userAgent: "test",
    };
    return {
      ...script,
      source: exchangedToken(sts, { identity: "org/ci", audience: "https://api.example.com", ...limits }),
    };
  };

  it("dates the token by the platform's clock, or a few minutes before our own", async () => {
    const json = { token: "access-token" };
    // This machine's clock is hours ahead.
    const date = "Thu, 01 Jan 2026 12:00:00 GMT";
    const dated = exchange([{ json, headers: { date } }]).source;
    const byPlatform = dated.issuedAfter?.(await dated.current()) ?? Number.NaN;
    assert.ok(Math.abs(byPlatform - Date.parse(date)) < 1_000 && byPlatform <= Date.parse(date), String(byPlatform));
    const undated = exchange([{ json }]).source;
    const byUs = undated.issuedAfter?.(await undated.current()) ?? Number.NaN;
    assert.ok(Math.abs(byUs - (Date.now() - 5 * 60_000)) < 1_000, String(byUs));
  });

  /** The message of an exchange that is refused, for a job with these claims. */
  const refusalOf = async (claims: unknown, claimMatchOf?: () => Promise<Record<string, unknown>>): Promise<string> => {
    const idToken = `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2lnbmF0dXJl`;
    const { transport } = scripted([refused]);
    const sts = { idToken: fixedToken(idToken, "X"), transport, host: "sts.example.com", userAgent: "test" };
    const source = exchangedToken(
      { ...sts, ...(claimMatchOf === undefined ? {} : { claimMatchOf }) },
      { identity: "org/ci", audience: "api" },
    );
    const error: unknown = await source.current().catch((cause: unknown) => cause);
    assert.ok(error instanceof Error);
    const shown = [error.message, inspect(error, { depth: null, customInspect: false })].join();
    for (const part of idToken.split(".")) assert.ok(!shown.includes(part), shown);
    return error.message;
  };

  it("names the identity, and issuer, subject and audience of the job's token, when it is refused, but not the token (row 40)", async () => {
    const claims = { iss: "https://ci.example.com", sub: "repo:acme/web", aud: ["a", "b"], secret: "not shown" };
    assert.equal(
      await refusalOf(claims),
      '[UNAUTHENTICATED] POST /sts/exchange: "no identity matches the token". The identity is org/ci. This job\'s ID token has ' +
        'issuer "https://ci.example.com", subject "repo:acme/web", audience "a" and "b"' +
        COMPARE,
    );
  });

  it("says the same where the identity's claimMatch cannot be read", async () => {
    const unreadable = await refusalOf({ sub: "x" }, () => Promise.reject(new ConfigurationError("no token")));
    assert.ok(unreadable.endsWith(`The identity is org/ci. This job's ID token has subject "x"${COMPARE}`), unreadable);
  });

  it("also compares other claims and the audience if the identity's claimMatch can be read (row 276)", async () => {
    const claims = { ref_protected: "true", project_id: "7", missing: "x" };
    const claimMatch = { subject: "s", claims, claimPatterns: { runner: "a|b", "\n::error::x": "d" } };
    const job = { sub: "s", aud: "other", ref_protected: false, project_id: 7, runner: "c", secret: "not shown" };
    const message = await refusalOf(job, async () => claimMatch);
    assert.ok(
      message.endsWith(
        'its claimMatch has subject "s", claims.ref_protected "true", claims.project_id "7", claims.missing "x", ' +
          'claimPatterns.runner "a|b", "claimPatterns. ::error::x" "d". This job\'s ID token has subject "s", audience "other", ref_protected "false", ' +
          'project_id "7", missing "(none)", runner "c", " ::error::x" "(none)". The claimMatch has no audience, so the token\'s audience must be "sts.example.com". ' +
          CORRECT,
      ),
      message,
    );
    const named = await refusalOf(job, async () => ({ ...claimMatch, audience: "a" }));
    assert.ok(named.endsWith(`" ::error::x" "(none)". ${CORRECT}`), named);
  });

  it("is an error when the answer contains no token", async () => {
    await assert.rejects(exchange([{ json: {} }]).source.current(), /the response contains no token/);
  });
});
