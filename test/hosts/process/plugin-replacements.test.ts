import assert from "node:assert/strict";
import { CREATES_FIRST } from "../../../src/description/names/hidden-inputs";
import { type Emulator, startEmulator } from "../../../src/emulator";
import type { Props } from "../../support/host";
import { type PluginHost, startPlugin, urnOf } from "../../support/plugin-host";

/** Programs in YAML and other languages have no class of ours, which would say in which order a replacement goes. */
describe("a replacement without our classes, while creates may take over existing objects [plugin]", () => {
  let emulator: Emulator;
  const closing: (() => Promise<void>)[] = [];
  const start = async (): Promise<PluginHost> => {
    const environment = { ...emulator.environment, PLATFORM_ADOPT_EXISTING: "identical" };
    const plugin = await startPlugin({ environment });
    closing.push(plugin.close);
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
  const put = (name = "team") => String(emulator.put("iam:Group", emulator.organization.uid, { name }).uid);
  const urn = urnOf("iam:Group", "team");

  it("fails if it adopts the object that it replaces (--replace), and succeeds with deleteBeforeReplace (row 265)", async () => {
    const [plugin, id] = [await start(), put()];
    // With --replace, the engine asks for a check as of a new resource, and for no diff.
    await plugin.check(urn, {}, group());
    assert.equal((await plugin.create(urn, group())).id, id);
    await assert.rejects(
      plugin.delete({ urn, id }, group()),
      /was not replaced and not deleted[\s\S]*deleteBeforeReplace: true/,
    );
    assert.ok(emulator.get(id));

    const later = await start();
    await later.check(urn, {}, group());
    await later.delete({ urn, id }, group());
    const { id: successor } = await later.create(urn, group());
    assert.notEqual(successor, id);
    assert.equal(emulator.get(id), undefined);
  });

  it("is not refused in another place, because the new object is created before the old one is deleted (row 136)", async () => {
    const [plugin, id, other] = [await start(), put(), put("other")];
    const moved = group({ parentUid: other });
    await plugin.check(urn, group(), moved);
    const { replaces, deleteBeforeReplace } = await plugin.diff({ urn, id }, group(), moved);
    assert.deepEqual([replaces, deleteBeforeReplace], [["parentUid"], false]);
    await plugin.check(urn, {}, moved);
    const { id: successor } = await plugin.create(urn, moved);
    await plugin.delete({ urn, id }, group());
    assert.deepEqual([emulator.get(id), emulator.get(successor)?.name], [undefined, "team"]);
  });

  it("is refused in another place if a class deletes first, because the old object would be lost (row 136)", async () => {
    const [plugin, id, other] = [await start(), put(), put("other")];
    const moved = group({ parentUid: other });
    const { inputs } = await plugin.check(urn, group(), { ...moved, [CREATES_FIRST]: false });
    assert.deepEqual(inputs, moved);
    await assert.rejects(plugin.diff({ urn, id }, group(), moved), /Nothing was changed[\s\S]*- Run this change with/);
  });
});
