import assert from "node:assert/strict";
import { IncompleteError } from "../../../src/core/errors";
import { diff } from "../../../src/core/verbs/diff";
import { check } from "../../../src/description/spec/check";
import type { Values } from "../../../src/description/spec/values";
import { answer, denied, reset } from "../../support/local-faults";
import { placed } from "../../support/local-platform";
import { identity, identityProvider } from "../../support/resources";

import { ours, outputsIn, recorded, team } from "./recorded";

describe("an update", () => {
  it("never sends the parent", async () => {
    const { platform, update } = await recorded(ours);
    assert.match(String(await update({ ...team, parentUid: "org/b" })), /parentUid cannot be changed in place/);
    assert.deepEqual(platform.writes(), []);
  });
});

describe("an update of an identity to another way", () => {
  const claimMatch = { issuer: "https://i.example.com", subject: "s" };
  const staticKeys = { issuer: "https://i.example.com", subject: "s", issuerKeys: "{}" };
  const there = placed(identity, "org/i", { name: "ci", claimMatch });
  const desired = { parentUid: "org", name: "ci", staticKeys };

  it("reads the identity back, and does not believe the response alone", async () => {
    const good = await recorded(there, identity);
    const before = good.platform.requests.length;
    outputsIn(identity, await good.update(desired), desired);
    const sent = good.platform.requests.slice(before).map(({ method }) => method);
    assert.deepEqual(sent, ["PATCH", "GET"]);
    const bad = await recorded(there, identity);
    bad.platform.fault({ method: "PATCH", action: answer({ uid: "org/i", name: "ci", staticKeys }) });
    assert.match(String(await bad.update(desired)), /accepted the update of Identity but did not apply .*staticKeys/);
  });
});

describe("an update of an identity provider (row 64)", () => {
  const oidc = { issuer: "https://login.example.com", clientId: "acme", clientSecret: "hush" };
  const there = { name: "sso", defaultRole: "viewer", oidc };

  it("sends the secret, and names it in the mask, only when it changes", async () => {
    const changes: readonly (readonly [after: Values, mask: string])[] = [
      [{ oidc: { clientId: "other" } }, "oidc.clientId"],
      [{ oidc: { clientSecret: "new" } }, "oidc.clientSecret"],
    ];
    for (const [change, mask] of changes) {
      const provider = placed(identityProvider, "org/p", there);
      const { platform, update } = await recorded(provider, identityProvider, { oidc });
      const changed = { ...there, ...change, oidc: { ...oidc, ...(change.oidc as Values | undefined) } };
      const desired = { parentUid: "org", ...changed };
      const outputs = outputsIn(identityProvider, await update(desired), desired);
      assert.deepEqual(platform.writes(), [[`PATCH /iam/v2/identityProviders/org/p updateMask=${mask}`, change]]);
      const { clientSecret } = outputs.oidc as Values; // Each of them has one.
      assert.equal(
        clientSecret,
        changed.oidc.clientSecret,
        "the secret that the platform never returns stays recorded",
      );
    }
  });
});

describe("a failed update with a secret that the platform never returns", () => {
  const unread = { method: "PATCH", when: "after", action: answer("{}") } as const;
  const lost = { method: "PATCH", when: "after", times: 99, action: reset } as const;
  for (const [why, faults] of [
    ["its response is lost", [lost]],
    ["the read after it fails", [unread, { method: "GET", times: 99, action: reset }]],
    ["the read after it is refused", [unread, { method: "GET", action: denied }]],
    [
      "its repetition is refused",
      [
        { ...lost, times: 1 },
        { method: "PATCH", action: denied },
      ],
    ],
  ] as const)
    it(`records that the secret is uncertain, so that the next update sends or clears it, if ${why}`, async () => {
      const oidc = { issuer: "https://login.example.com", clientId: "acme", clientSecret: "first" };
      const there = placed(identityProvider, "org/p", { name: "sso", oidc });
      const { platform, update } = await recorded(there, identityProvider, { oidc });
      const desired = (clientSecret?: string) => ({ parentUid: "org", name: "sso", oidc: { ...oidc, clientSecret } });
      for (const fault of faults) platform.fault(fault);
      const error = await update(desired("second"));
      assert.ok(error instanceof IncompleteError, String(error));
      assert.match(error.message, /The platform may have done it\. If you undo the change, run pulumi up --refresh/);
      assert.deepEqual(error.properties.oidc, { ...oidc, clientSecret: "\u0000" });
      const unknown = check(identityProvider, error.properties, { recorded: {} });
      assert.ok(unknown.some(({ reason }) => reason.startsWith("is unknown since a failed update")));
      for (const next of ["first", "second", undefined])
        assert.equal(diff(identityProvider, error.properties, desired(next)).changed, true, next);
    });
});

describe("a refused update", () => {
  it("leaves the recorded secret as it was", async () => {
    const oidc = { issuer: "https://login.example.com", clientId: "acme", clientSecret: "first" };
    const there = placed(identityProvider, "org/p", { name: "sso", oidc });
    const { platform, update } = await recorded(there, identityProvider, { oidc });
    platform.fault({ method: "PATCH", action: denied });
    const error = await update({ parentUid: "org", name: "sso", oidc: { ...oidc, clientSecret: "second" } });
    assert.ok(!(error instanceof IncompleteError) && /PERMISSION_DENIED/.test(String(error)), String(error));
  });

  const desired = { ...team, description: "new" };

  it("gives advice when the object no longer exists", async () => {
    const { platform, update } = await recorded(ours);
    platform.remove("org/a");
    const result = await update(desired);
    assert.match(
      String(result),
      /^PlatformError: \[NOT_FOUND\] PATCH \/iam\/v2\/groups\/org\/a: ".*"\. It no longer exists, or this token does not see it\.\n- Run pulumi refresh, which updates the state\.$/,
    );
  });
});
