import assert from "node:assert/strict";
import { type EngineDouble, startDouble } from "../support/double/engine-double";
import { type Declared, succeeded } from "../support/engine";

const claimMatch = { issuer: "https://token.example.com", subject: "s" };

describe("an object of the program, when others are deleted (rows 91, 94, 99),", () => {
  let engine: EngineDouble;
  let root: string;
  const start = async (options: Parameters<typeof startDouble>[0] = {}) => {
    engine = await startDouble(options);
    root = engine.emulator.organization.uid;
  };
  afterEach(() => engine.close());

  const identity = (name: string, args: object = {}, opts: object = {}): Declared => ({
    name,
    class: "Identity",
    args: { parentUid: root, name: "bot", claimMatch, ...args },
    opts: { ...opts },
  });
  const group = (name: string, args: object = {}, opts: object = {}): Declared => ({
    name,
    class: "Group",
    args: { parentUid: root, ...args },
    opts: { ...opts },
  });
  const uidOf = async (name: string) => String((await engine.recorded()).get(name)?.id);
  const isThere = (uid: string) => engine.emulator.get(uid) !== undefined;
  const refusedAfter = (name: string): Declared => ({
    name: "refused",
    class: "Group",
    args: { parentUid: "nobody" },
    opts: { dependsOn: [name] },
  });
  /** A state in which "bot" and "renamed" record one identity, as row 91 has it; answers its uid. */
  const _recordTwice = async () => {
    engine.declare([identity("bot")]);
    succeeded(await engine.stack.up());
    const uid = await uidOf("bot");
    engine.declare([identity("renamed", { adoptUid: uid }), refusedAfter("renamed")]);
    assert.equal((await engine.stack.up()).code, 1);
    assert.deepEqual([...(await engine.recorded()).keys()].sort(), ["bot", "renamed"]);
    return uid;
  };

  it("is not deleted with its parent, which leaves the program (cascading platform)", async () => {
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
    const uid = String(engine.emulator.put("iam:Identity", root, { name: "bot", claimMatch }).uid);
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
