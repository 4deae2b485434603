import assert from "node:assert/strict";
import { groupId } from "../../src/core/ids";
import { Journal } from "../../src/core/journal";
import { placeOf } from "../../src/description/spec/place";
import { group, identity, organization } from "../support/resources";

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
  it("identifies objects by their stored kind: an Organization is a Group", () => {
    const { kept } = journal();
    kept.noteDeleteBegun({ spec: organization, uid: "org" });
    kept.noteDelete({ spec: organization, uid: "org" }, {});
    assert.deepEqual([kept.isDeleting(groupId("org")), kept.hasDeleted(groupId("org"))], [true, true]);
    for (const other of [groupId("org/team"), { spec: identity, uid: "org" }]) {
      assert.deepEqual([kept.isDeleting(other), kept.hasDeleted(other)], [false, false]);
    }
  });

  it("has the created objects, and the creation time of the newest object that the run has seen", () => {
    const { kept } = journal();
    kept.noteCreate(team, { name: "team" }, { uid: "org/team", createTime: "2026-01-01T00:00:00Z" });
    const place = placeOf(group, "org", { name: "team" });
    assert.deepEqual(kept.createdAt(place), ["org/team"]);
    assert.equal(kept.latestMs, Date.parse("2026-01-01T00:00:00Z"));
    assert.ok(kept.hasCreated("org/team") && !kept.hasCreated("org/other"));
    kept.noteSeen({ createTime: "2025-01-01T00:00:00Z" });
    kept.noteSeen({ createTime: "unknown" });
    assert.equal(kept.latestMs, Date.parse("2026-01-01T00:00:00Z"));
  });

  it("forgets the delete of an object that is created again with the same uid", () => {
    const { kept } = journal();
    kept.noteDelete(team, {});
    kept.noteCreate(team, { name: "team" }, { uid: "org/team" });
    assert.equal(kept.hasDeleted(team), false);
  });

  it("has one order of changes and lists", () => {
    const { kept } = journal();
    const before = kept.next();
    kept.noteChange(team);
    const after = kept.next();
    assert.deepEqual([kept.hasChangedSince(team, before), kept.hasChangedSince(team, after)], [true, false]);
    kept.noteGone(team);
    assert.ok(kept.hasChangedSince(team, after));
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

  it("reports created and deleted objects at once to the host and the lists", () => {
    const { kept, heard } = journal();
    kept.noteCreate(team, { name: "team" }, {});
    kept.noteGone(team);
    kept.noteDelete(team, {});
    assert.deepEqual(heard, [
      "host: created org/team",
      "lists: created org/team",
      "lists: gone org/team",
      "lists: gone org/team",
      "host: deleted org/team",
    ]);
  });
});
