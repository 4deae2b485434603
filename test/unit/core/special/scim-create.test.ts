import assert from "node:assert/strict";
import { LOOK_WAITS_MS } from "../../../../src/core/safety/look-until";
import type { FaultAction } from "../../../../src/emulator/index";
import { identityProvider } from "../../../../src/resources/identity-provider";
import { roleBinding } from "../../../../src/resources/role-binding";
import { scimToken } from "../../../../src/resources/scim-token";
import type { Values } from "../../../../src/spec/values";
import { LocalPlatform, placed, verbsIn } from "../../../support/local-platform";

const oidc = { issuer: "https://login.example.com", clientId: "c" };
const objects = [
  placed(identityProvider, "org/idp", { name: "sso", defaultRole: "viewer", oidc, scim: { etag: "e1" } }),
  // Provisioning needs two owners.
  ...["a", "b"].map((id) => placed(roleBinding, `org/${id}`, { identityUid: `org/i-${id}`, roleUid: "owner" })),
];
const reset: FaultAction = { kind: "reset" };
const inputs = { identityProviderUid: "org/idp" };

/** A platform with an identity provider, and a run that makes its SCIM token. */
function start() {
  const platform = new LocalPlatform(objects);
  const verbs = verbsIn(platform.run(), scimToken);
  const caught = (error: Error) => error;
  const etag = () => (platform.get("org/idp", "iam:IdentityProvider") as { scim: Values }).scim.etag;
  return {
    platform,
    /** Makes the first token; answers its outputs or the error. */
    make: (more: Values = {}) =>
      verbs
        .create({ ...inputs, ...more })
        .then(({ outputs }): Values => outputs)
        .catch(caught),
    remake: (recorded: Values, more: Values = {}): Promise<Values | Error> =>
      verbs.update("org/idp", recorded, { ...inputs, rotate: "again", ...more }).catch(caught),
    /** What somebody else does. */
    somebody: (verb: string, body: Values = {}) => {
      const seen = verb === "generateScimToken" ? {} : { etag: etag() };
      return platform.call(`/iam/v2/identityProviders/org/idp:${verb}`, { ...seen, ...body });
    },
    /** What was sent to make tokens: the verbs and bodies of the last requests. */
    posts: () => platform.writes().map(([request, body]) => [request.replace(/.*:/, ""), body] as const),
    etag,
  };
}

/** A platform on which a token was made before the test begins. */
async function started(more: Values = {}) {
  const scene = start();
  const recorded = outputsOf(await scene.make(more));
  scene.platform.requests.length = 0;
  return { ...scene, recorded };
}

function outputsOf(result: Values | Error): Values {
  if (result instanceof Error) throw result;
  return result;
}

/** Asserts that a token is returned, and that it is the current one. */
function isTold(result: Values | Error, scene: Pick<ReturnType<typeof start>, "etag">): void {
  const { token, etag } = outputsOf(result);
  assert.match(String(token), /^scim_/);
  assert.equal(etag, scene.etag());
}

describe("making a SCIM token", () => {
  it("generates the first one only, and regenerates with the etag", async () => {
    const scene = start();
    const first = outputsOf(await scene.make({ overlap: "0s" }));
    isTold(await scene.remake(first, { overlap: "0s", neverExpires: true }), scene);
    assert.deepEqual(scene.posts(), [
      ["generateScimToken", {}],
      ["regenerateScimToken", { etag: first.etag, overlap: "0s", neverExpires: true }],
    ]);
  });

  it("leaves provisioning on that is on", async () => {
    const scene = await started({ provisioning: true });
    isTold(await scene.remake(scene.recorded, { provisioning: true }), scene);
    assert.deepEqual(
      scene.posts().map(([verb]) => verb),
      ["regenerateScimToken"],
    );
  });

  it("reads after a lost response, and sends the same request again if nothing was done", async () => {
    const scene = await started();
    scene.platform.fault({ method: "POST", action: reset });
    isTold(await scene.remake(scene.recorded), scene);
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
    const untold: FaultAction = { kind: "body", status: 200, body: '{"etag":"e2"}' };
    scene.platform.fault({ method: "POST", when: "after", action: untold });
    isTold(await scene.remake(scene.recorded), scene);
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
      const { platform, recorded, remake, somebody, posts } = await started();
      platform.fault({ method: "POST", action: reset });
      platform.whenAnswered(/^POST/, () => somebody(verb, body));
      assert.match(String(await remake(recorded, asked)), /Somebody else changed the SCIM token/);
      assert.equal(posts().length, 1);
    }
  });

  it("reads again after a stale etag, and continues if only the switch was changed", async () => {
    const switched = await started();
    switched.platform.whenAnswered(/^GET/, () => switched.somebody("setScimEnabled", { enabled: true }));
    isTold(await switched.remake(switched.recorded), switched);
    assert.equal(switched.posts().length, 2);
    const never = { neverExpires: true };
    for (const [ours, theirs] of [
      [never, { expireTime: "2026-07-07T00:00:00Z" }],
      [never, never],
      // Both end in a year, so that nothing but the etag differs.
      [{}, {}],
    ]) {
      const scene = await started(ours);
      const { platform, recorded, remake, somebody } = scene;
      platform.whenAnswered(/^GET/, () => somebody("regenerateScimToken", { overlap: "0s", ...theirs }));
      const refused = String(await remake(recorded, ours));
      assert.match(refused, /If you still want a new token, run the same command again\.$/);
      assert.equal(scene.posts().length, 1);
      // The same command again has seen what is there now.
      isTold(await remake(recorded, ours), scene);
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

  it("gives up after two lost responses, and says how to create another one", async () => {
    const { platform, make, posts } = start();
    platform.fault({ method: "POST", times: 99, when: "after", action: reset });
    assert.match(
      String(await make()),
      /lost with the response\.\n- Run the same command again[\s\S]*adoptUid: "org\/idp"/,
    );
    assert.equal(posts().length, 2);
    const blind = start();
    blind.platform.fault({ method: "POST", when: "after", action: reset });
    blind.platform.whenAnswered(/^POST/, () =>
      blind.platform.fault({ method: "GET", times: 99, action: { kind: "status", code: "PERMISSION_DENIED" } }),
    );
    assert.match(String(await blind.make()), /lost with the response/);
  });

  it("passes on what is refused for other reasons", async () => {
    const { platform, recorded, remake } = await started();
    platform.whenAnswered(/^GET/, () => platform.remove("org/idp", "iam:IdentityProvider"));
    assert.match(String(await remake(recorded)), /\[NOT_FOUND\] POST /);
    const scene = await started();
    scene.platform.fault({
      method: "POST",
      action: { kind: "status", code: "FAILED_PRECONDITION", message: "not now" },
    });
    assert.match(String(await scene.remake(scene.recorded)), /\[FAILED_PRECONDITION\] POST .*: "not now"$/);
    assert.equal(scene.posts().length, 1);
  });
});
