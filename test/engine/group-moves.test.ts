import assert from "node:assert/strict";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { describeEngineHosts } from "./describe-engine";
import { assertInvariants } from "./invariants";

describeEngineHosts("a group that moves to another parent", (engine) => {
  it("shows in the plan which resources are replaced with it, and protect prevents that (rows 99, 201)", async () => {
    const { root, stack } = engine;
    const [elsewhere = ""] = engine.world.uids["iam:Group"] ?? [];
    const declare = (parentUid: string, opts: Declared["opts"] = {}) =>
      engine.declare([
        { name: "team", class: "Group", args: { parentUid }, opts },
        { name: "web", class: "Repo", args: { parentUid: "${team}" } },
      ]);
    declare(root);
    succeeded(await stack.up());
    declare(elsewhere);
    const plan = succeeded(await stack.preview());
    assert.match(
      plan.output,
      /warning: the change of parentUid replaces the Group "team" \([0-9a-f/]+\) and everything in it/,
    );
    declare(root, { protect: true });
    succeeded(await stack.up());
    declare(elsewhere, { protect: true });
    const refused = await stack.up();
    assert.equal(refused.code, 1);
    assert.match(refused.output, /unable to replace resource/);
    declare(elsewhere);
    succeeded(await stack.up());
    await assertSettled(stack);
    await assertInvariants(engine);
  });
});
