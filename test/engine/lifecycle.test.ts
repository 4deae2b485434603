import assert from "node:assert/strict";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

describeEngine("resources on the engine", (engine) => {
  const group = (name: string, args: object = {}): Declared => ({
    name,
    class: "Group",
    args: { parentUid: engine.root, ...args },
  });

  it("refuse to create a second object with one key, name its uid, and adopt it on request (rows 11, 92) (report: a refresh shows an input that only steers as changed)", async () => {
    const { uid } = engine.emulator.put("iam:Group", engine.root, { name: "team", description: "made by hand" });
    engine.declare([group("team", { description: "ours" })]);
    engine.emulator.clearRequests();
    const refused = await engine.stack.up();
    assert.equal(refused.code, 1);
    assert.match(refused.output, new RegExp(`A Group with this name exists already under ${engine.root}: ${uid}`));
    assert.match(refused.output, new RegExp(`adoptUid: "${uid}"`));
    assert.deepEqual(mutations(engine.emulator.requests), []);

    engine.declare([group("team", { description: "ours", adoptUid: uid })]);
    succeeded(await engine.stack.up());
    assert.deepEqual(mutations(engine.emulator.requests), [
      { method: "PATCH", target: `/iam/v2/groups/${uid}`, mask: "description", paths: ["description"] },
    ]);
    assert.equal((await engine.recorded()).get("team")?.id, uid);
    await assertSettled(engine.stack);
    // adoptUid has done its work: it is no difference in a refresh, and taking it out again is no change.
    engine.emulator.edit(String(uid), { description: "by hand" });
    const shown = succeeded(await engine.stack.refresh("--yes", "--diff"));
    assert.match(shown.output, /description/);
    assert.doesNotMatch(shown.output, /adoptUid/);
    engine.declare([group("team", { description: "by hand" })]);
    await assertInvariants(engine);
  });

  it("refuse the second of two resources with one key, and leave the first alone (row 12)", async () => {
    engine.declare([group("one", { name: "same" }), group("two", { name: "same" })]);
    for (const result of [await engine.stack.preview(), await engine.stack.up()]) {
      assert.equal(result.code, 1);
      assert.match(result.output, /Another resource of this program, "(one|two)", has the same parentUid and name/);
    }
    assert.equal(engine.emulator.list("iam:Group").filter(({ name }) => name === "same").length, 1);
    const [made = ""] = (await engine.recorded()).keys();
    const other = made === "one" ? "two" : "one";
    engine.declare([group(made, { name: "same" }), group(other, { name: "another" })]);
    succeeded(await engine.stack.up());
    assert.deepEqual([...(await engine.recorded()).keys()].sort(), ["one", "two"]);
    await assertInvariants(engine);
  });
});
