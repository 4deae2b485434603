import assert from "node:assert/strict";
import { diff } from "../../../../src/core/verbs/diff";
import { identityProvider } from "../../../../src/description/resources/identity-provider";
import { check } from "../../../../src/description/spec/check";
import { UNKNOWN } from "../../../../src/description/spec/unknown";
import type { Values } from "../../../../src/description/spec/values";
import { LocalPlatform } from "../../../support/local-platform";
import { verbsIn } from "../../../support/local-verbs";

const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
const provider = { parentUid: "org", name: "sso", oidc };
const withRole: Values = { ...provider, defaultRole: "viewer" };

/** An organization whose identity provider was created with a default role, before SCIM was switched on. */
async function provisioned() {
  const platform = new LocalPlatform();
  const verbs = () => verbsIn(platform.run(), identityProvider);
  const { uid, outputs: created } = await verbs().create(withRole);
  const edit = (values: Values) => platform.emulator.edit(uid, values, identityProvider.type);
  edit({ scim: { enabled: true, etag: "e2" } });
  platform.requests.length = 0;
  const read = async (recorded: Values) => (await verbs().read(uid, recorded)) ?? assert.fail("it does not exist");
  return { platform, verbs, uid, created, edit, read, role: () => platform.emulator.get(uid)?.defaultRole };
}

describe("the default role of an identity provider (row 292)", () => {
  it("is no drift when SCIM has cleared it, and no update sets it again", async () => {
    const { platform, verbs, uid, created, read, role } = await provisioned();
    assert.equal(role(), undefined);
    const { outputs, inputs } = await read(created);
    assert.deepEqual(inputs, withRole);
    assert.equal(diff(identityProvider, outputs, withRole).changed, false);
    const updated = await verbs().update(uid, outputs, { ...withRole, description: "staff" });
    assert.deepEqual(platform.writes()[0]?.[1], { description: "staff" });
    assert.deepEqual([role(), updated.defaultRole], [undefined, "viewer"]);
    assert.equal((await read(updated)).inputs.defaultRole, "viewer");
  });

  it("is drift if somebody sets another one, or if it is missing while SCIM is off", async () => {
    const { created, edit, read } = await provisioned();
    edit({ defaultRole: "owner" });
    assert.equal((await read(created)).inputs.defaultRole, "owner");
    edit({ defaultRole: null });
    assert.equal((await read(created)).inputs.defaultRole, "viewer");
    edit({ scim: { enabled: false, etag: "e3" } });
    assert.equal((await read(created)).inputs.defaultRole, undefined);
  });

  it("is missing if a new identity provider has none, and no replacement deletes one for that", () => {
    const complaints = (inputs: Values, recorded: Values = {}) =>
      check(identityProvider, inputs, { recorded }).map(({ property, kind }) => [property, kind]);
    assert.deepEqual(complaints(provider), [["defaultRole", "missing"]]);
    for (const inputs of [withRole, { ...provider, defaultRole: UNKNOWN }, { ...provider, adoptUid: "org/p" }])
      assert.deepEqual(complaints(inputs), []);
    const recorded = { ...provider, scim: { enabled: false } };
    assert.deepEqual(complaints(provider, recorded), []);
    const rule = { oidc: { ...oidc, correlationRule: "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID" } };
    for (const before of [recorded, { ...recorded, ...withRole }]) {
      assert.deepEqual(diff(identityProvider, before, { ...provider, ...rule }).replaces, []);
      assert.deepEqual(diff(identityProvider, before, { ...withRole, ...rule }).replaces, ["oidc"]);
      assert.equal(diff(identityProvider, before, { ...provider, description: "new" }).deleteBeforeReplace, true);
    }
  });
});
