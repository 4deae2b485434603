import assert from "node:assert/strict";
import { regenerateScimToken, setScimEnabled } from "../../src/description/operations/scim";
import { requestOf } from "../../src/description/wire/request";
import { call } from "../support/command";
import { describeEngine } from "../support/describe-engine";
import { type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { clientOf } from "../support/platform";

describeEngine("a SCIM token that a colleague rotated", (engine) => {
  const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
  const declare = (token?: object) => {
    const idp: Declared = {
      name: "idp",
      class: "IdentityProvider",
      args: { parentUid: engine.root, defaultRole: engine.world.uids["iam:Role"]?.[0], oidc },
    };
    const scim = (args: object): Declared => ({
      name: "scim",
      class: "ScimToken",
      args: { identityProviderUid: "${idp}", ...args },
    });
    engine.declare(token === undefined ? [idp] : [idp, scim(token)]);
  };
  const drift = async () => {
    const { environment } = engine.stack;
    return call(["drift", "--cwd", engine.workspace.directory], { environment });
  };
  const uid = async () => String((await engine.recorded()).get("idp")?.id);
  const etag = async () => {
    const { scim } = engine.emulator.get(await uid(), "iam:IdentityProvider") ?? {};
    return (scim as { readonly etag: string }).etag;
  };
  const found = async () => {
    const { code, stdout, stderr } = await drift();
    assert.equal(code, 2, stdout + stderr);
    assert.match(stdout, /whoever has the SCIM token of "idp" .*, changed outside of Pulumi/);
  };
  const clean = async () => {
    const { code, stdout, stderr } = await drift();
    assert.equal(code, 0, stdout + stderr);
  };

  it("is drift until an update rotates it, also after a refresh, and is not revoked (rows 263, 264)", async () => {
    declare({ neverExpires: true });
    succeeded(await engine.stack.up());
    await clean();
    const identityProviderUid = await uid();
    const args = { identityProviderUid, etag: await etag(), overlap: "0s", neverExpires: true };
    await clientOf(engine.emulator).call(requestOf(regenerateScimToken, args));
    await found();
    assert.match(succeeded(await engine.stack.refresh("--yes")).output, /Somebody else changed the SCIM settings/);
    await found();
    succeeded(await engine.stack.up());
    await found();
    engine.emulator.clearRequests();
    declare();
    assert.match(succeeded(await engine.stack.up()).output, /was not revoked, because it may not be/);
    assert.deepEqual(mutations(engine.emulator.requests), []);

    declare({ neverExpires: true, adoptUid: identityProviderUid });
    succeeded(await engine.stack.up());
    await clean();
    const on = { identityProviderUid, etag: await etag(), enabled: true };
    await clientOf(engine.emulator).call(requestOf(setScimEnabled, on));
    succeeded(await engine.stack.refresh("--yes"));
    await found();
    declare({ neverExpires: true, provisioning: true });
    succeeded(await engine.stack.up());
    await clean();
    declare();
    succeeded(await engine.stack.up());
    assert.match(mutations(engine.emulator.requests).at(-1)?.target ?? "", /:revokeScimToken$/);
  });
});
