import assert from "node:assert/strict";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { minutesAgo } from "../../support/clock";
import { builtSchema, misfits } from "../../support/package-schema";
import { populate } from "../../support/platform";
import { startPlugin } from "../../support/plugin-host";
import { hostPlace } from "./host-place";

describe("a function of the plugin [plugin]", () => {
  const at = hostPlace(startPlugin, { now: minutesAgo });
  before(() => {
    populate(at.emulator);
  });

  const invoke = (name: string, args: Record<string, string>, isPreview = false) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const request = new messages.InvokeRequest();
      request.setTok(`platform:index:${name}`);
      request.setArgs(Struct.fromJavaScript(args));
      request.setPreview(isPreview);
      at.host.client.invoke(request, (error: Error | null, answer: messages.InvokeResponse) =>
        error === null ? resolve(answer.getReturn()?.toJavaScript() ?? {}) : reject(error),
      );
    });

  it("returns a list as a property, and an object as itself, like the schema", async () => {
    const schema = builtSchema();
    const outputsOf = (name: string) => schema.functions[`platform:index:${name}`]?.outputs ?? { properties: {} };
    const found = await invoke("getGroups", { childrenOf: at.emulator.organization.uid });
    assert.deepEqual(misfits(schema, outputsOf("getGroups"), found), []);
    const [first] = found.groups as { uid: string }[];
    assert.ok(first);
    assert.deepEqual(await invoke("getGroup", { uid: first.uid }, true), first);
    assert.deepEqual(await invoke("getCount", { of: "groups", name: "world-a" }), { count: 1 });
    assert.deepEqual(await invoke("ping", {}), { response: "pong" });
  });

  it("does not exist if it would change the platform, because a preview would call it", async () => {
    const before = at.emulator.requests.length;
    await assert.rejects(invoke("requestGroupAccess", { groupUid: at.emulator.organization.uid }), /has no function/);
    assert.equal(at.emulator.requests.length, before);
  });

  it("is refused with an argument that is not known yet, which would find nothing", async () => {
    const before = at.emulator.requests.length;
    await assert.rejects(
      invoke("getGroups", { childrenOf: UNKNOWN }, true),
      /getGroups needs childrenOf, which is not/,
    );
    assert.equal(at.emulator.requests.length, before);
  });

  it("reports wrong arguments, and an unknown function", async () => {
    await assert.rejects(invoke("getGroup", { name: "x", uid: "a/b" }), /uid cannot be given together with name/);
    await assert.rejects(invoke("lookupGroup", {}), /has no function platform:index:lookupGroup/);
  });
});
