import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  brief,
  clockAt,
  makeProvider,
  roleNamed,
  scimOf,
  test,
  testWith,
  violationOf,
  withEmulator,
  withFile,
} from "./local";
import { START } from "./story";

const IN_A_YEAR = "2027-11-21T11:32:03.384Z";
const HOUR_MS = 60 * 60 * 1000;

/** Declares a test of a new provider on a clock of its own. */
const scim = (
  title: string,
  run: (idp: string, verbs: ReturnType<typeof scimOf>, move: (ms: number) => void) => Promise<void>,
) => {
  const { now, move } = clockAt(START);
  testWith({ now })(title, async (emulator) => {
    const idp = makeProvider(emulator);
    await run(idp, scimOf(emulator.call, idp), move);
  });
};

describe("SCIM tokens in the emulator", () => {
  scim("are returned once and expire after a year", async (idp, { post, state }) => {
    const before = await state();
    const { body } = await post("generateScimToken");
    assert.match(String(body.token), /^scim_[0-9a-f]{40}$/);
    assert.notEqual(body.etag, before.etag);
    const endpointUrl = `https://scim.example.invalid/${idp}`;
    const { token, etag } = body;
    assert.deepEqual(body, { identityProviderUid: idp, etag, token, expireTime: IN_A_YEAR, endpointUrl });
    const credentialState = "CREDENTIAL_STATE_LIVE";
    assert.deepEqual(await state(), { endpointUrl, etag, tokenExpireTime: IN_A_YEAR, credentialState });
    const description = "a SCIM token was issued before: regenerate it";
    const again = await post("generateScimToken");
    assert.deepEqual((again.body.details as unknown[])[1], {
      "@type": "type.googleapis.com/google.rpc.PreconditionFailure",
      violations: [{ type: "SCIM_TOKEN_ISSUED", description }],
    });
    await post("revokeScimToken");
    for (const reply of [again, await post("generateScimToken")])
      assert.deepEqual(brief(reply), [400, 9, `Precondition failed: ${description}`]);
  });

  for (const [body, expireTime] of [
    [{ expireTime: "2026-12-01T00:00:00Z" }, "2026-12-01T00:00:00Z"],
    [{ neverExpires: true }, undefined],
    [{ neverExpires: false }, IN_A_YEAR],
  ] as const)
    scim(`expire at ${expireTime ?? "no time"} for ${JSON.stringify(body)}`, async (_, { post, state }) => {
      assert.equal((await post("generateScimToken", body)).body.expireTime, expireTime);
      assert.equal((await state()).tokenExpireTime, expireTime);
    });

  scim("expire within two years, and at a time or never", async (_, { post, state }) => {
    const past = await post("generateScimToken", { expireTime: START });
    assert.deepEqual(violationOf(past), { field: "expire_time", description: "must be in the future" });
    const late = await post("generateScimToken", { expireTime: "2028-11-21T11:32:03.385Z" });
    assert.deepEqual(violationOf(late), { field: "expire_time", description: "must be within two years" });
    const both = await post("generateScimToken", { expireTime: IN_A_YEAR, neverExpires: true });
    assert.match(String(both.body.message), /oneof .* is already set$/);
    assert.equal((await state()).credentialState, "CREDENTIAL_STATE_NOT_ISSUED");
  });

  scim(
    "expire by the clock, and regenerate then makes a new one, without the old one",
    async (_, { post, state }, move) => {
      await post("generateScimToken", { expireTime: "2026-11-21T12:32:03.384Z" });
      move(HOUR_MS - 1);
      assert.equal((await state()).credentialState, "CREDENTIAL_STATE_LIVE");
      move(1);
      const { etag, credentialState } = await state();
      assert.equal(credentialState, "CREDENTIAL_STATE_EXPIRED");
      const { status, body } = await post("regenerateScimToken", { etag });
      assert.deepEqual([status, body.previousTokenExpireTime], [200, undefined]);
      assert.equal((await state()).credentialState, "CREDENTIAL_STATE_LIVE");
    },
  );

  scim("replace each other, and the former stays valid for a while", async (idp, { post, state }, move) => {
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
    move(HOUR_MS);
    assert.equal((await state()).credentialState, "CREDENTIAL_STATE_LIVE");
    const third = await post("regenerateScimToken", { etag, overlap: "0s" });
    assert.deepEqual([third.body.previousTokenExpireTime, third.body.requestedOverlap], [undefined, "0s"]);
    assert.equal((await state()).credentialState, "CREDENTIAL_STATE_LIVE");
    const { body } = await post("regenerateScimToken", { etag: third.body.etag });
    assert.deepEqual([body.previousTokenExpireTime, body.requestedOverlap], ["2026-11-21T13:32:03.384Z", "3600s"]);
  });

  scim("expire no later by an overlap than they would have anyway", async (_, { post }) => {
    const { etag } = (await post("generateScimToken", { expireTime: "2026-11-22T00:00:00Z" })).body;
    const { body } = await post("regenerateScimToken", { etag, overlap: "86400s" });
    assert.deepEqual([body.previousTokenExpireTime, body.requestedOverlap], ["2026-11-22T00:00:00Z", "86400s"]);
  });

  scim("are changed only with the current etag, and overlap for a day at most", async (_, { post, state }) => {
    await post("generateScimToken");
    const before = await state();
    for (const verb of ["regenerateScimToken", "setScimEnabled"]) {
      const mismatch = await post(verb, { etag: "000000000000", enabled: true });
      assert.deepEqual(brief(mismatch), [409, 10, "Aborted: the etag is not the one of now"]);
      const missing = { field: "etag", description: "etag is required" };
      assert.deepEqual(violationOf(await post(verb, { enabled: true })), missing);
    }
    for (const [overlap, description] of [
      ["-1s", "must not be negative"],
      ["86401s", "must be at most 24 hours"],
    ]) {
      const reply = await post("regenerateScimToken", { etag: before.etag, overlap });
      assert.deepEqual(violationOf(reply), { field: "overlap", description });
    }
    assert.deepEqual(await state(), before);
  });

  scim("can be revoked, a second time without effect", async (idp, { post, state }) => {
    const { etag } = await state();
    for (const verb of ["revokeScimToken", "regenerateScimToken", "setScimEnabled"])
      assert.deepEqual(
        brief(await post(verb, { etag })),
        [404, 5, `Not found: iam.platform.example/IdentityProvider "${idp}"`],
        verb,
      );
    const made = (await post("generateScimToken")).body;
    const { body } = await post("revokeScimToken");
    assert.deepEqual(body, { identityProviderUid: idp, etag: body.etag, revokeTime: START });
    assert.notEqual(body.etag, made.etag);
    assert.deepEqual((await post("revokeScimToken")).body, body);
    assert.deepEqual(await state(), {
      endpointUrl: `https://scim.example.invalid/${idp}`,
      tokenExpireTime: START,
      credentialState: "CREDENTIAL_STATE_REVOKED",
      etag: body.etag,
    });
    assert.equal((await post("regenerateScimToken", { etag: body.etag })).status, 200);
    const { credentialState, previousTokenExpireTime } = await state();
    assert.deepEqual([credentialState, previousTokenExpireTime], ["CREDENTIAL_STATE_LIVE", undefined]);
  });

  test("can be changed by another user, and are no resources of their own", async (emulator) => {
    const idp = makeProvider(emulator);
    const { post, state } = scimOf(emulator.call, idp);
    const { etag } = (await post("generateScimToken")).body;
    emulator.edit(idp, { scim: { credentialState: "CREDENTIAL_STATE_EXPIRED" } });
    assert.equal((await state()).credentialState, "CREDENTIAL_STATE_EXPIRED");
    assert.notEqual((await state()).etag, etag);
    assert.equal((await post("regenerateScimToken", { etag: (await state()).etag })).status, 200);
    assert.equal((await state()).credentialState, "CREDENTIAL_STATE_LIVE");
    assert.throws(() => emulator.put("iam:ScimToken", idp, {}), /verb of its identity provider/);
    assert.deepEqual(emulator.list("iam:ScimToken"), []);
  });

  it("survive a restart, and no file ever contains a token or a code", () =>
    withFile(async (file) => {
      let idp = "";
      const told: string[] = [];
      await withEmulator({ file }, async (emulator, call) => {
        idp = makeProvider(emulator);
        told.push(String((await scimOf(call, idp).post("generateScimToken")).body.token));
        assert.equal(JSON.stringify(emulator.get(idp)).includes(String(told)), false);
        const invite = { roleUid: roleNamed(emulator, "viewer"), ttl: "60s" };
        told.push(String(emulator.put("iam:GroupInvite", emulator.organization.uid, invite).code));
      })();
      for (const text of told) assert.equal(readFileSync(file, "utf8").includes(text), false);
      await withEmulator({ file }, async ({ list }, call) => {
        assert.equal((await scimOf(call, idp).state()).credentialState, "CREDENTIAL_STATE_LIVE");
        assert.equal(list("iam:GroupInvite").length, 1);
      })();
    }));
});
