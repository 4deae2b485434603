import assert from "node:assert/strict";
import { brief, makeProvider, roleNamed, test, testWith, uidOf, violationOf } from "./local";

const collection = "/iam/v2/identityProviders";
const SUB = "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID";
const OID = "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID";
const neither = { field: "oidc.client_secret", description: "one of client_secret and pkce_enabled is required" };

describe("identity providers in the emulator", () => {
  test("need a client secret or PKCE, on create and after each change", async (emulator) => {
    const defaultRole = roleNamed(emulator, "viewer");
    const create = (oidc: object) =>
      emulator.call(`POST ${collection}/${emulator.organization.uid}`, { name: "okta", defaultRole, oidc });
    const oidc = { issuer: "https://o.example.com", clientId: "c" };
    assert.deepEqual(violationOf(await create(oidc)), neither);
    assert.deepEqual(violationOf(await create({ ...oidc, clientSecret: "", pkceEnabled: false })), neither);
    const idp = uidOf(await create({ ...oidc, clientSecret: "s3cret" }));
    const patch = (body: object, mask = "") => emulator.call(`PATCH ${collection}/${idp}${mask}`, body);
    assert.deepEqual(violationOf(await patch({ oidc }, "?updateMask=oidc")), neither);
    assert.deepEqual(violationOf(await patch({}, "?updateMask=oidc.client_secret")), neither);
    assert.equal((await patch({ oidc: { pkceEnabled: true } })).status, 200);
    assert.equal((await patch({ oidc: { clientSecret: "" } })).status, 200);
    assert.deepEqual(violationOf(await patch({ oidc: { pkceEnabled: false } })), neither);
    assert.equal((await create({ ...oidc, pkceEnabled: true })).status, 200);
  });

  testWith({ emitUnpopulated: true })(
    "keep a secret that a change does not name, and never return it",
    async (emulator) => {
      const idp = makeProvider(emulator);
      const { body } = await emulator.call(`PATCH ${collection}/${idp}`, {
        oidc: { clientId: "c2", additionalScopes: ["x"] },
      });
      assert.deepEqual(body.oidc, {
        issuer: "https://o.example.com",
        clientId: "c2",
        clientSecret: "",
        additionalScopes: ["x"],
        groupsClaim: "",
        tokenEndpointAuthMethod: "TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED",
        correlationRule: SUB,
        pkceEnabled: false,
      });
      assert.equal(JSON.stringify(emulator.get(idp)).includes("s3cret"), false);
    },
  );

  test("keep the rule that matches users", async (emulator) => {
    const idp = makeProvider(emulator);
    const patch = (oidc: object, mask = "") => emulator.call(`PATCH ${collection}/${idp}${mask}`, { oidc });
    const refused = await patch({ correlationRule: OID });
    assert.deepEqual(violationOf(refused), { field: "oidc.correlation_rule", description: "cannot be changed" });
    assert.equal((await patch({ correlationRule: SUB })).status, 200);
    const whole = { issuer: "https://p.example.com", clientId: "d", pkceEnabled: true };
    const { body } = await patch(whole, "?updateMask=oidc");
    assert.deepEqual(body.oidc, { ...whole, correlationRule: SUB });
  });

  test("need an existing default role, and keep it from being deleted", async (emulator) => {
    const { organization, put } = emulator;
    const idp = makeProvider(emulator);
    const missing = await emulator.call(`PATCH ${collection}/${idp}`, { defaultRole: "none" });
    assert.deepEqual(brief(missing), [404, 5, 'Not found: iam.platform.example/Role "none"']);
    const role = String(put("iam:Role", organization.uid, { name: "own", capabilities: ["CAP_REPO_LIST"] }).uid);
    assert.equal((await emulator.call(`PATCH ${collection}/${idp}`, { defaultRole: role })).body.defaultRole, role);
    const message = "Precondition failed: cannot delete role with identity providers";
    assert.deepEqual(brief(await emulator.call(`DELETE /iam/v2/roles/${role}`)), [400, 9, message]);
  });

  test("are listed by name, or not at all on a platform that cannot list them", async (emulator) => {
    makeProvider(emulator);
    assert.equal((await emulator.call(`GET ${collection}?name=okta`)).body.totalCount, "1");
    assert.equal((await emulator.call(`GET ${collection}?name=other`)).body.totalCount, "0");
  });
  testWith({ identityProvidersListed: false })(
    "are readable one by one on a platform that cannot list them",
    async (emulator) => {
      const idp = makeProvider(emulator);
      const reply = await emulator.call(`GET ${collection}?name=okta`);
      assert.deepEqual(brief(reply), [404, 5, 'Not found: iam.platform.example/IdentityProvider ""']);
      assert.deepEqual((reply.body.details as unknown[])[1], {
        "@type": "type.googleapis.com/google.rpc.ResourceInfo",
        resourceType: "iam.platform.example/IdentityProvider",
        description: "identity provider not found",
      });
      assert.equal(uidOf(await emulator.call(`GET ${collection}/${idp}`)), idp);
      assert.equal((await emulator.call("GET /iam/v2/groups")).status, 200);
    },
  );
});

describe("role mappings of an identity provider in the emulator", () => {
  const mappings = "/iam/v2/externalGroupRoleMappings";

  test("are unique, and a refusal names the key", async (emulator) => {
    const idp = makeProvider(emulator);
    const viewer = roleNamed(emulator, "viewer");
    const body = { externalGroupId: "eng", roleUid: viewer, scope: emulator.organization.uid };
    assert.equal((await emulator.call(`POST ${mappings}/${idp}`, body)).status, 200);
    const key = `eng ${viewer} ${emulator.organization.uid}`;
    const message = `Already exists: iam.platform.example/ExternalGroupRoleMapping "${key}"`;
    assert.deepEqual(brief(await emulator.call(`POST ${mappings}/${idp}`, body)), [409, 6, message]);
    assert.equal((await emulator.call(`POST ${mappings}/${idp}`, { ...body, externalGroupId: "ops" })).status, 200);
    assert.equal((await emulator.call(`POST ${mappings}/${makeProvider(emulator)}`, body)).status, 200);
    assert.equal((await emulator.call(`GET ${mappings}?identityProviderUid=${idp}`)).body.totalCount, "2");
    assert.equal((await emulator.call(`GET ${mappings}?uidp.childrenOf=${idp}`)).body.totalCount, "2");
    assert.equal((await emulator.call(`GET ${mappings}`)).body.totalCount, "3");
  });

  test("keep their role from being deleted", async (emulator) => {
    const { organization, put } = emulator;
    const idp = makeProvider(emulator);
    const role = put("iam:Role", organization.uid, { name: "own", capabilities: ["CAP_REPO_LIST"] });
    put("iam:ExternalGroupRoleMapping", idp, { externalGroupId: "eng", roleUid: role.uid, scope: organization.uid });
    const message = "Precondition failed: cannot delete role with external group role mappings";
    assert.deepEqual(brief(await emulator.call(`DELETE /iam/v2/roles/${role.uid}`)), [400, 9, message]);
  });

  test("are deleted with their provider, and those of another stay (row 235)", async (emulator) => {
    const mapped = {
      externalGroupId: "eng",
      roleUid: roleNamed(emulator, "viewer"),
      scope: emulator.organization.uid,
    };
    const [idp = "", other = ""] = [makeProvider(emulator), makeProvider(emulator)];
    const [mine, theirs] = [idp, other].map((one) => emulator.put("iam:ExternalGroupRoleMapping", one, mapped).uid);
    assert.equal((await emulator.call(`DELETE /iam/v2/identityProviders/${idp}`)).status, 200);
    assert.equal((await emulator.call(`GET ${mappings}/${mine}`)).status, 404);
    assert.equal((await emulator.call(`GET ${mappings}/${theirs}`)).status, 200);
  });

  test("are all deleted together with their provider, or none is", async (emulator) => {
    const idp = makeProvider(emulator);
    const roleUid = roleNamed(emulator, "viewer");
    const made = ["a", "b", "c"].map((externalGroupId) =>
      emulator.put("iam:ExternalGroupRoleMapping", idp, {
        externalGroupId,
        roleUid,
        scope: emulator.organization.uid,
      }),
    );
    const [a, b, c] = made.map(({ uid }) => String(uid));
    const remove = (names: unknown, parent = idp) => emulator.call(`POST ${mappings}:batchDelete`, { parent, names });
    assert.deepEqual(violationOf(await remove([])), { field: "names", description: "names is required" });
    assert.deepEqual(violationOf(await remove([a], "")), { field: "parent", description: "parent is required" });
    const stranger = { field: "names[1]", description: "must lie under the parent" };
    assert.deepEqual(violationOf(await remove([a, "x/y"])), stranger);
    assert.equal(emulator.list("iam:ExternalGroupRoleMapping").length, 3);
    const reply = await remove([a, `${idp}/none`, c, a]);
    assert.deepEqual(reply.body, { externalGroupRoleMappings: [made[0], made[2]], parent: idp });
    assert.deepEqual(
      emulator.list("iam:ExternalGroupRoleMapping").map(({ uid }) => uid),
      [b],
    );
  });
});
