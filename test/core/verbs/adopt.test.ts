import assert from "node:assert/strict";
import { IncompleteError } from "../../../src/core/errors";
import type { Values } from "../../../src/description/spec/values";
import { reset } from "../../support/local-faults";
import { CREATED, LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";
import { group, groupInvite, identity, identityProvider, roleBinding, subscription } from "../../support/resources";
import {
  bot,
  hook,
  issuer,
  keys,
  live,
  provider,
  provisioned,
  rows,
  rule,
  runWith,
  sso,
  team,
  theirs,
} from "./existing-rows";

describe("an object that a program adopts by its uid (row 13)", () => {
  const keeps = "keeps values that the program does not set: description";
  rows("never", {
    "is taken over as it is if it matches the program": {
      there: [theirs],
      inputs: { ...team, description: "theirs" },
      preview: "adopts Group org/a; changes nothing",
      printed: "",
    },
    "gets an update of the fields that differ": {
      there: [theirs],
      inputs: { ...team, description: "ours" },
      preview: 'adopts Group org/a; description: "theirs" → "ours"',
      writes: [["PATCH /iam/v2/groups/org/a updateMask=description", { description: "ours" }]],
    },
    "keeps fields that the program does not mention": {
      there: [theirs],
      inputs: team,
      preview: `adopts Group org/a; changes nothing; ${keeps}`,
      printed: `Group org/a is adopted, and ${keeps}`,
    },
    "is refused under another parent": {
      there: [theirs],
      inputs: { ...team, parentUid: "org2" },
      refused: /its parentUid differs/,
    },
    "is refused with another role": {
      spec: roleBinding,
      there: [placed(roleBinding, "org/b", { ...keys, roleUid: "owner" })],
      inputs: keys,
      refused: /its roleUid differs from the program/,
    },
    "is refused if SCIM manages it (row 293)": {
      spec: roleBinding,
      there: [placed(roleBinding, "org/b", provisioned)],
      inputs: keys,
      refused:
        /cannot be adopted as this RoleBinding, because SCIM manages it for the identity provider org\/p, and the platform refuses changes of it\. Nothing was changed\.\n- Remove this resource from the program, because your directory decides /,
    },
    "is refused as another kind, or if it is not there": {
      there: [placed(subscription, "org/a", hook("a"))],
      inputs: team,
      refused: /no Group has this uid \(\[NOT_FOUND\] GET \/iam\/v2\/groups\/org\/a: ".*"\)/,
    },
    "is refused if it shows a code only once": {
      spec: groupInvite,
      there: [placed(groupInvite, "org/i", { roleUid: "viewer" })],
      inputs: { roleUid: "viewer", ttl: "7d" },
      refused:
        /shows its code or secret only once, when it is created\. Nothing was changed\.\n- Create another one instead\.$/,
    },
    "is refused with more inside of what the program gives: one more pattern lets more callers in (row 140)": {
      spec: identity,
      there: [bot({ subject: "s", audiencePattern: ".*" })],
      inputs: { name: "ci", claimMatch: { issuer, subject: "s" } },
      refused: /it has values that the program does not set: claimMatch\.audiencePattern/,
    },
    "is named with a live SCIM token, and not with the platform's default rule (row 141)": {
      spec: identityProvider,
      there: sso({ ...rule("SUB"), ...live }),
      inputs: provider(),
      printed:
        "IdentityProvider org/p is adopted, and keeps values that the program does not set: scim.credentialState CREDENTIAL_STATE_LIVE",
    },
  });

  it("is not requested by an empty adoptUid", async () => {
    const platform = new LocalPlatform();
    const { uid } = madeBy(await creating(platform.run(), group, { parentUid: "org", ...team, adoptUid: "" }));
    assert.deepEqual(platform.uids(group), [uid]);
  });

  it("is recorded as it is when it cannot be updated, and the next update completes it (row 231)", async () => {
    const { platform, adopt, update } = runWith(theirs);
    platform.fault({ method: "PATCH", action: { kind: "status", code: "PERMISSION_DENIED", message: "no" } });
    const desired = { parentUid: "org", ...team, description: "ours" };
    const result = await adopt(desired);
    assert.ok(result instanceof IncompleteError);
    assert.match(
      result.message,
      /^Group org\/a was adopted, but not updated: .*: "no"\n- If the token's identity lacks the capability CAP_IAM_GROUPS_UPDATE or /,
    );
    const times = { createTime: CREATED, updateTime: CREATED };
    assert.deepEqual([result.id, result.properties], ["org/a", { ...desired, description: "theirs", ...times }]);
    await update("org/a", result.properties, desired);
    assert.equal(platform.get("org/a")?.description, "ours");
  });

  it("records that a secret is uncertain if the answer to its update is lost", async () => {
    const { platform, adopt } = runWith(placed(identityProvider, "org/p", provider()), identityProvider);
    platform.fault({ method: "PATCH", when: "after", times: 99, action: reset });
    const result = await adopt(provider({ clientSecret: "new" }));
    assert.ok(result instanceof IncompleteError, String(result));
    assert.match(result.message, /The platform may have done it\. If you undo the change, run pulumi up --refresh/);
    assert.equal((result.properties.oidc as Values).clientSecret, "\u0000"); // The program gives an object.
  });

  it("keeps fields that were left alone out of the inputs of a later read, until somebody changes them", async () => {
    const { platform, adopt, read } = runWith(theirs);
    const { outputs } = madeBy(await adopt(team));
    assert.deepEqual((await read("org/a", outputs))?.inputs, { parentUid: "org", ...team });
    platform.edit("org/a", { description: "moved" });
    assert.deepEqual((await read("org/a", outputs))?.inputs, { parentUid: "org", ...team, description: "moved" });
  });
});
