import assert from "node:assert/strict";
import { diff, differences } from "../../../src/core/verbs/diff";
import { NOTES } from "../../../src/description/spec/proof";
import { group, groupInvite, repo, roleBinding } from "../../support/resources";
import { unchanged } from "./recorded";

/** Should the engine replace for such a change, the old object must go first, for the key stays. */
const changed = { ...unchanged, changed: true, deleteBeforeReplace: true };
const team = { parentUid: "org", name: "team" };

describe("a diff", () => {
  it("ignores fields that only the server sets, and notes", () => {
    const recorded = {
      ...team,
      createTime: "2026-01-01T00:00:00Z",
      kind: "ORG_KIND_DEV",
      [NOTES]: { filled: ["description"] },
    };
    assert.deepEqual(diff(group, { ...recorded, description: "theirs" }, team), unchanged);
    const synced = { parentUid: "org", name: "app", syncConfig: { source: "o/a", gracePeriod: true } };
    assert.deepEqual(diff(repo, synced, { ...synced, syncConfig: { source: "o/a" } }), unchanged);
  });

  it("finds a filled value that the program changes, and one that it confirms", () => {
    const recorded = { ...team, description: "theirs", [NOTES]: { filled: ["description"] } };
    assert.deepEqual(diff(group, recorded, { ...team, description: "ours" }), changed);
    assert.deepEqual(diff(group, recorded, { ...team, description: "theirs" }), changed);
    assert.deepEqual(diff(group, recorded, team), unchanged);
    assert.deepEqual(diff(group, recorded, { ...team, description: "" }), unchanged);
  });

  it("never replaces if an input is missing, because only the delete might follow", () => {
    const binding = { parentUid: "org", identityUid: "i", roleUid: "r" };
    const isSkipped = { changed: true, isHidden: true, replaces: [], deleteBeforeReplace: false };
    assert.deepEqual(diff(roleBinding, binding, { parentUid: "org/b", roleUid: "r" }), isSkipped);
    assert.deepEqual(diff(group, team, { name: "crew" }), isSkipped);
    assert.deepEqual(differences(roleBinding, binding, { parentUid: "org/b", roleUid: "r" }), []);
  });

  it("creates an invite again that was used or has expired, only if the program asks for it", () => {
    const inputs = { parentUid: "org", roleUid: "viewer", ttl: "24h" };
    const again = { ...inputs, recreateWhenGone: true };
    const wanted = { ...unchanged, changed: true, isHidden: true, replaces: ["recreateWhenGone"] };
    assert.deepEqual(diff(groupInvite, { ...again, gone: true }, again), wanted);
    assert.deepEqual(diff(groupInvite, { ...inputs, gone: true }, inputs), unchanged);
    assert.deepEqual(diff(groupInvite, again, again), unchanged);
    assert.deepEqual(diff(group, { ...team, ...again, gone: true }, { ...team, ...again }), unchanged);
  });
});
