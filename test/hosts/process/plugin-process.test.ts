import assert from "node:assert/strict";
import { join } from "node:path";
import { ConfigureRequest } from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { HostError, type Props } from "../../support/host";
import { type PluginHost, startPlugin, urnOf } from "../../support/plugin-host";
import { repositoryRoot } from "../../support/workspace";

describe("the process of the plugin [plugin]", () => {
  let emulator: Emulator;
  let plugin: PluginHost;
  const start = async (environment: Readonly<Record<string, string>> = {}, preload?: string) => {
    const options = preload === undefined ? {} : { preload };
    plugin = await startPlugin({ environment: { ...emulator.environment, ...environment }, ...options });
  };
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(async () => {
    await plugin.close();
    await emulator.close();
  });

  const urn = urnOf("iam:Group", "team");
  const group = (more: Props = {}): Props => ({ parentUid: emulator.organization.uid, name: "team", ...more });
  const signal = (name: NodeJS.Signals) => process.kill(plugin.pid ?? 0, name);
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  /** Begins a create that the platform does not answer yet. */
  const beginCreate = async () => {
    const held = emulator.fault({ method: "POST", path: "/iam/v2/groups", action: { kind: "hold" } });
    const creating = plugin.create(urn, group());
    await held.reached;
    return { creating, held };
  };
  const tooMany = { kind: "status", code: "RESOURCE_EXHAUSTED", headers: { "retry-after": "20" } } as const;

  it("serves one provider in one run: a second configuration is refused, because it would mix up tokens and objects", async () => {
    await start();
    const request = new ConfigureRequest().setArgs(Struct.fromJavaScript({ baseUrl: emulator.url }));
    const refused = await new Promise((resolve) => plugin.client.configure(request, resolve));
    assert.match(String(refused), /serves another provider or an earlier run/);
  });

  it("ends after calls in progress, and their responses arrive", async () => {
    await start();
    const { creating, held } = await beginCreate();
    signal("SIGINT");
    held.release();
    assert.notEqual((await creating).id, "");
    await plugin.closed;
  });

  it("ends calls in progress after a cancel, and starts nothing new", async () => {
    await start();
    const { creating, held } = await beginCreate();
    await plugin.cancel();
    await assert.rejects(plugin.create(urnOf("iam:Group", "other"), group({ name: "other" })), /the run was canceled/);
    held.release();
    assert.notEqual((await creating).id, "");
    assert.ok(!emulator.list("iam:Group").some(({ name }) => name === "other"));
  });

  it("ends waits for the rate limit at a cancel, with an error, and creates nothing (row 5)", async () => {
    await start();
    const fault = emulator.fault({ method: "POST", path: "/iam/v2/groups", times: 9, action: tooMany });
    const started = Date.now();
    const names = ["team", "next", "last"];
    const creates = names.map((name) => plugin.create(urnOf("iam:Group", name), group({ name })));
    const ends = Promise.all(creates.map((create) => create.then(String, (error: Error) => error.message)));
    await until(() => fault.hits > 0);
    await plugin.cancel();
    for (const end of await ends) assert.match(end, /the run was canceled/);
    assert.ok(Date.now() - started < 15_000, `${Date.now() - started} ms`);
    assert.ok(!emulator.list("iam:Group").some(({ name }) => names.includes(String(name))));
  });

  it("records a partly created object when a cancel ends the wait for the rest (row 5)", async () => {
    await start();
    const fault = emulator.fault({ method: "PATCH", path: /\/readme$/, times: 9, action: tooMany });
    const creating = plugin.create(urnOf("registry:Repo", "app"), group({ name: "app", readme: "# app" }));
    const ended = creating.catch((error: unknown) => error);
    await until(() => fault.hits > 0);
    await plugin.cancel();
    const error = await ended;
    assert.ok(error instanceof HostError && error.incomplete !== undefined, String(error));
    assert.match(error.message, /is not complete: .*the run was canceled/);
    assert.equal(error.incomplete.id, emulator.list("registry:Repo").find(({ name }) => name === "app")?.uid);
  });

  it("continues after errors outside of calls, completes the create in progress, and hides their messages (row 66)", async () => {
    await start({}, join(repositoryRoot, "test/hosts/process/stray-errors.cjs"));
    const { creating, held } = await beginCreate();
    signal("SIGUSR2");
    await until(() => plugin.shown.length >= 2);
    held.release();
    assert.notEqual((await creating).id, "");
    assert.match(
      plugin.shown[0]?.text ?? "",
      /^pulumi-platform has a bug: an unexpected error \(\w*Error at .*\)\. Calls in progress continue$/,
    );
    await plugin.close();
    assert.doesNotMatch(JSON.stringify(plugin.shown) + plugin.printed(), /canary/);
  });
});
