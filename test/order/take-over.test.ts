import assert from "node:assert/strict";
import { describeDouble } from "../support/double/describe-double";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { assertInvariants } from "../support/invariants";
import { keyedProgram, putAll } from "../support/keyed-objects";
import { mutations } from "../support/log";

/** How often a text is in a command's output. */
const count = (output: string, part: string): number => output.split(part).length - 1;

describeDouble("an organization that exists", (engine) => {
  it("is taken over by one up without a write, as the first refusal and the preview say (row 127)", async () => {
    const { emulator, stack } = engine;
    const program = keyedProgram(engine, 6);
    putAll(engine, program);
    const all = engine.foreignObjects.size;
    engine.declare(program);
    const refused = await stack.up();
    assert.notEqual(refused.code, 0);
    assert.match(refused.output, /run once with PLATFORM_ADOPT_EXISTING=identical/);
    assert.equal((await engine.recorded()).size, 0);

    stack.config = { "platform:adoptExisting": "identical" };
    emulator.clearRequests();
    // What lies in a group that is not in the state yet has a place that is not known before the update.
    const preview = succeeded(await stack.preview()).output;
    assert.equal(count(preview, "which exists already; changes nothing"), 18, preview);
    const up = succeeded(await stack.up()).output;
    assert.equal(count(up, "exists already and is taken over unchanged"), program.length, up);
    assert.deepEqual(mutations(emulator.requests), []);
    assert.equal(engine.foreignObjects.size, all);
    assert.equal((await engine.recorded()).size, program.length);
    await assertSettled(stack);
    await assertInvariants(engine);
  });
});

describeDouble(
  "an organization that exists, with the setting in the environment",
  (engine) => {
    it("is taken over through an explicit provider by the provider's own setting, and not by the environment's (row 127)", async () => {
      const { emulator, stack } = engine;
      const { uid } = emulator.put("iam:Group", engine.root, { name: "crew", description: "made by hand" });
      const program = (setting: object, description: string): void => {
        const settings = { baseUrl: emulator.url, token: emulator.token, ...setting };
        const own: Declared = { name: "own", class: "Provider", args: settings };
        const args = { parentUid: engine.root, description };
        engine.declare([own, { name: "crew", class: "Group", args, opts: { provider: "own" } }]);
      };
      program({}, "made by hand");
      assert.match((await stack.up()).output, /exists already .* Nothing was created\.\n/);
      program({ adoptExisting: "identical" }, "ours");
      assert.match((await stack.preview()).output, /not taken over, because it differs in description/);
      program({ adoptExisting: "identical" }, "made by hand");
      emulator.clearRequests();
      assert.match(succeeded(await stack.preview()).output, /crew: takes over Group .*; changes nothing/);
      succeeded(await stack.up());
      assert.deepEqual(mutations(emulator.requests), []);
      assert.equal((await engine.recorded()).get("crew")?.id, uid);
      succeeded(await stack.destroy());
    });
  },
  { environment: { PLATFORM_ADOPT_EXISTING: "sameKey" } },
);
