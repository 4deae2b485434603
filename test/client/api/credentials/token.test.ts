import assert from "node:assert/strict";
import { expiringToken } from "../../../../src/client/api/credentials/expiring-token";
import { checkedToken, fixedToken } from "../../../../src/client/api/credentials/token";
import { ConfigurationError } from "../../../../src/client/api/errors";
import { path } from "../../../../src/description/wire/path";
import { scriptedClient } from "../../../support/scripted";

describe("a fixed token", () => {
  it("is always the same, and has no replacement after a refusal", async () => {
    const source = fixedToken("token-1", "T");
    const token = await source.current();
    assert.equal(token.reveal(), "token-1");
    assert.equal(await source.current(), token);
    assert.equal(await source.renew(token), undefined);
  });

  it("may contain every visible ASCII character, and be 16 KiB long", () => {
    const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, i) => 33 + i));
    for (const text of [visible, "x".repeat(16 * 1024), "\uFEFFabc\r\n"])
      assert.doesNotThrow(() => fixedToken(text, "T"));
    assert.throws(() => fixedToken("x".repeat(16 * 1024 + 1), "T"), {
      message: "T: a token must not be longer than 16 KiB",
    });
  });

  it("is rejected with the name of its setting, and is not shown (row 43)", () => {
    const reason = "T: a token must not contain spaces, line breaks or non-ASCII characters";
    for (const text of ["a b", "a\r\nX-Injected: 1", "a\u0000b", "a\u007fb", "tökén", "a\u2028b"]) {
      assert.throws(() => fixedToken(text, "T"), { name: "ConfigurationError", message: reason }, JSON.stringify(text));
    }
    for (const text of ["", " ", "\n", "\uFEFF"])
      assert.throws(() => fixedToken(text, "T"), { message: "T: contains no token" });
  });
});

const target = path`/iam/v2/groups/${"org/team"}`;

describe("an invalid token", () => {
  it("is rejected before any request and is not shown, from every source (row 43)", async () => {
    const canary = "canary-7f3a";
    for (const text of [
      `${canary}\r\nx-injected: 1`,
      `${canary}\n${canary}`,
      `${canary} ${canary}`,
      `${canary}ö`,
      `${canary}\u0000`,
      canary.repeat(10_000),
    ]) {
      const isSilent = (error: Error) =>
        error instanceof ConfigurationError &&
        /^PLATFORM_TOKEN: .+$/.test(error.message) &&
        !error.message.includes(canary);
      assert.throws(() => fixedToken(text, "PLATFORM_TOKEN"), isSilent);
      const tokens = expiringToken(async () => ({ token: checkedToken(text, "PLATFORM_TOKEN"), expiresAt: undefined }));
      const { client, requests } = scriptedClient([], { tokens });
      await assert.rejects(client.get(target), isSilent);
      assert.equal(requests.length, 0);
    }
  });
});
