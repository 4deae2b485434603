import assert from "node:assert/strict";
import { ConfigurationError } from "../../../src/client/api/errors";
import { scrub } from "../../../src/client/api/secret";
import { settingsWith, withStackHint } from "../../../src/command/stack/settings";
import { terminalOf } from "../live-access";

describe("the settings of a call", () => {
  it("include the stack's config, whose secrets no message shows from then on", () => {
    const values = new Map([
      ["platform:registryToken", "secret-in-config-of-a-stack"],
      ["platform:historySegment", "_here"],
    ]);
    const settings = settingsWith({ values, secrets: new Set() }, { terminal: terminalOf() });
    assert.equal(settings.find("historySegment")?.value, "_here");
    assert.equal(scrub("a secret-in-config-of-a-stack b"), "a [redacted] b");
  });
});

describe("a message about a missing setting", () => {
  const missing = () => Promise.reject(new ConfigurationError('x is not set. Run "pulumi config set x <value>"'));

  it("says how to name the stack if none is named", async () => {
    await assert.rejects(withStackHint({ flags: {} }, missing), /name it with --stack or --cwd$/);
    await assert.rejects(withStackHint({ flags: { stack: "dev" } }, missing), /<value>"$/);
  });
});
