import assert from "node:assert/strict";
import { ConfigurationError } from "../../../src/client/api/errors";
import { scrub } from "../../../src/client/api/secret";
import { isSecret } from "../../../src/command/stack/export";
import { stackChoice } from "../../../src/command/stack/options";
import { settingsWith, withStackHint } from "../../../src/command/stack/settings";

const sink = { write: () => undefined, isTerminal: false, columns: undefined, hasColors: false };
const terminal = { out: sink, err: sink };

describe("the settings of a call", () => {
  it("include the stack's config, whose secrets no message shows from then on", () => {
    const values = new Map([
      ["platform:registryToken", "secret-in-config-of-a-stack"],
      ["platform:historySegment", "_here"],
    ]);
    const settings = settingsWith({ values, secrets: new Set() }, { terminal });
    assert.equal(settings.find("historySegment")?.value, "_here");
    assert.equal(scrub("a secret-in-config-of-a-stack b"), "a [redacted] b");
  });

  it("are read from a stack only if the call names one", () => {
    assert.equal(stackChoice({ flags: {} }), undefined);
    assert.deepEqual(stackChoice({ flags: { stack: "dev" } }), { stack: "dev" });
    assert.deepEqual(stackChoice({ flags: { cwd: "x" } }), { cwd: "x" });
  });
});

describe("a message about a missing setting", () => {
  const missing = () => Promise.reject(new ConfigurationError('x is not set. Run "pulumi config set x <value>"'));

  it("says how to name the stack if none is named", async () => {
    await assert.rejects(withStackHint({ flags: {} }, missing), /name it with --stack or --cwd$/);
    await assert.rejects(withStackHint({ flags: { stack: "dev" } }, missing), /<value>"$/);
  });

  it("does not change other errors", async () => {
    await assert.rejects(
      withStackHint({ flags: {} }, () => Promise.reject(new ConfigurationError("PLATFORM_X: is no URL"))),
      /is no URL$/,
    );
  });
});

describe("a recorded value", () => {
  it("is a secret if it has Pulumi's mark", () => {
    assert.deepEqual([{ "4dabf18193072939515e22adb298388d": "x" }, {}, null, "a", []].map(isSecret), [
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
