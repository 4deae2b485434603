import assert from "node:assert/strict";
import { Journal } from "../../src/core/journal";
import { group } from "../support/resources";

const journal = () => new Journal({ noteCreate: () => undefined, noteDelete: () => undefined });
const team = { spec: group, uid: "org/team" };

describe("the journal of a run", () => {
  it("forgets the delete of an object that is created again with the same uid", () => {
    const kept = journal();
    kept.noteDelete(team, {});
    kept.noteCreate(team, { name: "team" }, { uid: "org/team" });
    assert.equal(kept.hasDeleted(team), false);
  });

  it("has no writes as long as the run only reads", () => {
    const notes: ((kept: Journal) => void)[] = [
      (kept) => kept.noteCreate(team, { name: "team" }, {}),
      (kept) => kept.noteChange(team),
      (kept) => kept.noteDeleteBegun(team),
    ];
    for (const note of notes) {
      const kept = journal();
      kept.noteSeen({});
      kept.noteGone(team);
      assert.equal(kept.hasWritten, false);
      note(kept);
      assert.equal(kept.hasWritten, true);
    }
  });
});
