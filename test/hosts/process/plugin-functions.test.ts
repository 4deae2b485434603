import assert from "node:assert/strict";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { minutesAgo } from "../../support/clock";
import { builtSchema, misfits } from "../../support/package-schema";
import { populate } from "../../support/platform";
import { type PluginHost, startPlugin } from "../../support/plugin-host";

describe("a function of the plugin [plugin]", () => {
  let emulator: Emulator;
  let plugin: PluginHost;
  before(async () => {
    emulator = await startEmulator({ now: minutesAgo });
    populate(emulator);
    plugin = await startPlugin({ environment: emulator.environment });
  });
  after(async () => {
    await plugin.close();
    await emulator.close();
  });

  const invoke = (name: string, args: Record<string, string>, isPreview = false) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const request = new messages.InvokeRequest();
      request.setTok(`platform:index:${name}`);
      request.setArgs(Struct.fromJavaScript(args));
      request.setPreview(isPreview);
      plugin.client.invoke(request, (error: Error | null, answer: messages.InvokeResponse) =>
        error === null ? resolve(answer.getReturn()?.toJavaScript() ?? {}) : reject(error),
      );
    });

  it("returns a list as a property, and an object as itself, like the schema", async () => {
    const schema = builtSchema();
    const outputsOf = (name: string) => schema.functions[`platform:index:${name}`]?.outputs ?? { properties: {} };
    const found = await invoke("getGroups", { childrenOf: emulator.organization.uid });
    assert.deepEqual(misfits(schema, outputsOf("getGroups"), found), []);
    const [first] = found.groups as { uid: string }[];
    assert.ok(first);
    assert.deepEqual(await invoke("getGroup", { uid: first.uid }, true), first);
    assert.deepEqual(await invoke("getCount", { of: "groups", name: "world-a" }), { count: 1 });
    assert.deepEqual(await invoke("ping", {}), { response: "pong" });
  });

  it("does not exist if it would change the platform, because a preview would call it", async () => {
    const before = emulator.requests.length;
    await assert.rejects(invoke("requestGroupAccess", { groupUid: emulator.organization.uid }), /has no function/);
    assert.equal(emulator.requests.length, before);
  });

  it("is refused with an argument that is not known yet, which would find nothing", async () => {
    const before = emulator.requests.length;
    await assert.rejects(
      invoke("getGroups", { childrenOf: UNKNOWN }, true),
      /getGroups needs childrenOf, which is not/,
    );
    assert.equal(emulator.requests.length, before);
  });

  it("reports wrong arguments, and an unknown function", async () => {
    await assert.rejects(invoke("getGroup", { name: "x", uid: "a/b" }), /uid cannot be given together with name/);
    await assert.rejects(invoke("lookupGroup", {}), /has no function platform:index:lookupGroup/);
  });
});
