import assert from "node:assert/strict";
import { Journal } from "../../src/core/journal";
import { group } from "../support/resources";

/** A journal, and what it has reported to its host and its listener. */
function journal() {
  const heard: string[] = [];
  const kept = new Journal({
    noteCreate: ({ uid }) => heard.push(`host: created ${uid}`),
    noteDelete: ({ uid }) => heard.push(`host: deleted ${uid}`),
  });
  kept.listen({
    onCreate: ({ uid }) => heard.push(`lists: created ${uid}`),
    onGone: ({ uid }) => heard.push(`lists: gone ${uid}`),
  });
  return { kept, heard };
}
const team = { spec: group, uid: "org/team" };

describe("the journal of a run", () => {
  it("forgets the delete of an object that is created again with the same uid", () => {
    const { kept } = journal();
    kept.noteDelete(team, {});
    kept.noteCreate(team, { name: "team" }, { uid: "org/team" });
    assert.equal(kept.hasDeleted(team), false);
  });

  it("knows the creation time of the newest object that the run has seen", () => {
    const { kept } = journal();
    for (const createTime of ["2026-01-01T00:00:00Z", "2025-01-01T00:00:00Z", "unknown"]) kept.noteSeen({ createTime });
    assert.equal(kept.latestMs, Date.parse("2026-01-01T00:00:00Z"));
  });

  it("reports created and deleted objects at once to the host and the lists", () => {
    const { kept, heard } = journal();
    kept.noteCreate(team, { name: "team" }, {});
    kept.noteDelete(team, {});
    const expected = ["host: created", "lists: created", "lists: gone", "host: deleted"];
    assert.deepEqual(
      heard,
      expected.map((what) => `${what} org/team`),
    );
  });

  it("has no writes as long as the run only reads", () => {
    const notes: ((kept: Journal) => void)[] = [
      (kept) => kept.noteCreate(team, { name: "team" }, {}),
      (kept) => kept.noteChange(team),
      (kept) => kept.noteDeleteBegun(team),
    ];
    for (const note of notes) {
      const { kept } = journal();
      kept.noteSeen({});
      kept.noteGone(team);
      assert.equal(kept.hasWritten, false);
      note(kept);
      assert.equal(kept.hasWritten, true);
    }
  });
});
