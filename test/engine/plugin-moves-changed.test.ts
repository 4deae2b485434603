import assert from "node:assert/strict";
import { bots } from "../support/bots";
import { describeEngine } from "../support/describe-engine";
import { type Declared, succeeded } from "../support/engine";
import { assertInvariants } from "../support/invariants";
import { movingStack } from "../support/moving-stack";
import * as token from "../support/pull-token";
import { writeFiles } from "../support/workspace";

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

    it("rotates a pull token without a gap, and deletes what that replaced in the next update if it could not before (row 258)", async () => {
      const { stack, emulator } = engine;
      token.putImage(engine);
      token.declareToken(engine, 'rotate: "0"');
      const { use, assertOn, assertNothingToDo } = movingStack(engine);
      succeeded(await stack.up());
      for (const [turn, shell] of shells.entries()) {
        const former = token.login(engine);
        await use(shell);
        token.declareToken(engine, `rotate: "${turn + 1}"`);
        const fault = { method: "DELETE", path: "/iam", times: Infinity } as const;
        const refused = emulator.fault({ ...fault, action: { kind: "status", code: "PERMISSION_DENIED" } });
        emulator.clearRequests();
        assert.equal((await stack.up()).code, 1);
        assert.deepEqual(token.writes(engine), ["POST identities", "POST roleBindings"]);
        assert.deepEqual(await token.pull(engine, former), [200, 200]);
        refused.remove();
        succeeded(await stack.up());
        assert.deepEqual(await token.pull(engine, former), [401]);
        assert.deepEqual(await token.pull(engine, token.login(engine)), [200, 200]);
        assertOn(shell);
        await assertNothingToDo();
      }
      await assertInvariants(engine);
    });

    it("shows an explicit provider as created and deleted, and on the way back an update of each resource that the plugin has refreshed", async () => {
      const { stack, workspace, emulator } = engine;
      const provider = `new platform.Provider("same", { baseUrl: "${emulator.url}", token: "${emulator.token}" })`;
      writeFiles(workspace.directory, {
        "index.js": `
          const platform = require("pulumi-platform");
          new platform.Group("explicit", { parentUid: "${engine.root}" }, { provider: ${provider} });
          new platform.Group("usual", { parentUid: "${engine.root}" });
        `,
      });
      const { use, ids, writes, assertOn } = movingStack(engine);
      succeeded(await stack.up());
      const before = ids();
      emulator.clearRequests();
      for (const [shell, resources] of [
        ["plugin", []],
        ["dynamic", ["update"]],
      ] as const) {
        if (shell === "dynamic") succeeded(await stack.refresh("--yes", "--skip-preview"));
        await use(shell);
        const preview = succeeded(await stack.preview("--json"));
        const { steps } = JSON.parse(preview.stdout) as { steps: { op: string; urn: string }[] };
        const opsOf = (name: string) =>
          steps
            .filter(({ urn }) => urn.endsWith(`::${name}`))
            .map(({ op }) => op)
            .sort();
        assert.deepEqual(
          [opsOf("same"), opsOf("explicit"), opsOf("usual")],
          [["create", "delete"], resources, resources],
          shell,
        );
        succeeded(await stack.up());
        assert.deepEqual([writes(), ids()], [[], before]);
        assertOn(shell);
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

    it("is refused with --target while it moves, and moves with the next update of all; then --target needs the new URNs", async () => {
      const { stack, emulator } = engine;
      engine.declare([group("one"), group("two")]);
      const { use, ids, writes, countOn, assertOn, assertNothingToDo } = movingStack(engine);
      succeeded(await stack.up());
      const before = ids();
      for (const shell of shells) {
        const from = await urnOf("one");
        await use(shell);
        emulator.clearRequests();
        const refused = await stack.up("--target", from);
        assert.equal(refused.code, 1, refused.output);
        assert.match(refused.output, /due to a change of providers mixed with --target/);
        assert.deepEqual([writes(), ids(), countOn(shell)], [[], before, 0]);
        succeeded(await stack.up());
        assert.deepEqual([writes(), ids()], [[], before]);
        assertOn(shell);
        engine.declare([group("one", { description: shell }), group("two", { description: shell })]);
        const missed = await stack.up("--target", from);
        assert.equal(missed.code, 1, missed.output);
        assert.match(missed.output, /Target '.*Group::one' could not be found in the stack/);
        succeeded(await stack.up("--target", "**Group::one"));
        assert.deepEqual(writes(), [`PATCH /iam/v2/groups/${await uidOf("one")}`]);
        succeeded(await stack.up());
      }
      await assertNothingToDo();
      await assertInvariants(engine);
    });
  },
  { shell: "dynamic" },
);
