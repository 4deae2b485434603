import assert from "node:assert/strict";
import { bots } from "../support/bots";
import { describeEngineHosts } from "../support/describe-engine";

describeEngineHosts("an object of the program, when others are deleted (rows 91, 94, 99),", (engine) => {
  const { refused, identity, isThere, recordTwice } = bots(() => engine);

  it("is not deleted with its second entry in the state, even if its own update never ran (--continue-on-error)", async () => {
    const uid = await recordTwice();
    engine.declare([refused, identity("renamed", { description: "changed" }, { dependsOn: ["refused"] })]);
    const { output } = await engine.stack.up("--continue-on-error");
    assert.ok(isThere(uid), output);
  });
});
