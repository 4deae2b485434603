import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { type Host, type Props, providerText, startHost } from "../../support/host";
import { type PluginHost, startPlugin, urnOf } from "../../support/plugin-host";

describe("an object that a resource of the plugin imports, or that moves [plugin]", () => {
  let emulator: Emulator;
  let plugin: PluginHost;
  let id: string;
  const closing: (() => Promise<void>)[] = [];
  const start = async (options: Parameters<typeof startPlugin>[0] = {}): Promise<PluginHost> => {
    const started = await startPlugin({ environment: emulator.environment, ...options });
    closing.unshift(started.close);
    return started;
  };
  beforeEach(async () => {
    emulator = await startEmulator();
    id = String(emulator.put("iam:Group", emulator.organization.uid, { name: "team" }).uid);
    plugin = await start({ name: "default_0_2_0" });
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await emulator.close();
  });

  const group = (more: Props = {}): Props => ({ parentUid: emulator.organization.uid, name: "team", ...more });
  const [former, next] = [urnOf("iam:Group", "former"), urnOf("iam:Group", "next")];

  /** What the engine asks for the option import. */
  async function importAs(urn: string): Promise<void> {
    const { properties, inputs } = await plugin.read({ urn, id });
    assert.deepEqual((await plugin.check(urn, inputs, inputs)).reasons, []);
    await plugin.diff({ urn, id }, properties, inputs);
  }

  it("has an owner after a read and a check alone, as in `pulumi import`", async () => {
    const { inputs } = await plugin.read({ urn: next, id });
    await plugin.check(next, inputs, inputs);
    await plugin.delete({ urn: former, id }, group());
    assert.ok(emulator.get(id));
  });

  it("stays while the program reads it with values that other languages pass, as after `get` with a state", async () => {
    await plugin.read({ urn: next, id }, group(), group());
    await assert.rejects(plugin.delete({ urn: former, id }, group()), /the program also reads it with get/);
  });

  it("may lack values that the platform never returns, with a warning, until its diff", async () => {
    const root = emulator.organization.uid;
    const roleUid = String(emulator.put("iam:Role", root, { name: "r", capabilities: ["CAP_REPO_LIST"] }).uid);
    const oidc = { issuer: "https://login.example.com", clientId: "c", clientSecret: "canary" };
    const uid = String(emulator.put("iam:IdentityProvider", root, { name: "sso", defaultRole: roleUid, oidc }).uid);
    const urn = urnOf("iam:IdentityProvider", "sso");
    const { properties, inputs } = await plugin.read({ urn, id: uid });
    const reasonsFor = async (more: Props = {}) => (await plugin.check(urn, inputs, { ...inputs, ...more })).reasons;
    assert.deepEqual(await reasonsFor(), []);
    const { text, urn: about } = plugin.shown.at(-1) ?? assert.fail("nothing was shown");
    assert.match(text, /never returns oidc\.clientSecret\. Add it to the program/);
    assert.equal(about, urn);
    assert.match((await reasonsFor({ name: "sso-new" })).join(), /clientSecret .*is required/);
    await plugin.diff({ urn, id: uid }, properties, inputs);
    assert.match((await reasonsFor()).join(), /oidc\.clientSecret .*is required/);
  });

  it("can be imported and changed by one resource in one run, and not by two", async () => {
    await importAs(next);
    await plugin.check(next, group(), group());
    await plugin.update({ urn: next, id }, group(), group({ description: "new" }));
    await assert.rejects(importAs(former), /Two resources of this program manage the same Group/);
  });

  it("is not deleted by the dynamic host, which served its old resource", async () => {
    await plugin.check(next, {}, group({ adoptUid: id }));
    await plugin.create(next, group({ adoptUid: id }));
    // Of a host, only its engine counts here.
    const beside = { engine: plugin.engine } as Host;
    const dynamic = await startHost({ environment: emulator.environment, beside });
    closing.unshift(dynamic.close);
    await dynamic.delete(id, { __provider: providerText("iam:Group"), ...group() });
    assert.ok(emulator.get(id));
  });

  it("is not deleted after a create without our classes that adopted what it should replace (--replace) (row 265)", async () => {
    const environment = { ...emulator.environment, PLATFORM_ADOPT_EXISTING: "identical" };
    const adopting = await start({ environment });
    // With --replace, the engine asks for a check as of a new resource, and for no diff.
    await adopting.check(next, {}, group());
    assert.equal((await adopting.create(next, group())).id, id);
    await assert.rejects(
      adopting.delete({ urn: next, id }, group()),
      /was not replaced and not deleted[\s\S]*deleteBeforeReplace: true/,
    );
    assert.ok(emulator.get(id));
  });
});
