import assert from "node:assert/strict";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { minutesAgo } from "../../support/clock";
import { HostError, type Props, secretOf } from "../../support/host";
import { startPlugin, urnOf } from "../../support/plugin-host";
import { hostPlace } from "./host-place";

describe("a resource in the plugin [plugin]", () => {
  const at = hostPlace(startPlugin, { now: minutesAgo });
  after(() => {
    assert.equal(at.host.printed(), "");
  });

  const group = (more: Props = {}): Props => ({ parentUid: at.emulator.organization.uid, name: "team", ...more });

  it("reports each difference with its kind, and whether it replaces", async () => {
    const object = { urn: urnOf("iam:Group", "team"), id: `${at.emulator.organization.uid}/a` };
    const recorded = group({ description: "before", uid: object.id });
    assert.deepEqual(await at.host.diff(object, recorded, group({ description: "after" })), {
      changes: "DIFF_SOME",
      replaces: [],
      deleteBeforeReplace: true,
      detailed: { description: "UPDATE" },
    });
    const moved = await at.host.diff(object, recorded, group({ parentUid: UNKNOWN, name: "renamed" }));
    assert.deepEqual(moved.detailed, { parentUid: "UPDATE_REPLACE", name: "UPDATE", description: "DELETE" });
    assert.deepEqual(moved.replaces, ["parentUid"]);
  });

  it("shows in previews what is known, without a request", async () => {
    const urn = urnOf("iam:Group", "planned");
    const inputs = group({ name: "planned" });
    at.emulator.clearRequests();
    const planned = await at.host.create(urn, inputs, { preview: true });
    assert.equal(planned.id, "");
    assert.equal(planned.properties.name, "planned");
    assert.equal(planned.properties.createTime, UNKNOWN);
    assert.deepEqual(at.emulator.requests, []);
    const { id, properties } = await at.host.create(urn, inputs);
    at.emulator.clearRequests();
    const update = await at.host.update({ urn, id }, properties, { ...inputs, description: "new" }, { preview: true });
    assert.deepEqual(at.emulator.requests, []);
    assert.equal(update.createTime, properties.createTime);
    assert.equal(update.description, "new");
    assert.equal(update.updateTime, UNKNOWN);
  });

  it("marks the secrets of the declaration, also inside of messages", async () => {
    const urn = urnOf("iam:IdentityProvider", "oidc");
    const oidc = { issuer: "https://issuer.example.com", clientId: "client", clientSecret: "canary-oidc-secret" };
    const { inputs } = await at.host.check(urn, {}, group({ name: "oidc", oidc }));
    assert.deepEqual(inputs.oidc, { ...oidc, clientSecret: secretOf(oidc.clientSecret) });
  });

  it("fills in the name of the resource if an object has a name and none is given", async () => {
    const parentUid = at.emulator.organization.uid;
    const urn = urnOf("iam:Group", "team-a");
    assert.deepEqual(await at.host.check(urn, {}, { parentUid }), { inputs: group({ name: "team-a" }), reasons: [] });
    assert.equal((await at.host.check(urn, {}, group({ name: null }))).inputs.name, "team-a");
    for (const name of ["other", UNKNOWN, secretOf("other")])
      assert.deepEqual((await at.host.check(urn, {}, group({ name }))).inputs.name, name);
    const binding = await at.host.check(urnOf("iam:RoleBinding", "nameless"), {}, { parentUid });
    assert.equal(binding.inputs.name, undefined);
  });

  it("says which type may be meant by a type that does not exist", async () => {
    const refused = async (type: string): Promise<string> => {
      const urn = urnOf("iam:Identity", "ci").replace("platform:index:Identity", type);
      const error: unknown = await at.host.read({ urn, id: "org/ci" }).catch((cause: unknown) => cause);
      assert.ok(error instanceof HostError);
      return error.message;
    };
    const newer = "\n- If a newer version of pulumi-platform wrote the state, install that version.";
    for (const [type, hint] of [
      ["platform:iam:Identity", ". Did you mean platform:index:Identity?"],
      ["platform:index:Nothing", ""],
    ] as const)
      assert.equal(await refused(type), `unknown type ${type}${hint}${newer}`);
  });

  it("respects customTimeouts", async () => {
    const urn = urnOf("iam:Group", "slow");
    at.emulator.fault({ method: "POST", path: "/iam/v2/groups", when: "after", action: { kind: "hang" } });
    await assert.rejects(at.host.create(urn, group({ name: "slow" }), { timeoutSeconds: 0.5 }), (error) => {
      assert.ok(error instanceof HostError);
      return /no response within/.test(error.message);
    });
  });
});
