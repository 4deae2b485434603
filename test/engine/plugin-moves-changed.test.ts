import assert from "node:assert/strict";
import { type Declared, succeeded } from "../support/engine";
import { bots } from "./bots";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";
import { movingStack } from "./moving-stack";

const shells = ["plugin", "dynamic"] as const;

describeEngine(
  "a stack that changes its host, and more,",
  (engine) => {
    const { identity, group, uidOf, urnOf, isThere } = bots(() => engine);

    it("sends an update and a replacement of the same update, and no other request", async () => {
      const { stack, emulator } = engine;
      const program = (text: string, parent: string): Declared[] => [
        group("team"),
        group("other"),
        group("text", { description: text }),
        identity("bot", { parentUid: parent }),
        group("inside", { parentUid: "${team}" }),
        { name: "still", class: "Repo", args: { parentUid: engine.root, name: "still" } },
      ];
      engine.declare(program("0", "${team}"));
      const { use, writes, assertOn, assertNothingToDo } = movingStack(engine);
      succeeded(await stack.up());
      for (const [turn, shell] of shells.entries()) {
        const [text, old] = [await uidOf("text"), await uidOf("bot")];
        const parent = turn === 0 ? "other" : "team";
        await use(shell);
        engine.declare(program(String(turn + 1), `\${${parent}}`));
        emulator.clearRequests();
        succeeded(await stack.up());
        assert.deepEqual(
          writes().sort(),
          [
            `DELETE /iam/v2/identities/${old}`,
            `PATCH /iam/v2/groups/${text}`,
            `POST /iam/v2/identities/${await uidOf(parent)}`,
          ].sort(),
          shell,
        );
        assert.deepEqual([isThere(old), isThere(await uidOf("bot"))], [false, true]);
        assertOn(shell);
        await assertNothingToDo();
      }
      await assertInvariants(engine);
    });

    it("does not replace a tainted resource in the same update: what the error says moves it, and then replaces it", async () => {
      const { stack } = engine;
      engine.declare([{ ...group("team"), opts: { deleteBeforeReplace: true } }]);
      const { use, assertOn } = movingStack(engine);
      succeeded(await stack.up());
      for (const shell of shells) {
        const [uid, urn] = [await uidOf("team"), await urnOf("team")];
        succeeded(await stack.taint(urn));
        await use(shell);
        const refused = await stack.up();
        assert.equal(refused.code, 1);
        assert.match(refused.output, /If its host or provider changes too, .* undo a taint with pulumi state untaint/);
        succeeded(await stack.run(["state", "untaint", urn, "--yes"]));
        succeeded(await stack.up());
        assert.equal(await uidOf("team"), uid);
        assertOn(shell);
        succeeded(await stack.taint(await urnOf("team")));
        succeeded(await stack.up());
        assert.notEqual(await uidOf("team"), uid);
      }
      await assertInvariants(engine);
    });
  },
  { shell: "dynamic" },
);
