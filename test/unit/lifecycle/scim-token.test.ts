import assert from "node:assert/strict";
import { IncompleteError } from "../../../src/lifecycle/errors";
import { scimTokenVerbs } from "../../../src/lifecycle/scim-token";
import { scimToken } from "../../../src/resources/scim-token";
import { lost, object, refusal, scriptedContext } from "../../support/lifecycle";

const provider = (credentialState: string) => object({ uid: "org/idp", scim: { credentialState, etag: "e1" } });
const none = provider("CREDENTIAL_STATE_NOT_ISSUED");
const inputs = { identityProviderUid: "org/idp", rotate: "1" };

describe("a SCIM token", () => {
  it("is recorded, with its id, even when nothing can be read after it was made", async () => {
    const { context } = scriptedContext([
      none,
      object({ token: "scim-told-once" }),
      refusal("PERMISSION_DENIED", "no"),
    ]);
    const error = await scimTokenVerbs.create(context, scimToken, inputs).catch((cause: unknown) => cause);
    assert.ok(error instanceof IncompleteError, String(error));
    assert.equal(error.id, "org/idp");
    assert.deepEqual(error.properties, { ...inputs, token: "scim-told-once" });
  });

  it("is asked for once when its answer is lost or holds none, and the error says how to make another", async () => {
    for (const answer of [lost, object({})]) {
      const { context, left } = scriptedContext([none, answer]);
      await assert.rejects(
        scimTokenVerbs.create(context, scimToken, inputs),
        /is lost with the answer.*adoptUid: "org\/idp"/,
      );
      assert.equal(left.length, 0);
    }
  });
});
