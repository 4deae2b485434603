import assert from "node:assert/strict";
import { bots } from "../support/bots";
import { type Engine, startEngine } from "../support/engine";

describe("an object of the program, when others are deleted (rows 91, 94, 99),", function () {
  this.timeout(180_000);
  let engine: Engine;
  beforeEach(async () => {
    engine = await startEngine();
  });
  afterEach(() => engine.close());
  const { refused, identity, isThere, recordTwice } = bots(() => engine);

  it("is not deleted with a second entry for it, even when its own update never happened (--continue-on-error)", async () => {
    const uid = await recordTwice();
    engine.declare([refused, identity("renamed", { description: "changed" }, { dependsOn: ["refused"] })]);
    const { output } = await engine.stack.up("--continue-on-error");
    assert.ok(isThere(uid), output);
  });
});
