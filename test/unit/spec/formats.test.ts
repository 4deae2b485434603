import assert from "node:assert/strict";
import { isUid, stringComplaint } from "../../../src/spec/formats";
import { digest, https, sink, string, timestamp } from "../../../src/spec/types";

describe("a uid", () => {
  it("is ids joined by slashes", () => {
    for (const uid of ["a", "a/b", "1f-_/Z9/0"]) assert.equal(isUid(uid), true, uid);
  });

  it("is nothing that could reach another route", () => {
    const hostile = [
      "",
      "/",
      "a/",
      "/a",
      "a//b",
      "../x",
      "a/../b",
      "a/.",
      "%2e%2e",
      "a%2Fb",
      "a?x=1",
      "a#b",
      "a:verb",
      "a\\b",
      "a b",
    ];
    for (const uid of [...hostile, "a\u0000", "a\n", "é", "a/readme", "x".repeat(1025)])
      assert.equal(isUid(uid), false, JSON.stringify(uid));
  });
});

describe("the address of a sink", () => {
  it("is an https URL of a public host", () => {
    assert.equal(stringComplaint(sink, "https://sink.example.com/hook?x=1"), undefined);
  });

  it("is refused when it points into a private place or carries a password", () => {
    for (const text of [
      "http://sink.example.com",
      "https://user:secret@sink.example.com",
      "https://169.254.169.254/latest",
      "https://[::1]/",
      "https://10.0.0.1/",
      "https://172.16.0.1/",
      "https://192.168.1.1/",
      "https://2130706433/",
      "https://0x7f000001/",
      "https://localhost/",
      "https://a.localhost/",
      "https://sink.example.com:0/",
      "sink.example.com",
      "https://sink.example.com/a b",
    ]) {
      assert.equal(typeof stringComplaint(sink, text), "string", text);
    }
  });

  it("may be private where the platform does not call it", () => {
    assert.equal(stringComplaint(https, "https://kubernetes.default.svc"), undefined);
  });
});

describe("other formats", () => {
  it("say what they want", () => {
    assert.match(stringComplaint(timestamp, "yesterday") ?? "", /RFC 3339/);
    assert.equal(stringComplaint(timestamp, "2026-01-05T08:30:08.123456789Z"), undefined);
    assert.match(stringComplaint(timestamp, "2026-13-05T08:30:08Z") ?? "", /RFC 3339/);
    assert.match(stringComplaint(digest, "sha256:abc") ?? "", /64/);
    assert.match(stringComplaint(string(/^a+$/), "b") ?? "", /must match \^a\+\$/);
  });
});
