import assert from "node:assert/strict";
import { parseRetryAfter } from "../../../../src/client/api/layers/outcome";

describe("Retry-After", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  it("is seconds or a date; a past date means now, and anything else is ignored (row 30) (report: Retry-After as a date or in the past is misread)", () => {
    assert.equal(parseRetryAfter("2", now), 2_000);
    assert.equal(parseRetryAfter("Thu, 01 Jan 2026 00:00:05 GMT", now), 5_000);
    assert.equal(parseRetryAfter("-5", now), 0);
    assert.equal(parseRetryAfter("Wed, 31 Dec 2025 00:00:00 GMT", now), 0);
    assert.equal(parseRetryAfter("soon", now), undefined);
    assert.equal(parseRetryAfter("later 2099", now), undefined);
    assert.equal(parseRetryAfter(undefined, now), undefined);
  });
});
