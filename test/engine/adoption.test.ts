import assert from "node:assert/strict";
import { describeEngine } from "../support/describe-engine";
import { type Declared, succeeded } from "../support/engine";
import { assertInvariants } from "../support/invariants";
import { mutations } from "../support/log";

describeEngine(
  "adoptUid on the engine",
  (engine) => {
    it("takes over the right object once, and refuses every other without a change (row 13)", async () => {
      const { emulator, world } = engine;
      const root = emulator.organization.uid;
      const [elsewhere = ""] = world.uids["iam:Group"] ?? [];
      const put = (type: string, parent: string, body: Record<string, unknown>) =>
        String(emulator.put(type, parent, body).uid);
      const right = put("iam:Group", root, { name: "right" });
      const otherParent = put("iam:Group", elsewhere, { name: "moved" });
      const otherKey = put("iam:Group", root, { name: "renamed" });
      const otherType = put("registry:Repo", root, { name: "typed" });
      const group = (name: string, adoptUid: string, more: object = {}): Declared => ({
        name,
        class: "Group",
        args: { parentUid: root, adoptUid, ...more },
      });
      const wrong: Record<string, readonly [Declared, RegExp]> = {
        moved: [group("moved", otherParent), /its parentUid differs/],
        named: [group("named", otherKey), /its name differs from the program/],
        typed: [group("typed", otherType), /no Group has this uid/],
        nobody: [group("nobody", `${root}/0123456789abcdef`), /no Group has this uid/],
        hostile: [group("hostile", "../groups"), /adoptUid must be a uid/],
      };
      engine.declare([group("right", right)]);
      emulator.clearRequests();
      succeeded(await engine.stack.up());
      assert.deepEqual(mutations(emulator.requests), [], "it was as the program wants it");

      for (const [name, [declared, reason]] of Object.entries(wrong)) {
        engine.declare([group("right", right), declared]);
        const refused = await engine.stack.up();
        assert.equal(refused.code, 1, name);
        assert.match(refused.output, reason, name);
      }
      const twice = put("iam:Group", root, { name: "twice" });
      const both = ["one", "two"].map((name) => group(name, twice, { name: "twice" }));
      engine.declare([group("right", right), ...both]);
      const claimed = await engine.stack.up("--continue-on-error");
      assert.equal(claimed.code, 1);
      assert.match(claimed.output, /another resource of this program manages/);
      assert.deepEqual(mutations(emulator.requests), []);

      engine.declare([group("right", right)]);
      succeeded(await engine.stack.up());
      await assertInvariants(engine);
    });
  },
  { shared: true },
);
