import assert from "node:assert/strict";
import {
  brief,
  type Call,
  clockAt,
  makeProvider,
  type Reply,
  test,
  testWith,
  violationOf,
  withEmulator,
} from "./local";

const NOW = "2026-11-21T11:32:03.384Z";
const IN_A_YEAR = "2027-11-21T11:32:03.384Z";
const HOUR_MS = 60 * 60 * 1000;

/** The SCIM verbs of a provider, and what a Get shows of it. */
const scimOf = (call: Call, idp: string) => ({
  post: (verb: string, body: unknown = {}): Promise<Reply> =>
    call(`POST /iam/v2/identityProviders/${idp}:${verb}`, body),
  state: async () => (await call(`GET /iam/v2/identityProviders/${idp}`)).body.scim as Record<string, unknown>,
});

describe("SCIM tokens in the emulator", () => {
  testWith({ now: clockAt(NOW).now })("are returned once and expire after a year", async (emulator) => {
    const idp = makeProvider(emulator);
    const { post, state } = scimOf(emulator.call, idp);
    const before = await state();
    const { body } = await post("generateScimToken");
    assert.match(String(body.token), /^scim_[0-9a-f]{40}$/);
    assert.notEqual(body.etag, before.etag);
    const endpointUrl = `https://scim.example.invalid/${idp}`;
    const { token, etag } = body;
    assert.deepEqual(body, { identityProviderUid: idp, etag, token, expireTime: IN_A_YEAR, endpointUrl });
    const credentialState = "CREDENTIAL_STATE_LIVE";
    assert.deepEqual(await state(), { endpointUrl, etag, tokenExpireTime: IN_A_YEAR, credentialState });
    assert.equal(JSON.stringify(emulator.get(idp)).includes(String(token)), false);
  });

  test("are generated once, and then refused, even after the first is revoked", async (emulator) => {
    const { post } = scimOf(emulator.call, makeProvider(emulator));
    assert.equal((await post("generateScimToken", { neverExpires: true })).status, 200);
    const reply = await post("generateScimToken");
    const description = "a SCIM token was issued before: regenerate it";
    assert.deepEqual(brief(reply), [400, 9, `Precondition failed: ${description}`]);
    assert.deepEqual((reply.body.details as unknown[])[1], {
      "@type": "type.googleapis.com/google.rpc.PreconditionFailure",
      violations: [{ type: "SCIM_TOKEN_ISSUED", description }],
    });
    await post("revokeScimToken");
    assert.deepEqual(brief(await post("generateScimToken")), [400, 9, `Precondition failed: ${description}`]);
  });

  const expiries: readonly (readonly [body: object, expireTime: string | undefined])[] = [
    [{ expireTime: "2026-12-01T00:00:00Z" }, "2026-12-01T00:00:00Z"],
    [{ neverExpires: true }, undefined],
    [{ neverExpires: false }, IN_A_YEAR],
  ];
  for (const [body, expireTime] of expiries) {
    testWith({ now: clockAt(NOW).now })(
      `expire at ${expireTime ?? "no time"} for ${JSON.stringify(body)}`,
      async (emulator) => {
        const { post, state } = scimOf(emulator.call, makeProvider(emulator));
        assert.equal((await post("generateScimToken", body)).body.expireTime, expireTime);
        assert.equal((await state()).tokenExpireTime, expireTime);
      },
    );
  }

  testWith({ now: clockAt(NOW).now })(
    "cannot expire in the past or after more than two years, and accept an expiry or neverExpires, not both",
    async (emulator) => {
      const { post, state } = scimOf(emulator.call, makeProvider(emulator));
      const past = await post("generateScimToken", { expireTime: NOW });
      assert.deepEqual(violationOf(past), { field: "expire_time", description: "must be in the future" });
      const late = await post("generateScimToken", { expireTime: "2028-11-21T11:32:03.385Z" });
      assert.deepEqual(violationOf(late), { field: "expire_time", description: "must be within two years" });
      const both = await post("generateScimToken", { expireTime: IN_A_YEAR, neverExpires: true });
      assert.match(String(both.body.message), /oneof .* is already set$/);
      assert.equal((await state()).credentialState, "CREDENTIAL_STATE_NOT_ISSUED");
    },
  );

  it("expire by the clock, and then a new one is made by regenerate, while the old one stays dead", async () => {
    const clock = clockAt(NOW);
    await withEmulator({ now: clock.now }, async (emulator, call) => {
      const { post, state } = scimOf(call, makeProvider(emulator));
      await post("generateScimToken", { expireTime: "2026-11-21T12:32:03.384Z" });
      clock.move(HOUR_MS - 1);
      assert.equal((await state()).credentialState, "CREDENTIAL_STATE_LIVE");
      clock.move(1);
      const { etag, credentialState } = await state();
      assert.equal(credentialState, "CREDENTIAL_STATE_EXPIRED");
      const { status, body } = await post("regenerateScimToken", { etag });
      assert.deepEqual([status, body.previousTokenExpireTime], [200, undefined]);
      assert.equal((await state()).credentialState, "CREDENTIAL_STATE_LIVE");
    })();
  });

  it("replace each other, and the former stays valid for a while", async () => {
    const clock = clockAt(NOW);
    await withEmulator({ now: clock.now }, async (emulator, call) => {
      const idp = makeProvider(emulator);
      const { post, state } = scimOf(call, idp);
      const first = await post("generateScimToken");
      const second = await post("regenerateScimToken", { etag: first.body.etag, neverExpires: true, overlap: "3600s" });
      const { token, etag, ...others } = second.body;
      assert.notEqual(token, first.body.token);
      assert.notEqual(etag, first.body.etag);
      assert.deepEqual(others, {
        identityProviderUid: idp,
        endpointUrl: `https://scim.example.invalid/${idp}`,
        previousTokenExpireTime: "2026-11-21T12:32:03.384Z",
        requestedOverlap: "3600s",
      });
      assert.equal((await state()).credentialState, "CREDENTIAL_STATE_ROTATING");
      clock.move(HOUR_MS);
      assert.equal((await state()).credentialState, "CREDENTIAL_STATE_LIVE");
      const third = await post("regenerateScimToken", { etag, overlap: "0s" });
      assert.deepEqual([third.body.previousTokenExpireTime, third.body.requestedOverlap], [undefined, "0s"]);
      assert.equal((await state()).credentialState, "CREDENTIAL_STATE_LIVE");
      const { body } = await post("regenerateScimToken", { etag: third.body.etag });
      assert.deepEqual([body.previousTokenExpireTime, body.requestedOverlap], ["2026-11-21T13:32:03.384Z", "3600s"]);
    })();
  });

  testWith({ now: clockAt(NOW).now })("expire no later by an overlap than they would have anyway", async (emulator) => {
    const { post } = scimOf(emulator.call, makeProvider(emulator));
    const { etag } = (await post("generateScimToken", { expireTime: "2026-11-22T00:00:00Z" })).body;
    const { body } = await post("regenerateScimToken", { etag, overlap: "86400s" });
    assert.deepEqual([body.previousTokenExpireTime, body.requestedOverlap], ["2026-11-22T00:00:00Z", "86400s"]);
  });

  test("are changed only with the current etag", async (emulator) => {
    const { post, state } = scimOf(emulator.call, makeProvider(emulator));
    await post("generateScimToken");
    const before = await state();
    for (const verb of ["regenerateScimToken", "setScimEnabled"]) {
      const mismatch = await post(verb, { etag: "000000000000", enabled: true });
      assert.deepEqual(brief(mismatch), [409, 10, "Aborted: the etag is not the one of now"]);
      const missing = { field: "etag", description: "etag is required" };
      assert.deepEqual(violationOf(await post(verb, { enabled: true })), missing);
    }
    assert.deepEqual(violationOf(await post("regenerateScimToken", { etag: before.etag, overlap: "-1s" })), {
      field: "overlap",
      description: "must not be negative",
    });
    assert.deepEqual(violationOf(await post("regenerateScimToken", { etag: before.etag, overlap: "86401s" })), {
      field: "overlap",
      description: "must be at most 24 hours",
    });
    assert.deepEqual(await state(), before);
  });

  testWith({ now: clockAt(NOW).now })("can be revoked, a second time without effect", async (emulator) => {
    const idp = makeProvider(emulator);
    const { post, state } = scimOf(emulator.call, idp);
    const none = `Not found: iam.platform.example/IdentityProvider "${idp}"`;
    const { etag } = await state();
    for (const verb of ["revokeScimToken", "regenerateScimToken", "setScimEnabled"]) {
      assert.deepEqual(brief(await post(verb, { etag })), [404, 5, none], verb);
    }
    const made = (await post("generateScimToken")).body;
    const { body } = await post("revokeScimToken");
    assert.deepEqual(body, { identityProviderUid: idp, etag: body.etag, revokeTime: NOW });
    assert.notEqual(body.etag, made.etag);
    assert.deepEqual((await post("revokeScimToken")).body, body);
    assert.deepEqual(await state(), {
      endpointUrl: `https://scim.example.invalid/${idp}`,
      tokenExpireTime: NOW,
      credentialState: "CREDENTIAL_STATE_REVOKED",
      etag: body.etag,
    });
    assert.equal((await post("regenerateScimToken", { etag: body.etag })).status, 200);
    const { credentialState, previousTokenExpireTime } = await state();
    assert.deepEqual([credentialState, previousTokenExpireTime], ["CREDENTIAL_STATE_LIVE", undefined]);
  });

  test("can be changed by another user", async (emulator) => {
    const idp = makeProvider(emulator);
    const { post, state } = scimOf(emulator.call, idp);
    const { etag } = (await post("generateScimToken")).body;
    emulator.edit(idp, { scim: { credentialState: "CREDENTIAL_STATE_EXPIRED" } });
    assert.equal((await state()).credentialState, "CREDENTIAL_STATE_EXPIRED");
    assert.notEqual((await state()).etag, etag);
    assert.equal((await post("regenerateScimToken", { etag: (await state()).etag })).status, 200);
    assert.equal((await state()).credentialState, "CREDENTIAL_STATE_LIVE");
  });

  test("are not resources of their own", async (emulator) => {
    const idp = makeProvider(emulator);
    assert.throws(() => emulator.put("iam:ScimToken", idp, {}), /verb of its identity provider/);
    assert.deepEqual(emulator.list("iam:ScimToken"), []);
  });
});
