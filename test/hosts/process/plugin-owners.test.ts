import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { type Host, type Props, providerText, startHost } from "../../support/host";
import { type PluginHost, startPlugin, urnOf } from "../../support/plugin-host";

describe("an object that a resource of the program imports, or that moves [plugin]", () => {
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

  it("is not deleted when another resource imports it", async () => {
    const [plugin, id] = [await start(), put()];
    await importAs(plugin, next, id);
    await plugin.delete({ urn: former, id }, group());
    assert.equal(deletes(), 0);
  });

  it("has an owner after a read and a check alone, as in `pulumi import`", async () => {
    const [plugin, id] = [await start(), put()];
    const { inputs } = await plugin.read({ urn: next, id });
    await plugin.check(next, inputs, inputs);
    await plugin.delete({ urn: former, id }, group());
    assert.equal(deletes(), 0);
  });

  it("may lack values that the platform never returns, with a warning, until its diff", async () => {
    const plugin = await start();
    const root = emulator.organization.uid;
    const roleUid = String(emulator.put("iam:Role", root, { name: "r", capabilities: ["CAP_REPO_LIST"] }).uid);
    const oidc = { issuer: "https://login.example.com", clientId: "c", clientSecret: "canary" };
    const id = String(emulator.put("iam:IdentityProvider", root, { name: "sso", defaultRole: roleUid, oidc }).uid);
    const urn = urnOf("iam:IdentityProvider", "sso");
    const { properties, inputs } = await plugin.read({ urn, id });
    assert.deepEqual((await plugin.check(urn, inputs, inputs)).reasons, []);
    assert.match(plugin.shown.at(-1)?.text ?? "", /never returns oidc\.clientSecret\. Add it to the program/);
    const { name, ...changed } = inputs;
    assert.match(
      (await plugin.check(urn, inputs, { ...changed, name: `${name}-new` })).reasons.join(),
      /clientSecret .*is required/,
    );
    await plugin.diff({ urn, id }, properties, inputs);
    assert.match((await plugin.check(urn, inputs, inputs)).reasons.join(), /oidc\.clientSecret .*is required/);
  });

  it("can be imported and changed by one resource in one run, and not by two", async () => {
    const [plugin, id] = [await start(), put()];
    await importAs(plugin, next, id);
    await keep(plugin, next, id);
    await plugin.update({ urn: next, id }, group(), group({ description: "new" }));
    await assert.rejects(importAs(plugin, former, id), /Two resources of this program manage the same Group/);
  });

  it("is not deleted by the process of its old provider", async () => {
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

  it("is not deleted by the dynamic host, which served its old resource", async () => {
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
});
