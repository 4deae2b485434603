import assert from "node:assert/strict";
import { IncompleteError } from "../../../../src/core/errors";
import { LOOK_WAITS_MS } from "../../../../src/core/safety/look-until";
import { provenOf } from "../../../../src/description/spec/proof";
import type { FaultAction } from "../../../../src/emulator/index";
import { answer, denied, reset } from "../../../support/local-faults";
import { isTold, outputsOf, scimScene as start, startedScene as started } from "./scim-scene";

const again = { rotate: "again" };

describe("making a SCIM token", () => {
  it("leaves provisioning on that is on", async () => {
    const scene = await started({ provisioning: true });
    isTold(await scene.update(scene.recorded, { rotate: "again", provisioning: true }), scene);
    assert.deepEqual(
      scene.posts().map(([verb]) => verb),
      ["regenerateScimToken"],
    );
  });

  it("reads after a lost response, and sends the same request again if nothing was done", async () => {
    const scene = await started();
    scene.platform.fault({ method: "POST", action: reset });
    isTold(await scene.update(scene.recorded, again), scene);
    const { etag } = scene.recorded;
    assert.deepEqual(
      scene.posts().map(([, body]) => body),
      [{ etag }, { etag }],
    );
    assert.deepEqual(scene.platform.sleeps, LOOK_WAITS_MS.slice(0, 4), "it may be carried out late");
  });

  it("reads after a lost response, and creates another one with the new etag if one was created", async () => {
    const fresh = start();
    fresh.platform.fault({ method: "POST", when: "after", action: reset });
    isTold(await fresh.make(), fresh);
    assert.deepEqual(
      fresh.posts().map(([verb]) => verb),
      ["generateScimToken", "regenerateScimToken"],
    );
    assert.match(
      String(fresh.platform.printed),
      /warning: the response was lost, and with it the SCIM token of org\/idp/,
    );
    const scene = await started({ expireTime: "2026-05-01T00:00:00Z" });
    const untold: FaultAction = answer('{"etag":"e2"}');
    scene.platform.fault({ method: "POST", when: "after", action: untold });
    isTold(await scene.update(scene.recorded, again), scene);
    assert.equal(scene.posts().length, 2);
    assert.deepEqual(scene.platform.sleeps, LOOK_WAITS_MS.slice(0, 1), "what has changed is waited for no longer");
  });

  it("creates none if a token exists that is not the lost one", async () => {
    const theirs = { expireTime: "2026-07-07T00:00:00Z" };
    for (const [asked, verb, body] of [
      [{ neverExpires: true }, "regenerateScimToken", theirs],
      [{ expireTime: "2026-03-03T00:00:00Z" }, "regenerateScimToken", theirs],
      [{}, "revokeScimToken", {}],
    ] as const) {
      const { platform, recorded, update, somebody, posts } = await started();
      platform.fault({ method: "POST", action: reset });
      platform.whenAnswered(/^POST/, () => somebody(verb, body));
      assert.match(String(await update(recorded, { ...asked, ...again })), /Somebody else changed the SCIM token/);
      assert.equal(posts().length, 1);
    }
  });

  it("reads again after a stale etag, and continues if only the switch was changed", async () => {
    const switched = await started();
    switched.platform.whenAnswered(/^GET/, () => switched.somebody("setScimEnabled", { enabled: true }));
    isTold(await switched.update(switched.recorded, again), switched);
    assert.equal(switched.posts().length, 2);
    const never = { neverExpires: true };
    for (const [ours, theirs] of [
      [never, { expireTime: "2026-07-07T00:00:00Z" }],
      [never, never],
      // Both end in a year, so that nothing but the etag differs.
      [{}, {}],
    ]) {
      const scene = await started(ours);
      const { platform, recorded, update, somebody } = scene;
      platform.whenAnswered(/^GET/, () => somebody("regenerateScimToken", { overlap: "0s", ...theirs }));
      const refused = String(await update(recorded, { ...ours, ...again }));
      assert.match(refused, /If you still want a new token, run the same command again\.$/);
      assert.equal(scene.posts().length, 1);
      // The same command again has seen what is there now.
      isTold(await update(recorded, { ...ours, ...again }), scene);
    }
  });

  it("does not regenerate what somebody else has generated meanwhile", async () => {
    const { platform, make, somebody, posts } = start();
    platform.whenAnswered(/^GET/, () => somebody("generateScimToken"));
    assert.match(String(await make()), /Somebody else changed/);
    assert.equal(posts().length, 1);
    // After a lost answer it may be the own one, which was carried out late.
    const late = start();
    late.platform.fault({ method: "POST", action: { kind: "late", ms: 5_000 } });
    late.platform.fault({ method: "POST", nth: 2, action: { kind: "delay", ms: 1_000 } });
    isTold(await late.make(), late);
  });

  it("passes on what is refused for other reasons", async () => {
    const { platform, recorded, update } = await started();
    platform.whenAnswered(/^GET/, () => platform.remove("org/idp", "iam:IdentityProvider"));
    assert.match(String(await update(recorded, again)), /\[NOT_FOUND\] POST /);
    const scene = await started();
    scene.platform.fault({
      method: "POST",
      action: { kind: "status", code: "FAILED_PRECONDITION", message: "not now" },
    });
    assert.match(String(await scene.update(scene.recorded, again)), /\[FAILED_PRECONDITION\] POST .*: "not now"$/);
    assert.equal(scene.posts().length, 1);
  });

  it("gives up after two lost responses, and says how to create another one", async () => {
    const { platform, make, posts } = start();
    const lost = platform.fault({ method: "POST", times: 99, when: "after", action: reset });
    assert.match(
      String(await make()),
      /lost with the response\.\n- Run the same command again\.\n- If it then reports a live SCIM token, set adoptUid: "org\/idp"\. The ScimToken then creates a new token\.$/,
    );
    assert.equal(posts().length, 2);
    lost.remove();
    assert.match(String(await make()), /has a live SCIM token.*set adoptUid: "org\/idp"\. The old token stays valid/s);
    assert.ok(outputsOf(await make({ adoptUid: "org/idp" })).token);
    const blind = start();
    blind.platform.fault({ method: "POST", when: "after", action: reset });
    blind.platform.whenAnswered(/^POST/, () => blind.platform.fault({ method: "GET", times: 99, action: denied }));
    assert.match(String(await blind.make()), /lost with the response/);
  });
});

describe("the switch of SCIM provisioning", () => {
  const switches = { provisioning: true };

  it("is sent again after a stale etag or a lost response, once the settings were read", async () => {
    const stale = await started();
    stale.platform.whenAnswered(/^GET/, () => stale.somebody("regenerateScimToken", { overlap: "0s" }));
    const sent = await stale.update(stale.recorded, switches);
    assert.deepEqual([outputsOf(sent).provisioning, stale.scim().enabled], [true, true]);
    for (const when of ["before", "after"] as const) {
      const scene = await started();
      scene.platform.fault({ method: "POST", when, action: reset });
      const result = await scene.update(scene.recorded, switches);
      isTold(result, scene);
      assert.equal(provenOf(outputsOf(result))?.etag, scene.scim().etag, "the token is still proven");
      const body = { enabled: true, etag: scene.recorded.etag };
      const expected = when === "after" ? [body] : [body, body];
      assert.deepEqual(
        scene.posts().map(([, sent]) => sent),
        expected,
      );
    }
    const etags = stale.posts().map(([, body]) => (body as { etag: unknown }).etag);
    assert.deepEqual([etags.length, etags[0], new Set(etags).size], [2, stale.recorded.etag, 2]);
  });

  it("proves the token although its state cannot be read after it", async () => {
    const scene = await started();
    scene.platform.whenAnswered(/setScimEnabled/, () => scene.platform.fault({ method: "GET", action: denied }));
    const error = await scene.update(scene.recorded, switches);
    assert.ok(error instanceof IncompleteError, String(error));
    assert.equal(provenOf(error.properties)?.etag, scene.scim().etag);
  });

  it("gives up after three attempts", async () => {
    const scene = await started();
    scene.platform.fault({ method: "POST", times: 99, action: { kind: "status", code: "ABORTED" } });
    assert.match(String(await scene.update(scene.recorded, switches)), /ABORTED/);
    assert.equal(scene.posts().length, 3);
  });
});
