import assert from "node:assert/strict";
import { bots, claimMatch } from "../support/bots";
import { describeEngineHosts } from "../support/describe-engine";
import { succeeded } from "../support/engine";

describeEngineHosts("an object of the program, when others are deleted (rows 91, 94, 99),", (engine) => {
  const { refused, identity, group, isThere, recordTwice } = bots(() => engine);

  it("is not deleted with its second entry in the state, even if its own update never ran (--continue-on-error)", async () => {
    const uid = await recordTwice();
    engine.declare([refused, identity("renamed", { description: "changed" }, { dependsOn: ["refused"] })]);
    const { output } = await engine.stack.up("--continue-on-error");
    assert.ok(isThere(uid), output);
  });

  it("is not created again by adoptUid after another resource's delete-before-replace deleted it", async () => {
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
