import assert from "node:assert/strict";
import { bots } from "../support/bots";
import { describeDouble } from "../support/double/describe-double";
import { succeeded } from "../support/engine";

/** Whoever replaces a compromised identity must not get the same one back. */
describeDouble(
  "a replacement that only the engine knows of, while creates may take over what they find (row 136)",
  (engine) => {
    const { identity, uidOf, urnOf, isThere } = bots(() => engine);
    const replaces = async (run: (urn: string) => Promise<unknown>) => {
      engine.declare([identity("bot", {}, { replacementTrigger: "one" })]);
      succeeded(await engine.stack.up());
      const former = await uidOf("bot");
      await run(await urnOf("bot"));
      assert.notEqual(await uidOf("bot"), former, engine.shown());
      assert.ok(!isThere(former), engine.shown());
      assert.ok(isThere(await uidOf("bot")));
    };

    it("creates another object (--replace)", () =>
      replaces(async (urn) => succeeded(await engine.stack.up("--replace", urn))));

    it("creates another object (a taint)", () =>
      replaces(async (urn) => {
        engine.stack.taint(urn);
        succeeded(await engine.stack.up());
      }));

    it("creates another object (replacementTrigger)", () =>
      replaces(async () => {
        engine.declare([identity("bot", {}, { replacementTrigger: "two" })]);
        succeeded(await engine.stack.up());
      }));
  },
  { environment: { PLATFORM_ADOPT_EXISTING: "identical" } },
);
