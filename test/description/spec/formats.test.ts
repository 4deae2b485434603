import assert from "node:assert/strict";
import { stringComplaint } from "../../../src/description/spec/formats";
import { digest, https, int64, string, timestamp } from "../../../src/description/spec/types";
import { isUid } from "../../../src/description/uid";

describe("a uid", () => {
  it("consists of ids joined by slashes, of 1 to 1,024 characters", () => {
    for (const uid of ["a", "a/b", "1f-_/Z9/0", "x".repeat(1024)]) assert.equal(isUid(uid), true, uid);
    for (const uid of ["", "/", "x".repeat(1025)]) assert.equal(isUid(uid), false);
  });
});

describe("a form that the platform does not return", () => {
  it("is refused for a 64-bit integer, which it returns without leading zeros (report: an id with leading zeros differs for ever)", () => {
    for (const text of ["0", "7", "-7", "9223372036854775807", "-9223372036854775808"])
      assert.equal(stringComplaint(int64, text), undefined, text);
    for (const text of ["042", "-0", "00", "-07", "+7", "9223372036854775808", "12345678901234567890"])
      assert.match(stringComplaint(int64, text) ?? "", /64-bit/, text);
  });

  it("is refused for a day that does not exist (report: a day that does not exist becomes another one)", () => {
    for (const day of ["2027-02-30", "2027-02-29", "2027-04-31", "2026-13-05", "2026-01-00", "2100-02-29"])
      assert.match(stringComplaint(timestamp, `${day}T00:00:00Z`) ?? "", /RFC 3339/, day);
    for (const time of ["2028-02-29T00:00:00Z", "2027-01-31T23:59:59+14:00", "2027-03-01T00:00:00.123456789-12:00"])
      assert.equal(stringComplaint(timestamp, time), undefined, time);
    for (const time of ["2027-01-01T24:00:00Z", "2027-01-01T00:60:00Z"])
      assert.match(stringComplaint(timestamp, time) ?? "", /RFC 3339/, time);
  });
});

describe("other formats", () => {
  it("describe what they require", () => {
    assert.equal(stringComplaint(https, "login.example.com"), "must be a URL, like https://login.example.com");
    assert.equal(stringComplaint(https, "https://kubernetes.default.svc"), undefined, "it may be private");
    assert.match(stringComplaint(digest, "sha256:abc") ?? "", /64/);
    assert.match(stringComplaint(string(/^a+$/), "b") ?? "", /must match \^a\+\$/);
  });
});
