import assert from "node:assert/strict";
import { remember } from "../../../src/client/api/secret";
import { cutTo, plain, widthOf, wrapped } from "../../../src/command/output/text";

describe("a text of others in a report", () => {
  it("is one line without control characters, and keeps what people copy", () => {
    assert.equal(plain("a\u001b[31mb\r\nc\u202ed\u200be"), "a [31mb c d e");
    const digest = `sha256:${"a".repeat(64)}`;
    assert.equal(plain(digest), digest);
    assert.equal(plain("x".repeat(5000)).length, 5000);
  });

  it("holds no secret that is known, and nothing that looks like a token", () => {
    remember("known-secret-of-text");
    assert.equal(plain("a known-secret-of-text b"), "a [redacted] b");
    assert.equal(plain(`eyJ${"a".repeat(40)}.b.c`), "[redacted]");
  });

  it("begins with no command that a CI system would take", () => {
    assert.equal(plain("::add-mask::x"), ": :add-mask::x");
    assert.equal(plain("##[error]x ##vso[task]"), "# #[error]x # #vso[task]");
    assert.equal(plain("urn:pulumi:dev::site::x"), "urn:pulumi:dev::site::x");
  });
});

describe("the width of a text in a terminal", () => {
  it("counts wide characters twice and combining ones not at all", () => {
    assert.deepEqual(["abc", "日本", "e\u0301", "🙂", ""].map(widthOf), [3, 4, 1, 2, 0]);
    assert.deepEqual(["हिन्दी", "தமிழ்", "한국", "ภาษาไทย", "🇫🇷", "\u00ad\u200b"].map(widthOf), [5, 4, 4, 7, 2, 0]);
  });

  it("is never exceeded by a text that was cut", () => {
    for (const text of ["abcdefgh", "日本語日本語", "e\u0301".repeat(9)])
      for (let width = 1; width < 9; width++) {
        const cut = cutTo(text, width);
        assert.ok(widthOf(cut) <= width, `${cut} in ${width}`);
        assert.ok(cut === text || cut.endsWith("…"));
      }
  });

  it("breaks lines at spaces and commas first, then inside names, and inside a word only if it is too long", () => {
    assert.deepEqual(wrapped("whole", 5), ["whole"]);
    assert.deepEqual(wrapped("needs CAP_IAM_ROLES_LIST in acme", 20), ["needs", "CAP_IAM_ROLES_LIST", "in acme"]);
    assert.deepEqual(wrapped('["a","CAP_REPO_LIST"]', 18), ['["a",', '"CAP_REPO_LIST"]']);
    assert.deepEqual(wrapped("…/github-actions-deploy", 17), ["…/github-actions-", "deploy"]);
    assert.deepEqual(wrapped("abcdefg", 3), ["abc", "def", "g"]);
    assert.deepEqual(wrapped("世界世", 1), ["世", "界", "世"]);
  });
});
