import assert from "node:assert/strict";
import { assertSettled, succeeded } from "../support/engine";
import { describeEngine } from "./describe-engine";

describeEngine("adoptUid", (engine) => {
  it("is never a difference, whether the program keeps, removes or changes it (row 92) (report: a refresh shows an input that only steers as changed)", async () => {
    const { stack, emulator, root } = engine;
    const uid = String(emulator.put("iam:Group", root, { name: "team", description: "ours" }).uid);
    const declare = (more: object) =>
      engine.declare([{ name: "team", class: "Group", args: { parentUid: root, description: "ours", ...more } }]);
    const shown = async (...words: string[]) => {
      const { output } = succeeded(await stack.operate(words));
      assert.match(output, /description/);
      assert.doesNotMatch(output, /adoptUid/);
    };
    declare({ adoptUid: uid });
    succeeded(await stack.up());
    for (const more of [{ adoptUid: uid }, {}, { adoptUid: `${root}/another` }]) {
      emulator.edit(uid, { description: "by hand" });
      await shown("refresh", "--preview-only", "--diff");
      await shown("up", "--refresh", "--yes", "--diff");
      emulator.edit(uid, { description: "by hand" });
      await shown("refresh", "--yes", "--diff");
      declare(more);
      await shown("preview", "--diff");
      await shown("up", "--yes", "--diff");
      await assertSettled(stack);
    }
  });
});
