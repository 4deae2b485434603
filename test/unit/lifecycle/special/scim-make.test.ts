import assert from "node:assert/strict";
import { PlatformError } from "../../../../src/api/errors";
import { Handle } from "../../../../src/lifecycle/run/handle";
import { makeToken } from "../../../../src/lifecycle/special/scim-make";
import { scimToken } from "../../../../src/resources/scim-token";
import {
  bodyOf,
  lostAnswer,
  missingResource,
  object,
  refusal,
  scriptedContext as scripted,
  type scriptedContext,
} from "../../../support/lifecycle";

type Script = Parameters<typeof scriptedContext>[0];

const END = "2027-01-01T00:00:00Z";
const issued = { credentialState: "CREDENTIAL_STATE_LIVE", tokenExpireTime: END };
const rekeyed = { ...issued, tokenExpireTime: "2027-02-02T00:00:00Z" };
const never = { credentialState: "CREDENTIAL_STATE_NOT_ISSUED" };
const seen = (scim: object) => object({ uid: "org/idp", scim });
const token = object({ token: "scim-told-once", etag: "e9" });
const stale = refusal("ABORTED", "the etag is not the one of now");

/** Makes a token against a script. Answers the verbs and bodies of the POSTs, and what came of it. */
async function making(script: Script, before: object, desired: object = {}) {
  const { context, left, requests, lines, printed } = scripted(script);
  const object = new Handle(context, scimToken, "org/idp");
  const made = await makeToken(object, { ...desired }, { ...before }).catch((error: unknown) => error);
  assert.deepEqual(left, [], "all that was expected was sent");
  const posts = requests.flatMap((request) =>
    request.method === "POST" ? [[request.path.text.replace(/.*:/, ""), bodyOf(request)] as const] : [],
  );
  return { made, posts, lines: lines(), printed };
}

const toldBy = (made: unknown): unknown => (made as { told?: { token?: unknown } }).told?.token;

describe("making a SCIM token", () => {
  it("generates the first one only, and regenerates with the etag whatever became of the others", async () => {
    assert.deepEqual((await making([token], { ...never, etag: "e1" }, { overlap: "0s" })).posts, [
      ["generateScimToken", {}],
    ]);
    for (const state of ["LIVE", "ROTATING", "EXPIRED", "REVOKED"]) {
      const before = { credentialState: `CREDENTIAL_STATE_${state}`, etag: "e1" };
      assert.deepEqual((await making([token], before, { overlap: "0s", neverExpires: true })).posts, [
        ["regenerateScimToken", { etag: "e1", overlap: "0s", neverExpires: true }],
      ]);
    }
  });

  it("reads after a lost answer, and sends the same again where nothing was done", async () => {
    const before = { ...issued, etag: "e1" };
    const unchanged = seen({ ...before });
    const { made, posts } = await making([lostAnswer, unchanged, unchanged, unchanged, token], before);
    assert.equal(toldBy(made), "scim-told-once");
    assert.deepEqual(
      posts.map(([, body]) => body),
      [{ etag: "e1" }, { etag: "e1" }],
    );
  });

  it("reads after a lost answer, and makes another where one was made, with the etag of now", async () => {
    const first = await making([lostAnswer, seen({ ...issued, etag: "e2" }), token], { ...never, etag: "e1" });
    assert.equal(toldBy(first.made), "scim-told-once");
    assert.deepEqual(first.posts, [
      ["generateScimToken", {}],
      ["regenerateScimToken", { etag: "e2" }],
    ]);
    assert.match(String(first.printed), /warning: the answer with the SCIM token of org\/idp was lost/);
    const untold = object({ etag: "e2" });
    const second = await making([untold, seen({ ...rekeyed, etag: "e2" }), token], { ...issued, etag: "e1" });
    assert.deepEqual(
      second.posts.map(([, body]) => body),
      [{ etag: "e1" }, { etag: "e2" }],
    );
  });

  it("makes none where another than the lost one is there", async () => {
    const before = { ...issued, etag: "e1" };
    for (const [asked, now] of [
      [{ neverExpires: true }, rekeyed],
      [{ expireTime: "2027-03-03T00:00:00Z" }, rekeyed],
      [{}, { credentialState: "CREDENTIAL_STATE_REVOKED", tokenExpireTime: "2026-01-01T00:00:00Z" }],
    ] as const) {
      const { made, posts } = await making([lostAnswer, seen({ ...now, etag: "e2" })], before, asked);
      assert.ok(made instanceof PlatformError && /Somebody else has changed the SCIM token/.test(made.message));
      assert.equal(posts.length, 1);
    }
  });

  it("reads a stale etag again, and goes on where only the switch was changed (advice run-again-changed-token)", async () => {
    const before = { ...issued, etag: "e1", enabled: true };
    const switched = await making([stale, seen({ ...issued, etag: "e2" }), token], before);
    assert.deepEqual(
      switched.posts.map(([, body]) => body),
      [{ etag: "e1" }, { etag: "e2" }],
    );
    for (const now of [
      { ...rekeyed, etag: "e2", enabled: true },
      { ...issued, etag: "e2", enabled: true },
    ]) {
      const { made, posts } = await making([stale, seen(now)], before);
      assert.equal(posts.length, 1);
      assert.ok(made instanceof PlatformError);
      assert.match(made.message, /If a new one is wanted all the same, run the same command again$/);
      // The same command again has seen what is there now.
      assert.equal(toldBy((await making([token], now)).made), "scim-told-once");
    }
  });

  it("does not regenerate what somebody else has generated meanwhile", async () => {
    const refused = refusal("FAILED_PRECONDITION", "a SCIM token was issued before");
    const { made, posts } = await making([refused, seen({ ...issued, etag: "e2" })], { ...never, etag: "e1" });
    assert.ok(made instanceof PlatformError && /Somebody else has changed/.test(made.message), String(made));
    assert.equal(posts.length, 1);
    // After a lost answer it may be the own one, which was carried out late.
    const nothing = seen({ ...never, etag: "e1" });
    const late = await making(
      [lostAnswer, nothing, nothing, nothing, refused, seen({ ...issued, etag: "e2" }), token],
      { ...never, etag: "e1" },
    );
    assert.equal(toldBy(late.made), "scim-told-once");
  });

  it("gives up after two lost answers, and says how to make another", async () => {
    const { made } = await making([lostAnswer, seen({ ...issued, etag: "e2" }), lostAnswer], { ...never, etag: "e1" });
    assert.ok(made instanceof PlatformError);
    assert.match(made.message, /is lost with the answer\. Run the command again.*adoptUid: "org\/idp"/);
    const blind = await making([lostAnswer, refusal("PERMISSION_DENIED", "no")], { ...never, etag: "e1" });
    assert.ok(blind.made instanceof PlatformError && /lost with the answer/.test(blind.made.message));
  });

  it("passes on what is refused for other reasons", async () => {
    const { made } = await making([missingResource("org/idp")], { ...issued, etag: "e1" });
    assert.ok(made instanceof PlatformError && /NOT_FOUND/.test(made.message));
  });
});
