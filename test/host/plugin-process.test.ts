import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { Props } from "../support/host";
import { type PluginHost, secretOf, startPlugin, urnOf } from "../support/plugin-host";

describe("the process of the plugin [plugin]", () => {
  let emulator: Emulator;
  let plugin: PluginHost;
  const start = async (environment: Readonly<Record<string, string>> = {}) => {
    plugin = await startPlugin({ environment: { ...emulator.environment, ...environment } });
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
  const holdCreate = () => emulator.fault({ method: "POST", path: "/iam/v2/groups", action: { kind: "hold" } });

  it("ends at the end of the run at once", async () => {
    await start();
    const started = Date.now();
    signal("SIGINT");
    await plugin.closed;
    assert.ok(Date.now() - started < 1_500, `${Date.now() - started} ms`);
    assert.equal(plugin.printed(), "");
  });

  it("ends after what is under way, and its answer arrives", async () => {
    await start();
    const held = holdCreate();
    const creating = plugin.create(urn, group());
    await held.reached;
    signal("SIGINT");
    held.release();
    assert.notEqual((await creating).id, "");
    await plugin.closed;
  });

  it("ends what is under way after a cancel, and begins nothing new", async () => {
    await start();
    const held = holdCreate();
    const creating = plugin.create(urn, group());
    await held.reached;
    await plugin.cancel();
    await assert.rejects(plugin.create(urnOf("iam:Group", "other"), group({ name: "other" })), /the run was canceled/);
    held.release();
    assert.notEqual((await creating).id, "");
    assert.deepEqual(
      emulator.list("iam:Group").filter(({ name }) => name === "other"),
      [],
    );
  });

  it("prints nothing and shows no secret: lines of requests go to the engine's log", async () => {
    await start({ PLATFORM_LOG: "debug" });
    const secret = "canary-in-a-description";
    await plugin.create(urn, group({ description: secretOf(secret) }));
    const refused = group({ parentUid: secretOf("canary-parent-that-is-not-there") });
    await assert.rejects(plugin.create(urnOf("iam:Group", "refused"), refused), (error: Error) => {
      assert.doesNotMatch(error.message, /canary/);
      return true;
    });
    const texts = plugin.shown.map(({ text }) => text).join("\n");
    assert.match(texts, /POST \/iam\/v2\/groups/);
    assert.doesNotMatch(texts, /canary/);
    assert.ok(!texts.includes(emulator.token));
    assert.equal(plugin.printed(), "");
  });
});
