import assert from "node:assert/strict";
import { minutesAgo } from "../../support/clock";
import type { Props } from "../../support/host";
import { mutations } from "../../support/log";
import { startPlugin, urnOf } from "../../support/plugin-host";
import { hostPlace } from "./host-place";

describe("an object that a resource of the plugin imports", () => {
  const at = hostPlace(startPlugin, { now: minutesAgo });

  const put = (type: string, body: Props): string =>
    String(at.emulator.put(type, at.emulator.organization.uid, { ...body }).uid);
  /** What the engine asks for an import; returns what the object is recorded as. */
  async function imported(type: string, id: string) {
    const urn = urnOf(type, id);
    const { inputs, properties } = await at.host.read({ urn, id });
    const checked = await at.host.check(urn, inputs, inputs);
    assert.deepEqual(checked.reasons, []);
    return { urn, id, inputs, properties };
  }
  const isSettled = async ({ urn, id, properties }: { urn: string; id: string; properties: Props }, inputs: Props) => {
    const { reasons } = await at.host.check(urn, inputs, inputs);
    assert.deepEqual(reasons, []);
    assert.equal((await at.host.diff({ urn, id }, properties, inputs)).changes, "DIFF_NONE");
  };

  it("keeps what the platform chose if the program leaves it out, and shows a later change (row 284) [plugin]", async () => {
    const year = {
      company: "acme",
      staticKeys: { issuer: "https://keys.example.com", subject: "job", issuerKeys: "{}" },
    };
    const { uid } = at.emulator.put("iam:Identity", at.emulator.organization.uid, { name: "keys", ...year });
    const found = await imported("iam:Identity", String(uid));
    // The program may state the value, too, so that an import loses nothing that somebody chose.
    const { expirationTime } = found.inputs.staticKeys as Props;
    assert.ok(expirationTime);
    await isSettled(found, found.inputs);
    const without = { ...found.inputs, staticKeys: year.staticKeys };
    await isSettled(found, without);
    const again = await at.host.read(found, found.properties, without);
    assert.equal((await at.host.diff(found, again.properties, without)).changes, "DIFF_NONE");
    assert.equal((await at.host.diff(found, again.properties, again.inputs)).changes, "DIFF_NONE");
    at.emulator.clearRequests();
    const next = { ...without, description: "new" };
    const updated = await at.host.update(found, found.properties, next);
    assert.deepEqual(
      mutations(at.emulator.requests).map(({ mask }) => mask),
      ["description"],
    );
    await isSettled({ ...found, properties: updated }, next);
    // Somebody else lets it live longer.
    const staticKeys = { ...year.staticKeys, expirationTime: "2020-02-02T00:00:00Z" };
    at.emulator.edit(String(uid), { staticKeys });
    const now = await at.host.read(found, found.properties, without);
    const { detailed } = await at.host.diff(found, now.properties, without);
    assert.equal(detailed["staticKeys.expirationTime"], "DELETE");
  });

  it("has no value as an input that the platform alone chooses, and always its time of change", async () => {
    const id = at.emulator.organization.uid;
    at.emulator.edit(id, { kind: "ORG_KIND_CUSTOMER" });
    const { inputs, properties, urn } = await imported("iam:Organization", id);
    assert.deepEqual(Object.keys(inputs), ["description", "name"]);
    assert.equal(properties.kind, "ORG_KIND_CUSTOMER");
    assert.ok(properties.updateTime);
    await isSettled({ urn, id, properties }, { ...inputs, allowDelete: false });
    const only = await at.host.read({ urn: urnOf("iam:Organization", "read"), id }, {}, {});
    // The engine would report each change of it as a change of the resource.
    assert.equal(only.properties.updateTime, undefined);
  });

  it("is not replaced by a program that leaves out a default which can never change", async () => {
    const parentUid = at.emulator.organization.uid;
    const defaultRole = String(put("iam:Role", { name: "viewer", capabilities: ["CAP_IAM_GROUPS_LIST"] }));
    const oidc = { issuer: "https://login.example.com", clientId: "c" };
    const given = { parentUid, name: "sso", defaultRole, oidc: { ...oidc, clientSecret: "canary-secret" } };
    const correlationRule = "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID";
    const uid = put("iam:IdentityProvider", {
      ...given,
      parentUid: undefined,
      oidc: { ...given.oidc, correlationRule },
    });
    const found = await imported("iam:IdentityProvider", uid);
    assert.deepEqual(found.inputs, { parentUid, name: "sso", defaultRole, oidc: { ...oidc, correlationRule } });
    await isSettled(found, found.inputs);
    const object = { urn: found.urn, id: uid };
    for (const rule of [{}, { correlationRule }]) {
      const news = { ...given, oidc: { ...given.oidc, ...rule } };
      assert.deepEqual((await at.host.check(found.urn, found.inputs, news)).reasons, []);
      const { replaces, detailed } = await at.host.diff(object, found.properties, news);
      assert.deepEqual([replaces, detailed], [[], { "oidc.clientSecret": "ADD" }]);
    }
    const other = { ...given, oidc: { ...given.oidc, correlationRule: "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID" } };
    assert.deepEqual((await at.host.diff(object, found.properties, other)).replaces, ["oidc"]);
  });

  it("is not replaced for a value that the platform never returns: an update records it and sends nothing", async () => {
    const parentUid = at.emulator.organization.uid;
    const roleUid = put("iam:Role", { name: "guest", capabilities: ["CAP_IAM_GROUPS_LIST"] });
    const urn = urnOf("iam:GroupInvite", "auditor");
    const given = { parentUid, roleUid, ttl: "24h", singleUse: true };
    const id = put("iam:GroupInvite", { roleUid, singleUse: true, ttl: "86400s" });
    const { inputs, properties } = await at.host.read({ urn, id });
    assert.deepEqual(inputs, { parentUid, roleUid, singleUse: true });
    assert.deepEqual((await at.host.check(urn, inputs, given)).reasons, []);
    const { replaces, detailed } = await at.host.diff({ urn, id }, properties, given);
    assert.deepEqual([replaces, detailed], [[], { ttl: "ADD" }]);
    at.emulator.clearRequests();
    const updated = await at.host.update({ urn, id }, properties, given);
    assert.deepEqual(mutations(at.emulator.requests), []);
    assert.equal(updated.ttl, "24h");
    assert.equal((await at.host.diff({ urn, id }, updated, given)).changes, "DIFF_NONE");
    assert.deepEqual((await at.host.diff({ urn, id }, updated, { ...given, ttl: "48h" })).replaces, ["ttl"]);
  });
});
