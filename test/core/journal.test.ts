import assert from "node:assert/strict";
import { Journal } from "../../src/core/journal";

describe("the journal of a run", () => {
  it("knows the creation time of the newest object that the run has seen", () => {
    const journal = new Journal({ noteCreate: () => undefined, noteDelete: () => undefined });
    for (const createTime of ["2026-01-01T00:00:00Z", "2025-01-01T00:00:00Z", "unknown"])
      journal.noteSeen({ createTime });
    assert.equal(journal.latestMs, Date.parse("2026-01-01T00:00:00Z"));
  });
});
