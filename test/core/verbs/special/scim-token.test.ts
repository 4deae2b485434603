import assert from "node:assert/strict";
import { IncompleteError } from "../../../../src/core/errors";
import { diff } from "../../../../src/core/verbs/diff";
import { NOTES } from "../../../../src/description/spec/proof";
import type { Values } from "../../../../src/description/spec/values";
import { answer, denied, missing } from "../../../support/local-faults";
import { CREATED } from "../../../support/local-platform";
import { creating, madeBy } from "../../../support/local-verbs";
import { identity, roleBinding, scimToken } from "../../../support/resources";
import { HOUR_MS, outputsOf, scimScene, startedScene } from "./scim-scene";

const MADE_ELSEWHERE = "another token was made outside of this program";

/** What is recorded of a token by a release that noted no version of the settings. */
const unversioned = ({ identityProviderUid, token, credentialState }: Values): Values => ({
  identityProviderUid,
  token,
  credentialState,
});

describe("a SCIM token on a platform", () => {
  it("is generated once and regenerated ever after: live, expired and revoked", async () => {
    const { make, update, remove, read, posts, platform } = scimScene();
    const ends = { expireTime: "2026-01-07T01:00:00Z" };
    const first = outputsOf(await make({ ...ends, overlap: "0s" }));
    const second = outputsOf(await update(first, { rotate: "2", overlap: "0s", neverExpires: true }));
    const bodies = posts().map(([, body]) => body);
    assert.deepEqual(bodies, [ends, { etag: first.etag, overlap: "0s", neverExpires: true }]);
    assert.notEqual(second.token, first.token);
    await remove(second);
    const third = outputsOf(await make(ends));
    assert.equal(third.credentialState, "CREDENTIAL_STATE_LIVE");
    await platform.sleep(2 * HOUR_MS);
    assert.equal(await read(third), undefined);
    const fourth = outputsOf(await make());
    assert.equal(fourth.credentialState, "CREDENTIAL_STATE_LIVE");
    assert.equal((await read(fourth))?.outputs.token, fourth.token);
    assert.deepEqual(
      posts().map(([verb]) => verb),
      ["generateScimToken", "regenerateScimToken", "revokeScimToken", "regenerateScimToken", "regenerateScimToken"],
    );
  });

  it("is not created again by a change of overlap, of the spelling of its end, or of provisioning", async () => {
    const before = { expireTime: "2026-06-01T00:00:00Z", overlap: "24h" };
    const { recorded, update, posts } = await startedScene(before);
    const shorter = outputsOf(await update(recorded, { expireTime: "2026-06-01T01:00:00+01:00" }));
    assert.equal(shorter.overlap, undefined, "an input that is taken out is not recorded any more");
    const switched = outputsOf(await update(shorter, { ...before, provisioning: true }));
    assert.equal(switched.token, recorded.token);
    assert.deepEqual(
      posts().map(([verb]) => verb),
      ["setScimEnabled"],
    );
  });

  it("is drift when somebody else created another one, and the next update creates a new one", async () => {
    for (const end of [{}, { neverExpires: true }] as Values[])
      for (const overlap of ["0s", "3600s"]) {
        const { recorded, read, update, somebody, inputs, platform } = await startedScene({ ...end, rotate: "1" });
        // Without an end, and with no former token to be seen, nothing but the etag moves.
        const isShown = end.neverExpires !== true || overlap !== "0s";
        await platform.sleep(1_000);
        await somebody("regenerateScimToken", { overlap, ...end });
        const desired = inputs({ rotate: "1", ...end });
        const outputs = (await read(recorded))?.outputs ?? {};
        assert.equal(diff(scimToken, outputs, desired).changed, isShown);
        if (!isShown) continue;
        assert.equal(outputs.rotate, MADE_ELSEWHERE);
        assert.deepEqual((await read(outputs))?.outputs, outputs);
        const made = outputsOf(await update(outputs, desired));
        assert.equal(diff(scimToken, made, desired).changed, false);
        assert.notEqual(made.token, recorded.token);
      }
  });

  it("keeps provisioning as the program says: on, off, or unchanged", async () => {
    const { recorded: on, read, update, somebody, scim, inputs } = await startedScene({ provisioning: true });
    assert.deepEqual([on.provisioning, scim().enabled], [true, true]);
    await somebody("setScimEnabled", { enabled: false });
    const drifted = await read(on);
    assert.equal(drifted?.inputs.provisioning, false);
    assert.equal(drifted.outputs.rotate, undefined, "the token is the same");
    const again = outputsOf(await update(drifted.outputs, { provisioning: true }));
    assert.equal(scim().enabled, true);
    const free = outputsOf(await update(again));
    assert.deepEqual([free.provisioning, scim().enabled], [undefined, true]);
    assert.equal(diff(scimToken, (await read(free))?.outputs ?? {}, inputs({})).changed, false);
    const given = { provisioning: false };
    const off = outputsOf(await update(free, given));
    assert.deepEqual([off.provisioning, scim().enabled ?? false], [false, false]);
    assert.equal(diff(scimToken, (await read(off))?.outputs ?? {}, inputs(given)).changed, false);
  });

  it("is recorded when provisioning is refused for too few owners, and the next update switches it on", async () => {
    const { platform, make, update, scim } = scimScene();
    platform.remove("org/b");
    const error = await make({ provisioning: true });
    assert.ok(error instanceof IncompleteError, String(error));
    assert.match(
      error.message,
      /Create role bindings with the role owner for two people in the root group of the organization, and run the same command again\. If this program creates them, list them in dependsOn of the ScimToken\.$/,
    );
    assert.ok(error.properties.token);
    const identityUid = platform.put(identity, "org", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
    platform.put(roleBinding, "org", { identityUid, roleUid: "owner" });
    const outputs = outputsOf(await update(error.properties, { provisioning: true }));
    assert.deepEqual([outputs.token, scim().enabled], [error.properties.token, true]);
    assert.equal(outputs.credentialState, "CREDENTIAL_STATE_LIVE");
  });

  it("does not count as ours in the next refresh when somebody created another one between two requests", async () => {
    const { recorded, update, read, somebody } = await startedScene({ rotate: "1" });
    await somebody("regenerateScimToken");
    // The update only switches: it neither sees nor hides what was done to the token.
    const switched = outputsOf(await update(recorded, { rotate: "1", provisioning: true }));
    assert.equal(switched.provisioning, true);
    assert.equal((await read(switched))?.outputs.rotate, MADE_ELSEWHERE);
  });

  it("is recorded, with its id, even when nothing can be read after its creation, and no error has it (row 124)", async () => {
    const { platform, make, inputs } = scimScene();
    const told = { token: "scim-told-once" };
    platform.rewrite(/^POST/, () => told);
    const action = { ...denied, message: "not for scim-told-once" };
    platform.whenAnswered(/^POST/, () => platform.fault({ method: "GET", times: 99, action }));
    const error = await make({ rotate: "1" });
    assert.ok(error instanceof IncompleteError, String(error));
    assert.equal(error.id, "org/idp");
    assert.match(error.message, /The next refresh reads it$/);
    assert.deepEqual(error.properties, {
      ...inputs({ rotate: "1" }),
      ...told,
      [NOTES]: { before: { etag: "e1", createTime: CREATED } },
    });
    assert.doesNotMatch(error.message, /told-once/);
  });

  it("belongs to one resource of a program, whether created or adopted (rows 12, 13)", async () => {
    const taking = { identityProviderUid: "org/idp", adoptUid: "org/idp" };
    for (const isLive of [false, true]) {
      const { platform } = isLive ? await startedScene() : scimScene();
      const context = platform.run();
      const first = isLive ? taking : { identityProviderUid: "org/idp" };
      const [made, refused] = await Promise.all([first, taking].map((given) => creating(context, scimToken, given)));
      assert.ok(made !== undefined && madeBy(made).uid === "org/idp");
      assert.match(String(refused), /Another resource of this program has the same identityProviderUid/);
    }
  });

  it("no longer exists if the platform says so, and stays if the platform says nothing about it", async () => {
    for (const state of ["NOT_ISSUED", "EXPIRED", "REVOKED"]) {
      const { recorded, read, answering } = await startedScene();
      answering({ uid: "org/idp", name: "sso", scim: { credentialState: `CREDENTIAL_STATE_${state}` } });
      assert.equal(await read(recorded), undefined);
    }
    for (const answer of [{}, { scim: null }, { scim: {} }]) {
      const { recorded, read, remove, answering, scim } = await startedScene();
      answering({ uid: "org/idp", name: "sso", ...answer }, 2);
      assert.equal((await read(recorded))?.outputs.token, recorded.token);
      await remove(unversioned(recorded));
      assert.equal(scim().credentialState, "CREDENTIAL_STATE_REVOKED");
    }
  });

  it("leaves the state when the platform answers the revoke with NOT_FOUND, only if it reports no token", async () => {
    for (const when of ["before", "after"] as const) {
      const { platform, recorded, remove } = await startedScene();
      platform.fault({ method: "POST", when, action: missing });
      if (when === "after") await remove(recorded);
      else await assert.rejects(remove(recorded), { code: "NOT_FOUND" });
    }
  });

  it("stays in the state when it is still live after a success, or the platform says nothing of it (row 101)", async () => {
    for (const isSilent of [false, true]) {
      const { platform, recorded, remove, answering, scim } = await startedScene();
      platform.fault({ method: "POST", action: answer("{}") });
      if (isSilent) answering({ uid: "org/idp", name: "sso" });
      await assert.rejects(remove(unversioned(recorded)), /does not say that the token is revoked/);
      assert.equal(scim().credentialState, "CREDENTIAL_STATE_LIVE");
    }
  });
});
