import assert from "node:assert/strict";
import { bots, claimMatch } from "../support/bots";
import { type EngineDouble, startDouble } from "../support/double/engine-double";
import { succeeded } from "../support/engine";

for (const shell of ["dynamic", "plugin"] as const)
  describe(`an object of the program, when others are deleted (rows 91, 94, 99), [${shell}]`, () => {
    let engine: EngineDouble;
    const start = async (options: Parameters<typeof startDouble>[0] = {}) => {
      engine = await startDouble({ ...options, shell });
    };
    afterEach(() => engine.close());
    const { identity, group, uidOf, isThere } = bots(() => engine);

    it("is not deleted with its parent, which is removed from the program (cascading platform)", async () => {
      await start({ cascade: true });
      engine.declare([group("outer")]);
      succeeded(await engine.stack.up());
      const outer = await uidOf("outer");
      const inner = group("inner", { parentUid: outer });
      engine.declare([group("outer"), inner]);
      succeeded(await engine.stack.up());
      const uid = await uidOf("inner");
      engine.declare([inner]);
      const { output } = await engine.stack.up();
      assert.ok(isThere(uid), `the program still declares ${uid}\n${output}`);
    });

    it("is not created again by adoptUid after another resource's delete-before-replace deleted it", async () => {
      await start();
      const uid = String(engine.emulator.put("iam:Identity", engine.root, { name: "bot", claimMatch }).uid);
      engine.declare([group("elsewhere"), identity("bot", { adoptUid: uid })]);
      succeeded(await engine.stack.up());
      engine.declare([
        group("elsewhere"),
        identity("bot", { adoptUid: uid, parentUid: "${elsewhere}" }),
        identity("keep", { adoptUid: uid }, { dependsOn: ["bot"] }),
      ]);
      const { output, code } = await engine.stack.up();
      assert.ok(isThere(uid) || code !== 0, `exit ${code}\n${output}`);
    });
  });
