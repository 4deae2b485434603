import assert from "node:assert/strict";
import { type Declared, type Engine, startEngine, succeeded } from "../support/engine";

const claimMatch = { issuer: "https://token.example.com", subject: "s" };

describe("an object of the program, when others are deleted (rows 91, 94, 99),", function () {
  this.timeout(180_000);
  let engine: Engine;
  let root: string;
  const start = async (options: Parameters<typeof startEngine>[0] = {}) => {
    engine = await startEngine(options);
    root = engine.emulator.organization.uid;
  };
  afterEach(() => engine.close());

  const identity = (name: string, args: object = {}, opts: object = {}): Declared => ({
    name,
    class: "Identity",
    args: { parentUid: root, name: "bot", claimMatch, ...args },
    opts: { ...opts },
  });
  const _group = (name: string, args: object = {}, opts: object = {}): Declared => ({
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
  const recordTwice = async () => {
    engine.declare([identity("bot")]);
    succeeded(await engine.stack.up());
    const uid = await uidOf("bot");
    engine.declare([identity("renamed", { adoptUid: uid }), refusedAfter("renamed")]);
    assert.equal((await engine.stack.up()).code, 1);
    assert.deepEqual([...(await engine.recorded()).keys()].sort(), ["bot", "renamed"]);
    return uid;
  };

  it("is not deleted with a second entry for it, even when its own update never happened (--continue-on-error)", async () => {
    await start();
    const uid = await recordTwice();
    engine.declare([
      { name: "refused", class: "Group", args: { parentUid: "nobody" } },
      identity("renamed", { description: "changed" }, { dependsOn: ["refused"] }),
    ]);
    const { output } = await engine.stack.up("--continue-on-error");
    assert.ok(isThere(uid), output);
  });
});
