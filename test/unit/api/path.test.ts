import assert from "node:assert/strict";
import { literal, path, segment, segments } from "../../../src/api/path";

describe("path", () => {
  it("keeps the slashes of a uid", () => {
    assert.equal(path`/iam/v2/groups/${"a/b/c"}`.text, "/iam/v2/groups/a/b/c");
    assert.equal(path`${literal("/iam/v2/groups")}/${"a"}`.text, "/iam/v2/groups/a");
  });

  it("encodes free text", () => {
    assert.equal(
      path`/v2/${segments("org/my image")}/history/${segment("a/b")}`.text,
      "/v2/org/my%20image/history/a%2Fb",
    );
  });

  it("refuses what is no uid, and dot segments", () => {
    for (const uid of ["..", "a/../b", "%2e", "a:b", "", "a//b", "a?b", "a#b", "a b"]) {
      assert.throws(() => path`/iam/v2/groups/${uid}`, { name: "InvalidPathError" }, uid);
    }
    assert.throws(() => segment(".."), { name: "InvalidPathError" });
    assert.throws(() => segments("a//b"), { name: "InvalidPathError" });
  });
});
