import assert from "node:assert/strict";
import { stringComplaint } from "../../../src/spec/formats";
import { digest, https, string, timestamp } from "../../../src/spec/types";
import { isUid } from "../../../src/uid";

describe("a uid", () => {
  it("consists of ids joined by slashes", () => {
    for (const uid of ["a", "a/b", "1f-_/Z9/0"]) assert.equal(isUid(uid), true, uid);
  });

  it("has 1 to 1,024 characters", () => {
    assert.equal(isUid("x".repeat(1024)), true);
    for (const uid of ["", "/", "x".repeat(1025)]) assert.equal(isUid(uid), false);
  });
});

describe("an https URL that the platform does not call", () => {
  it("may be private", () => {
    assert.equal(stringComplaint(https, "https://kubernetes.default.svc"), undefined);
  });

  it("is asked for with an example of its own", () => {
    assert.equal(stringComplaint(https, "login.example.com"), "must be a URL, like https://login.example.com");
  });
});

describe("other formats", () => {
  it("describe what they require", () => {
    assert.match(stringComplaint(timestamp, "yesterday") ?? "", /RFC 3339/);
    assert.equal(stringComplaint(timestamp, "2026-01-05T08:30:08.123456789Z"), undefined);
    assert.match(stringComplaint(timestamp, "2026-13-05T08:30:08Z") ?? "", /RFC 3339/);
    assert.match(stringComplaint(digest, "sha256:abc") ?? "", /64/);
    assert.match(stringComplaint(string(/^a+$/), "b") ?? "", /must match \^a\+\$/);
  });
});
