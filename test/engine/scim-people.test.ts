import assert from "node:assert/strict";
import { call } from "../support/command";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { describeEngine, describeEngineHosts, type SuiteEngine } from "./describe-engine";

/** @param scimOwnership whether the platform has the SCIM rules since September 2026, or those before */
function people(engine: SuiteEngine, scimOwnership: boolean): void {
  const builtIn = (name: string) => engine.emulator.list("iam:Role").find((role) => role.name === name)?.uid;
  const oidc = {
    issuer: "https://login.example.com",
    clientId: "c",
    clientSecret: { $secret: "canary-secret" },
    groupsClaim: "groups",
  };
  const declare = ({ rule, ...role }: { defaultRole?: unknown; rule?: object }) => {
    const parent = { parentUid: engine.root };
    const owners = ["ann", "bob"].flatMap((name): Declared[] => [
      { name, class: "Identity", args: { ...parent, name, claimMatch: { issuer: oidc.issuer, subject: name } } },
      {
        name: `${name}-owns`,
        class: "RoleBinding",
        args: { ...parent, identityUid: `\${${name}}`, roleUid: builtIn("owner") },
      },
    ]);
    engine.declare([
      ...owners,
      { name: "sso", class: "IdentityProvider", args: { ...parent, ...role, oidc: { ...oidc, ...rule } } },
      {
        name: "admins",
        class: "ExternalGroupRoleMapping",
        args: { parentUid: "${sso}", externalGroupId: "admins", roleUid: builtIn("editor") },
      },
      {
        name: "scim",
        class: "ScimToken",
        args: { identityProviderUid: "${sso}", provisioning: true },
        opts: { dependsOn: ["ann-owns", "bob-owns"] },
      },
    ]);
  };
  const provider = () => engine.emulator.list("iam:IdentityProvider").find(({ name }) => name === "sso");

  /** A replacement deletes first, and the platform refuses a new provider without a default role. */
  const refusedReplacements = async () => {
    const { uid } = provider() ?? {};
    declare({ rule: { correlationRule: "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID" } });
    engine.emulator.clearRequests();
    const refused = await engine.stack.up();
    assert.match(refused.output, /only by a replacement\. defaultRole is missing, and the platform requires it/);
    assert.deepEqual([refused.code, mutations(engine.emulator.requests)], [1, []]);
    declare({});
    await assertSettled(engine.stack);
    const urn = String((await engine.recorded()).get("sso")?.urn);
    assert.equal((await engine.stack.preview("--replace", urn)).code, 1);
    assert.equal((await engine.stack.up("--replace", urn)).code, 1);
    assert.equal(provider()?.uid, uid);
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
  };

  it(`stay without drift, and no update sets the role again (row 292)`, async () => {
    const defaultRole = builtIn("viewer");
    declare({});
    assert.match(
      (await engine.stack.preview()).output,
      /defaultRole is missing, and the platform requires it of a new object/,
    );
    assert.equal((await engine.stack.up()).code, 1);
    declare({ defaultRole });
    succeeded(await engine.stack.up());
    const kept = scimOwnership ? undefined : defaultRole;
    assert.equal(provider()?.defaultRole, kept);
    await assertSettled(engine.stack);
    succeeded(await engine.stack.refresh("--yes"));
    await assertSettled(engine.stack);
    assert.equal(provider()?.defaultRole, kept);
    const { environment } = engine.stack;
    const { code, stdout, stderr } = await call(["drift", "--cwd", engine.workspace.directory], { environment });
    assert.equal(code, 0, stdout + stderr);
    if (scimOwnership) {
      declare({});
      succeeded(await engine.stack.up());
      await assertSettled(engine.stack);
      await refusedReplacements();
    }
    succeeded(await engine.stack.destroy());
    assert.equal(provider(), undefined);
  });
}

const withRules = (scimOwnership: boolean) => (engine: SuiteEngine) => people(engine, scimOwnership);
describeEngineHosts("people whom SCIM provisions, which clears the default role", withRules(true));
describeEngine("people whom SCIM provisions, as before September 2026", withRules(false), { scimOwnership: false });
