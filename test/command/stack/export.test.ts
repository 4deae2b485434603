import assert from "node:assert/strict";
import { nameOfUrn, objectKey, readState } from "../../../src/command/stack/export";
import { PulumiError } from "../../../src/command/stack/pulumi";

const type = "pulumi-nodejs:dynamic/platform/iam:Group";
const provider = (name: string, inputs: object) => ({
  urn: `urn:pulumi:dev::site::pulumi:providers:pulumi-nodejs::${name}`,
  type: "pulumi:providers:pulumi-nodejs",
  id: `id-of-${name}`,
  inputs,
});
const resource = (name: string, more: object = {}) => ({
  urn: `urn:pulumi:dev::site::acme:index:Team$${type}::${name}`,
  type,
  id: `root/${name}`,
  inputs: { name },
  outputs: { status: "ready" },
  provider: "urn:pulumi:dev::site::pulumi:providers:pulumi-nodejs::default::id-of-default",
  ...more,
});
const state = (resources: object[], more: object = {}) =>
  JSON.stringify({ version: 3, deployment: { resources, ...more } });

describe("an exported state", () => {
  it("has the resources of the stack, and their relation to it", () => {
    const emea = "urn:pulumi:dev::site::pulumi:providers:pulumi-nodejs::emea::id-of-emea";
    const { resources, objects, interrupted, recordedSettings, explicitProviders } = readState(
      state(
        [
          provider("default", { "platform:baseUrl": "https://api.example.com" }),
          provider("emea", { "platform:provider": "explicit", "platform:baseUrl": "https://emea.example.com" }),
          resource("held"),
          resource("read", { external: true }),
          resource("waiting", { delete: true }),
          resource("half", { pendingReplacement: true }),
          resource("abroad", { provider: emea }),
          { urn: "urn:pulumi:dev::site::aws:s3/bucket:Bucket::b", type: "aws:s3/bucket:Bucket", id: "b" },
          { urn: "urn:pulumi:dev::site::acme:index:Team::t", type: "acme:index:Team", custom: false },
        ],
        { pending_operations: [{}] },
      ),
    );
    assert.deepEqual(
      resources.map((one) => [one.uid, one.isReadOnly, one.isPendingDelete, one.isOfExplicitProvider]),
      [
        ["root/held", false, false, false],
        ["root/read", true, false, false],
        ["root/waiting", false, true, false],
        ["root/half", false, false, false],
        ["root/abroad", false, false, true],
      ],
    );
    assert.deepEqual(
      objects.map(({ urn, isPendingDelete, isHalfReplaced }) => [nameOfUrn(urn), isPendingDelete, isHalfReplaced]),
      [
        ["held", false, false],
        ["read", false, false],
        ["waiting", true, false],
        ["half", false, true],
        ["abroad", false, false],
        ["b", false, false],
      ],
    );
    assert.deepEqual(
      [resources[0]?.kind, resources[0]?.values, interrupted],
      ["iam:Group", { name: "held", status: "ready" }, 1],
    );
    assert.deepEqual([recordedSettings.has("platform:baseUrl"), explicitProviders.size], [true, 1]);
  });

  it("has the ignoreChanges of a resource and those of its former object, which waits for its delete", () => {
    const [live, former] = [["claimMatch"], ["description"]].map((ignoreChanges, i) =>
      resource("ci", { ignoreChanges, delete: i === 1 }),
    );
    const { objects, ignoreChanges } = readState(state([live ?? {}, former ?? {}]));
    assert.deepEqual(
      objects.map((one) => ignoreChanges.get(objectKey(one))),
      [["claimMatch"], ["description"]],
    );
  });

  it("may be empty, and is refused in another form", () => {
    assert.deepEqual(readState('{"version": 3, "deployment": {}}').objects, []);
    for (const text of ["", "[]", "{}", '{"deployment": {"resources": [{}]}}'])
      assert.throws(() => readState(text), PulumiError);
  });
});
