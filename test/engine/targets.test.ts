import assert from "node:assert/strict";
import { bots } from "../support/bots";
import { describeEngineHosts } from "../support/describe-engine";
import { assertSettled, succeeded } from "../support/engine";

/** With --target, the engine asks a provider about the targeted resources alone. */
describeEngineHosts("an object whose new resource is not targeted", (engine) => {
  const { identity, uidOf, urnOf, deletes, isThere } = bots(() => engine);
  /** A state in which two resources have one object: the former one is no longer in the program. */
  const adopted = async () => {
    engine.declare([identity("bot")]);
    succeeded(await engine.stack.up());
    const [uid, former] = [await uidOf("bot"), await urnOf("bot")];
    engine.declare([identity("renamed", { adoptUid: uid })]);
    succeeded(await engine.stack.up("--target", former.replace(/bot$/, "renamed")));
    assert.deepEqual([...(await engine.recorded()).keys()].sort(), ["bot", "renamed"]);
    engine.emulator.clearRequests();
    return { uid, former };
  };

  it("is deleted by an update that targets only its old resource, because the host does not know of the new one", async () => {
    const { uid, former } = await adopted();
    succeeded(await engine.stack.up("--target", former));
    assert.ok(!isThere(uid));
  });

  it("stays in an update without --target, which removes the old resource from the state", async () => {
    const { uid } = await adopted();
    succeeded(await engine.stack.up());
    assert.deepEqual(deletes(), []);
    assert.ok(isThere(uid));
    assert.deepEqual([...(await engine.recorded()).keys()], ["renamed"]);
    await assertSettled(engine.stack);
  });
});
