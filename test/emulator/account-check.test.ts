import assert from "node:assert/strict";
import type { Fields } from "../../src/description/spec/types";
import { int64, map, optional, string } from "../../src/description/spec/types";
import { readBody } from "../../src/emulator/gateway/protojson";
import { brief, test, testWith, violationOf } from "./local";

const collection = "/iam/v2/accountAssociations";
const amazon = { account: "123456789012" };

describe("account associations in the emulator", () => {
  test("exist at most once per group", async ({ organization, put, call }) => {
    const group = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    assert.equal((await call(`POST ${collection}/${group}`, { name: "a", amazon })).body.uid, group);
    const message = `Already exists: iam.platform.example/AccountAssociation "${group}"`;
    assert.deepEqual(brief(await call(`POST ${collection}/${group}`, { name: "b" })), [409, 6, message]);
    assert.equal((await call(`POST ${collection}/${organization.uid}`, { name: "a" })).status, 200);
    const none = `${organization.uid}/ffffffffffffffff`;
    const missing = `Not found: iam.platform.example/Group "${none}"`;
    assert.deepEqual(brief(await call(`POST ${collection}/${none}`, { name: "b" })), [404, 5, missing]);
  });

  test("are listed by name and by the place of their group", async ({ organization, put, call }) => {
    const group = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    for (const uid of [organization.uid, group]) put("iam:AccountAssociation", uid, { name: `of-${uid.length}` });
    const found = async (query: string): Promise<unknown[]> => {
      const { accountAssociations = [] } = (await call(`GET ${collection}?${query}`)).body;
      return (accountAssociations as { uid: string }[]).map(({ uid }) => uid);
    };
    assert.deepEqual(await found(""), [organization.uid, group]);
    assert.deepEqual(await found(`name=of-${group.length}`), [group]);
    assert.deepEqual(await found(`uidp.childrenOf=${organization.uid}`), [group]);
    assert.deepEqual(await found(`uidp.ids=${organization.uid}`), [organization.uid]);
    assert.deepEqual(await found("uidp.inRoot=true"), [organization.uid]);
  });

  test("keep their group from being deleted, and can be deleted repeatedly", async ({
    organization,
    put,
    isEmpty,
    call,
  }) => {
    const group = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    put("iam:AccountAssociation", group, { name: "a" });
    const message = "Precondition failed: cannot delete group with account associations";
    assert.deepEqual(brief(await call(`DELETE /iam/v2/groups/${group}`)), [400, 9, message]);
    for (const _ of [1, 2]) assert.equal((await call(`DELETE ${collection}/${group}`)).status, 200);
    assert.equal((await call(`GET ${collection}/${group}`)).status, 404);
    assert.equal((await call(`DELETE /iam/v2/groups/${group}`)).status, 200);
    assert.equal(isEmpty(), true);
  });

  test("take precedence over a group of the same uid, unless a type is given", async ({
    organization: { uid },
    put,
    get,
    edit,
    remove,
  }) => {
    put("iam:AccountAssociation", uid, { name: "a" });
    assert.deepEqual([get(uid)?.name, get(uid, "iam:Group")?.name], ["a", "acme"]);
    edit(uid, { description: "of the association" });
    edit(uid, { description: "of the group" }, "iam:Group");
    assert.equal(get(uid)?.description, "of the association");
    assert.equal(remove(uid), true);
    assert.deepEqual([get(uid)?.name, get(uid)?.description], ["acme", "of the group"]);
    assert.equal(remove(uid, "iam:AccountAssociation"), false);
  });

  for (const vendor of ["vendor", "acmecloud"]) {
    const options = vendor === "vendor" ? {} : { vendor };
    testWith({ ...options, emitUnpopulated: true })(
      `have the platform's own services under "${vendor}"`,
      async ({ organization: { uid }, environment, call }) => {
        assert.equal(environment.PLATFORM_VENDOR, vendor);
        const block = { serviceBindings: { INGESTER: `${uid}/a` } };
        const made = await call(`POST ${collection}/${uid}`, { name: "a", [vendor]: block, other: block });
        assert.deepEqual(made.body[vendor], block);
        assert.equal(JSON.stringify(made.body).includes("{vendor}"), false);
        const mask = `${collection}/${uid}?updateMask=${vendor}.service_bindings`;
        const patched = await call(`PATCH ${mask}`, { [vendor]: { serviceBindings: { INGESTER: `${uid}/b` } } });
        assert.deepEqual(patched.body[vendor], { serviceBindings: { INGESTER: `${uid}/b` } });
        const unknown = await call(`PATCH ${collection}/${uid}`, { "{vendor}": block });
        const message = 'could not find field "{vendor}" in "platform.iam.v2.AccountAssociation"';
        assert.deepEqual(brief(unknown), [400, 3, message]);
      },
    );
  }

  const google = { projectId: "p", projectNumber: "1" };
  const checks: readonly (readonly [providerType: unknown, answer: unknown])[] = [
    ["ACCOUNT_PROVIDER_TYPE_AMAZON", { status: "CHECK_STATUS_READY" }],
    [2, { status: "CHECK_STATUS_READY" }],
    ["ACCOUNT_PROVIDER_TYPE_GOOGLE", { status: "CHECK_STATUS_READY" }],
    ["ACCOUNT_PROVIDER_TYPE_AZURE", { status: "CHECK_STATUS_NOT_READY", reason: "not configured" }],
    ["ACCOUNT_PROVIDER_TYPE_UNSPECIFIED", undefined],
    ["AMAZON", undefined],
    [undefined, undefined],
  ];
  for (const [providerType, answer] of checks) {
    test(`answer a check for ${providerType} with ${JSON.stringify(answer) ?? "a refusal"}`, async ({
      organization: { uid },
      put,
      call,
    }) => {
      put("iam:AccountAssociation", uid, { name: "a", amazon, google });
      const reply = await call(`POST ${collection}/${uid}:checkAccountAssociation`, { providerType });
      const required = { field: "provider_type", description: "provider_type is required" };
      if (answer === undefined) assert.deepEqual(violationOf(reply), required);
      else assert.deepEqual(reply.body, answer);
    });
  }

  test("are checked only where one exists", async ({ organization: { uid }, call }) => {
    const body = { providerType: "ACCOUNT_PROVIDER_TYPE_AMAZON" };
    const reply = await call(`POST ${collection}/${uid}:checkAccountAssociation`, body);
    assert.deepEqual(brief(reply), [404, 5, `Not found: iam.platform.example/AccountAssociation "${uid}"`]);
  });

  it("accept a 64-bit integer in one spelling only", () => {
    const fields: Fields = { size: optional(int64) };
    const read = (json: string) => readBody({ name: "Message", fields }, `{"size":${json}}`).values;
    assert.deepEqual([read('"7"'), read("7")], [{ size: "7" }, { size: "7" }]);
    for (const json of ['"0007"', '"-0"', '"x"', "true"])
      assert.throws(() => read(json), new RegExp(`invalid value for int64 field size: ${json}$`));
  });

  it("accept only numbers as keys of a map whose declaration says so", () => {
    const fields: Fields = { apps: optional({ ...map(string()), keys: "int64" } as never) };
    assert.deepEqual(readBody({ name: "Message", fields }, '{"apps":{"42":"a","-7":"b"}}').values, {
      apps: { "42": "a", "-7": "b" },
    });
    for (const key of ["a", "042", "-0"])
      assert.throws(
        () => readBody({ name: "Message", fields }, `{"apps":{"${key}":"b"}}`),
        new RegExp(`^StatusError: proto: \\(line 1:10\\): invalid value for int64 key: "${key}"$`),
      );
  });
});
