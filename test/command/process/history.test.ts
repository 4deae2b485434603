import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { startWorld } from "../../support/command";
import { quickCall } from "./quick-call";

describe("pulumi-platform history", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  before(async () => {
    emulator = await startWorld();
  });
  after(() => emulator.close());
  const ask = (...words: string[]) => quickCall(["history", ...words], { environment: emulator.environment });

  it("refuses an invalid call and an unknown tag with 1", async () => {
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [["acme/web@sha256:abc"], /image must name a tag, .* because a digest has no history/],
      [["acme/web:1.2", "--since", "1d", "--until", "2d"], /--since must not be later than --until/],
      [["acme/web:1.2", "--at", "2026-01-01"], /: acme\/web:1\.2 had no digest at 2026-01-01 00:00:00Z$/m],
      [["acme/web:9"], /\[MANIFEST_UNKNOWN\]/],
    ];
    for (const [words, text] of wrong) {
      const { code, stdout, stderr } = await ask(...words);
      assert.deepEqual([code, stdout], [1, ""], words.join(" "));
      assert.match(stderr, text);
      assert.match(stderr, /^error: [^\n]+\n(Run "pulumi-platform history --help" [^\n]+\n)?$/);
    }
  });
});
