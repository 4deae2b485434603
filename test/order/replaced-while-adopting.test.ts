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

    // Then the engine creates first, and what the create finds is the object to be replaced.
    const keepsFirst = async (run: (urn: string) => Promise<{ output: string; code: number | null }>) => {
      const opts = { replacementTrigger: "one", deleteBeforeReplace: false };
      engine.declare([identity("bot", {}, opts)]);
      succeeded(await engine.stack.up());
      const former = await uidOf("bot");
      const { output, code } = await run(await urnOf("bot"));
      assert.notEqual(code, 0, output);
      assert.match(output, /was not taken over, because it may be the object that this resource replaces/);
      assert.match(output, /If it belongs to a PullToken, change rotate/);
      assert.match(output, /remove the option deleteBeforeReplace: false/);
      assert.equal(await uidOf("bot"), former);
      assert.ok(isThere(former));
      // The remedy works.
      engine.declare([identity("bot", {}, { replacementTrigger: "one" })]);
      succeeded(await engine.stack.up("--replace", await urnOf("bot")));
      assert.ok(!isThere(former), engine.shown());
    };

    it("is refused if it would get the same object back (--replace with deleteBeforeReplace: false) (row 265)", () =>
      keepsFirst((urn) => engine.stack.up("--replace", urn)));

    it("is refused if it would get the same object back (a taint with deleteBeforeReplace: false) (row 265)", () =>
      keepsFirst((urn) => {
        engine.stack.taint(urn);
        return engine.stack.up();
      }));

    it("is refused if it would get the same object back (replacementTrigger with deleteBeforeReplace: false) (row 265)", () =>
      keepsFirst(() => {
        engine.declare([identity("bot", {}, { replacementTrigger: "two", deleteBeforeReplace: false })]);
        return engine.stack.up();
      }));
  },
  { environment: { PLATFORM_ADOPT_EXISTING: "identical" } },
);
