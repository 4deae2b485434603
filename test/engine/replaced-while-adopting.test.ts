import assert from "node:assert/strict";
import { succeeded } from "../support/engine";
import type { CommandResult } from "../support/stack";
import { bots } from "./bots";
import { describeEngineHosts } from "./describe-engine";

/** Whoever replaces a compromised identity must not get the same one back. */
describeEngineHosts(
  "a replacement that only the engine knows of, while creates may take over what they find (row 136)",
  (engine) => {
    const { identity, uidOf, urnOf, isThere } = bots(() => engine);
    const declare = (replacementTrigger: string, opts: object = {}) =>
      engine.declare([identity("bot", {}, { replacementTrigger, ...opts })]);

    /** The ways to have the engine replace "bot" without asking the provider. */
    const ways = (opts: object = {}): Readonly<Record<string, () => Promise<CommandResult>>> => ({
      "--replace": async () => engine.stack.up("--replace", await urnOf("bot")),
      replacementTrigger: () => {
        declare("two", opts);
        return engine.stack.up();
      },
      "a taint": async () => {
        succeeded(await engine.stack.taint(await urnOf("bot")));
        return engine.stack.up();
      },
    });

    it("creates another object (--replace, replacementTrigger, a taint)", async () => {
      declare("one");
      succeeded(await engine.stack.up());
      for (const [way, replace] of Object.entries(ways())) {
        const former = await uidOf("bot");
        const { output } = succeeded(await replace());
        assert.notEqual(await uidOf("bot"), former, `${way}\n${output}`);
        assert.deepEqual([isThere(former), isThere(await uidOf("bot"))], [false, true], `${way}\n${output}`);
      }
    });

    // Then the engine creates first, and what the create finds is the object to be replaced.
    it("is refused if it would get the same object back, with deleteBeforeReplace: false (row 265)", async () => {
      const opts = { deleteBeforeReplace: false };
      declare("one", opts);
      succeeded(await engine.stack.up());
      const former = await uidOf("bot");
      for (const [way, replace] of Object.entries(ways(opts))) {
        const { output, code } = await replace();
        assert.notEqual(code, 0, `${way}\n${output}`);
        assert.match(output, /was not taken over, because it may be the object that this resource replaces/, way);
        assert.match(output, /lists it in a PullToken, change rotate/, way);
        assert.match(output, /remove the option deleteBeforeReplace: false/, way);
        assert.equal(await uidOf("bot"), former, way);
        assert.ok(isThere(former), way);
      }
      // The remedy works.
      declare("one");
      succeeded(await engine.stack.up("--replace", await urnOf("bot")));
      assert.ok(!isThere(former), engine.shown());
    });
  },
  { adoptExisting: "identical" },
);
