import assert from "node:assert/strict";
import { fixedToken } from "../../../../src/client/api/credentials/token";

describe("a fixed token", () => {
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
    for (const text of ["a b", "a\r\nX-Injected: 1", "a\u0000b", "a\u007fb", "tökén", "a\u2028b"])
      assert.throws(() => fixedToken(text, "T"), { name: "ConfigurationError", message: reason }, JSON.stringify(text));
    for (const text of ["", " ", "\n", "\uFEFF"])
      assert.throws(() => fixedToken(text, "T"), { message: "T: contains no token" });
  });
});
