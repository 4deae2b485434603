import assert from "node:assert/strict";
import { Journal } from "../../src/core/journal";
import { group } from "../support/resources";

const newJournal = () => new Journal({ noteCreate: () => undefined, noteDelete: () => undefined });
const team = { spec: group, uid: "org/team" };

describe("the journal of a run", () => {
  it("knows the creation time of the newest object that the run has seen", () => {
    const journal = newJournal();
    for (const createTime of ["2026-01-01T00:00:00Z", "2025-01-01T00:00:00Z", "unknown"])
      journal.noteSeen({ createTime });
    assert.equal(journal.latestMs, Date.parse("2026-01-01T00:00:00Z"));
  });

  it("has no writes as long as the run only reads", () => {
    const notes: ((journal: Journal) => void)[] = [
      (journal) => journal.noteCreate(team, { name: "team" }, {}),
      (journal) => journal.noteChange(team),
      (journal) => journal.noteDeleteBegun(team),
    ];
    for (const note of notes) {
      const journal = newJournal();
      journal.noteSeen({});
      journal.noteGone(team);
      assert.equal(journal.hasWritten, false);
      note(journal);
      assert.equal(journal.hasWritten, true);
    }
  });
});
