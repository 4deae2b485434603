import assert from "node:assert/strict";
import { IncompleteError } from "../../../../src/core/errors";
import { Handle, Kind } from "../../../../src/core/handle";
import { LOOK_WAITS_MS } from "../../../../src/core/safety/look-until";
import { scimTokenVerbs } from "../../../../src/core/special/scim-token";
import { scimToken } from "../../../../src/resources/scim-token";
import { NOTES } from "../../../../src/spec/proof";
import { missingResource, object, refusal, scriptedContext } from "../../../support/lifecycle";

const provider = (credentialState: string) => object({ uid: "org/idp", scim: { credentialState, etag: "e1" } });
const none = provider("CREDENTIAL_STATE_NOT_ISSUED");
const inputs = { identityProviderUid: "org/idp", rotate: "1" };

describe("a SCIM token", () => {
  it("is recorded, with its id, even when nothing can be read after its creation", async () => {
    const { context } = scriptedContext([
      none,
      object({ token: "scim-told-once" }),
      refusal("PERMISSION_DENIED", "no"),
    ]);
    const error = await scimTokenVerbs.create(new Kind(context, scimToken), inputs).catch((cause: unknown) => cause);
    assert.ok(error instanceof IncompleteError, String(error));
    assert.equal(error.id, "org/idp");
    assert.deepEqual(error.properties, { ...inputs, token: "scim-told-once", [NOTES]: { before: { etag: "e1" } } });
  });

  it("belongs to one resource of a program, whether created or adopted (rows 12, 13)", async () => {
    const live = provider("CREDENTIAL_STATE_LIVE");
    const token = object({ token: "scim-told-once" });
    const taking = { ...inputs, adoptUid: "org/idp" };
    for (const [before, first] of [
      [none, inputs],
      [live, taking],
    ] as const) {
      const { context, left } = scriptedContext([before, token, live]);
      const [made, refused] = await Promise.allSettled([
        scimTokenVerbs.create(new Kind(context, scimToken), first),
        scimTokenVerbs.create(new Kind(context, scimToken), taking),
      ]);
      assert.equal(made.status, "fulfilled");
      assert.ok(
        refused.status === "rejected" &&
          /Another resource of this program has the same identityProviderUid/.test(String(refused.reason)),
      );
      assert.deepEqual(left, []);
    }
  });

  it("no longer exists if the platform says so, and stays if the platform says nothing about it", async () => {
    const recorded = { ...inputs, token: "scim-told-once", credentialState: "CREDENTIAL_STATE_LIVE" };
    for (const state of ["NOT_ISSUED", "EXPIRED", "REVOKED"]) {
      const { context } = scriptedContext([provider(`CREDENTIAL_STATE_${state}`)]);
      assert.equal(await scimTokenVerbs.read(new Handle(context, scimToken, "org/idp"), recorded), undefined);
    }
    for (const answer of [{ uid: "org/idp" }, { uid: "org/idp", scim: null }, { uid: "org/idp", scim: {} }]) {
      const { context } = scriptedContext([object(answer)]);
      const found = await scimTokenVerbs.read(new Handle(context, scimToken, "org/idp"), recorded);
      assert.deepEqual(found?.outputs, recorded);
      const deleting = scriptedContext([object(answer), object({}), provider("CREDENTIAL_STATE_REVOKED")]);
      await scimTokenVerbs.delete(new Handle(deleting.context, scimToken, "org/idp"), recorded);
      assert.deepEqual(deleting.lines()[1], "POST /iam/v2/identityProviders/org/idp:revokeScimToken");
    }
  });

  it("stays in the state when it is still live after a success, and its secret is in no error (rows 101, 124)", async () => {
    const live = provider("CREDENTIAL_STATE_LIVE");
    const { context } = scriptedContext([live, object({}), live, ...LOOK_WAITS_MS.map(() => live)]);
    const recorded = { ...inputs, token: "scim-told-once", credentialState: "CREDENTIAL_STATE_LIVE" };
    const silent = object({ uid: "org/idp", name: "idp" });
    const untold = scriptedContext([silent, object({}), silent, ...LOOK_WAITS_MS.map(() => silent)]);
    await assert.rejects(
      scimTokenVerbs.delete(new Handle(untold.context, scimToken, "org/idp"), recorded),
      /does not say/,
    );
    await assert.rejects(
      scimTokenVerbs.delete(new Handle(context, scimToken, "org/idp"), recorded),
      /does not say that the token is revoked/,
    );

    const echoing = scriptedContext([
      none,
      object({ token: "scim-brand-new" }),
      refusal("PERMISSION_DENIED", "scim-brand-new"),
    ]);
    const error = await scimTokenVerbs
      .create(new Kind(echoing.context, scimToken), inputs)
      .catch((cause: unknown) => cause);
    assert.ok(error instanceof IncompleteError);
    assert.doesNotMatch(error.message, /scim-brand-new/);
  });

  it("leaves the state when the platform answers the revoke with NOT_FOUND, only if it reports no token", async () => {
    const live = provider("CREDENTIAL_STATE_LIVE");
    const recorded = { ...inputs, token: "scim-told-once", credentialState: "CREDENTIAL_STATE_LIVE" };
    const missing = missingResource("org/idp");
    const gone = scriptedContext([live, missing, none]);
    await scimTokenVerbs.delete(new Handle(gone.context, scimToken, "org/idp"), recorded);
    assert.deepEqual(gone.left, []);
    const there = scriptedContext([live, missing, live]);
    await assert.rejects(scimTokenVerbs.delete(new Handle(there.context, scimToken, "org/idp"), recorded), {
      code: "NOT_FOUND",
    });
  });
});
