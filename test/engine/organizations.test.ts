import assert from "node:assert/strict";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

describeEngine("an organization on the engine", (engine) => {
  const org = (args: object = {}, opts: Declared["opts"] = {}): Declared => ({
    name: "emea",
    class: "Organization",
    args: { description: "EMEA", kind: "ORG_KIND_DEV", ...args },
    opts,
  });
  const team: Declared = { name: "team", class: "Group", args: { parentUid: "${emea}" } };
  const recorded = async (name: string) => (await engine.recorded()).get(name);

  it("survives a destroy and every replacement, and can be deleted after an up with allowDelete", async () => {
    engine.declare([org(), team]);
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
    const { id: uid = "", urn = "" } = (await recorded("emea")) ?? {};
    const isThere = () => engine.emulator.get(uid)?.name === "emea";

    const kept = await engine.stack.destroy();
    assert.equal(kept.code, 1);
    assert.match(kept.output, /set allowDelete: true, and run pulumi up/);
    assert.ok(isThere());

    // Even where a delete is allowed, it is not made for a replacement.
    engine.declare([org({ allowDelete: true }), team]);
    succeeded(await engine.stack.up());
    const forced = await engine.stack.up("--replace", String(urn));
    assert.equal(forced.code, 1);
    assert.ok(isThere(), forced.output);
    engine.declare([org({ allowDelete: true }, { deleteBeforeReplace: true }), team]);
    const first = await engine.stack.up("--replace", String(urn));
    assert.equal(first.code, 1);
    assert.match(first.output, /A replacement would delete everything in it/);
    assert.ok(isThere(), first.output);

    // Under another name it looks like one that is taken out, beside one that is made.
    const renamed = { allowDelete: true, name: "apac" };
    for (const [opts, args] of [
      [{ replaceOnChanges: ["name"] }, []],
      [{}, ["--replace", String(urn)]],
    ] as const) {
      engine.declare([org(renamed, opts)]);
      for (const again of [false, true]) {
        const { code, output } = await engine.stack.up(...args);
        assert.equal(code, 1, output);
        assert.match(output, /This update also creates an Organization/);
        assert.ok(isThere(), `${again} ${output}`);
      }
      assert.equal(engine.emulator.list("iam:Group").filter(({ name }) => name === "apac").length, 0);
    }

    engine.declare([org({ allowDelete: true }), team]);
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
    assert.equal((await recorded("emea"))?.id, uid);
    await assertInvariants(engine);
    assert.equal(engine.emulator.get(uid), undefined);
  });
});
