import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import { type Host, type Props, providerText, startHost } from "../support/host";
import { type PluginHost, startPlugin, urnOf } from "../support/plugin-host";

describe("an object that a resource of the program holds, in the plugin", () => {
  let emulator: Emulator;
  const closing: (() => Promise<void>)[] = [];
  const start = async (options: Parameters<typeof startPlugin>[0] = {}): Promise<PluginHost> => {
    const plugin = await startPlugin({ environment: emulator.environment, ...options });
    closing.unshift(plugin.close);
    return plugin;
  };
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await emulator.close();
  });

  const group = (more: Props = {}): Props => ({ parentUid: emulator.organization.uid, name: "team", ...more });
  const put = () => String(emulator.put("iam:Group", emulator.organization.uid, { name: "team" }).uid);
  const deletes = () => emulator.requests.filter(({ method }) => method === "DELETE").length;
  const explicit = () => ({ name: "same", config: { baseUrl: `${emulator.url}/`, token: emulator.token } });
  const [former, next] = [urnOf("iam:Group", "former"), urnOf("iam:Group", "next")];

  /** What the engine asks for an unchanged resource. */
  async function keep(plugin: PluginHost, urn: string, id: string): Promise<void> {
    assert.deepEqual((await plugin.check(urn, group(), group())).reasons, []);
    await plugin.diff({ urn, id }, group(), group());
  }

  /** What the engine asks for the option import. */
  async function importAs(plugin: PluginHost, urn: string, id: string): Promise<void> {
    const { properties, inputs } = await plugin.read({ urn, id });
    assert.deepEqual((await plugin.check(urn, inputs, inputs)).reasons, []);
    await plugin.diff({ urn, id }, properties, inputs);
  }

  it("is not deleted for its former resource when another adopts it", async () => {
    const [plugin, id] = [await start(), put()];
    await plugin.check(next, {}, group({ adoptUid: id }));
    await plugin.create(next, group({ adoptUid: id }));
    await plugin.delete({ urn: former, id }, group());
    assert.equal(deletes(), 0);
    assert.match(plugin.shown.at(-1)?.text ?? "", /was not deleted: another resource of this program holds it now/);
    assert.equal(plugin.shown.at(-1)?.urn, former);
  });

  it("is not deleted when another resource imports it", async () => {
    const [plugin, id] = [await start(), put()];
    await importAs(plugin, next, id);
    await plugin.delete({ urn: former, id }, group());
    assert.equal(deletes(), 0);
  });

  it("is held by a read and a check alone, as `pulumi import` asks them", async () => {
    const [plugin, id] = [await start(), put()];
    const { inputs } = await plugin.read({ urn: next, id });
    await plugin.check(next, inputs, inputs);
    await plugin.delete({ urn: former, id }, group());
    assert.equal(deletes(), 0);
  });

  it("may be imported and changed by one resource in one run, and not by two", async () => {
    const [plugin, id] = [await start(), put()];
    await importAs(plugin, next, id);
    await keep(plugin, next, id);
    await plugin.update({ urn: next, id }, group(), group({ description: "new" }));
    await assert.rejects(importAs(plugin, former, id), /Two resources of this program hold the same Group/);
  });

  it("is not deleted by the process of another provider, to which it moved", async () => {
    const id = put();
    const explicitly = await start({ ...explicit(), environment: {} });
    await importAs(explicitly, next, id);
    // The engine starts it when it has something to delete.
    const byDefault = await start({ beside: explicitly });
    await byDefault.delete({ urn: former, id }, group());
    assert.equal(deletes(), 0);
    assert.ok(emulator.get(id));
  });

  it("is not deleted by the process of another version of the default provider", async () => {
    const id = put();
    const current = await start({ name: "default_0_2_0" });
    await keep(current, next, id);
    const older = await start({ beside: current, name: "default_0_1_0" });
    await older.delete({ urn: former, id }, group());
    assert.equal(deletes(), 0);
  });

  it("is not deleted by the dynamic host, whose resource it was", async () => {
    const id = put();
    const plugin = await start();
    await plugin.check(next, {}, group({ adoptUid: id }));
    await plugin.create(next, group({ adoptUid: id }));
    const dynamic: Host = await startHost({
      environment: emulator.environment,
      // Of a host, only its engine counts here.
      beside: { engine: plugin.engine } as Host,
    });
    closing.unshift(dynamic.close);
    await dynamic.delete(id, { __provider: providerText("iam:Group"), ...group() });
    assert.equal(deletes(), 0);
  });

  it("is deleted by a destroy that refreshes first, although two resources record it: reads and diffs hold nothing", async () => {
    const [plugin, id] = [await start(), put()];
    for (const urn of [former, next]) {
      const { properties, inputs } = await plugin.read({ urn, id }, group(), group());
      await plugin.diff({ urn, id }, properties, inputs);
    }
    await plugin.delete({ urn: former, id }, group());
    await plugin.delete({ urn: next, id }, group());
    assert.equal(emulator.get(id), undefined);
  });

  it("is deleted when it is replaced, before its successor is created and after", async () => {
    const [plugin, id] = [await start(), put()];
    const other = String(emulator.put("iam:Group", emulator.organization.uid, { name: "other" }).uid);
    const moved = group({ parentUid: other });
    await plugin.check(next, group(), moved);
    assert.deepEqual((await plugin.diff({ urn: next, id }, group(), moved)).replaces, ["parentUid"]);
    await plugin.check(next, {}, moved);
    const { id: successor, properties } = await plugin.create(next, moved);
    await plugin.delete({ urn: next, id }, group());
    assert.equal(emulator.get(id), undefined);

    const later = await start();
    await later.check(next, moved, group());
    await later.diff({ urn: next, id: successor }, properties, group());
    await later.check(next, {}, group());
    await later.delete({ urn: next, id: successor }, properties);
    assert.equal(emulator.get(successor), undefined);
    await later.create(next, group());
  });

  it("stays in the state when its adoption failed, and nothing is deleted", async () => {
    const [plugin, id] = [await start(), put()];
    await plugin.check(next, {}, group({ adoptUid: id, name: "renamed" }));
    await assert.rejects(plugin.create(next, group({ adoptUid: id, name: "renamed", parentUid: "nobody" })));
    await assert.rejects(plugin.delete({ urn: former, id }, group()), /was to adopt it, and failed/);
    assert.equal(deletes(), 0);
  });

  it("is refused to a second resource that adopts it", async () => {
    const [plugin, id] = [await start(), put()];
    await keep(plugin, former, id);
    const { reasons } = await plugin.check(next, {}, group({ adoptUid: id }));
    assert.match(reasons.join(), /held by another resource of this program/);
  });
});

describe("the settings of a provider of the plugin", () => {
  it("are secret where they are, and an explicit one takes no address and no token from the environment", async () => {
    const emulator = await startEmulator();
    const plugin = await startPlugin({
      environment: emulator.environment,
      name: "emea",
      config: { baseUrl: emulator.url },
    });
    try {
      const checked = await plugin.checkConfig({ baseUrl: emulator.url, token: "canary-token" }, "emea");
      assert.deepEqual(checked.reasons, []);
      assert.equal(checked.inputs.provider, "explicit");
      assert.equal((checked.inputs.token as Props).value, "canary-token");
      assert.deepEqual((await plugin.checkConfig({ token: "canary-token", baseURL: "x" }, "emea")).reasons, [
        "baseURL: no such setting",
        "baseUrl is required: an explicit provider does not use the address of another",
      ]);
      // The engine gives the default provider a version and an address behind its name. Any other name is somebody's own.
      const markOf = async (name: string, config: Props = { baseUrl: emulator.url }) =>
        (await plugin.checkConfig(config, name)).inputs.provider;
      const ofEngine = [
        "default",
        "default_0_1_0",
        "default_npm_/pulumi-platform",
        "default_0_1_0_npm_/pulumi-platform",
      ];
      for (const name of ofEngine) assert.equal(await markOf(name), undefined, name);
      for (const name of ["default_emea", "default_2", "defaults", "my-default"]) {
        assert.equal(await markOf(name), "explicit", name);
      }
      // The default provider has the settings of the stack's config. What has others is explicit, although its name is the same.
      const elsewhere = { baseUrl: "https://other.example.com" };
      for (const name of ofEngine) assert.equal(await markOf(name, elsewhere), "explicit", name);
      assert.equal(await markOf("default", { baseUrl: emulator.url, tokenFile: "own" }), "explicit");
      assert.equal(await markOf("default", {}), undefined);
      await assert.rejects(
        plugin.create(urnOf("iam:Group", "team"), { parentUid: emulator.organization.uid, name: "team" }),
        /the provider has no token/,
      );
      assert.deepEqual(emulator.requests, []);
    } finally {
      await plugin.close();
      await emulator.close();
    }
  });
});
