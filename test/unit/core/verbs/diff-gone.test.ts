import assert from "node:assert/strict";
import { diff } from "../../../../src/core/verbs/diff";
import { group } from "../../../../src/resources/group";
import { groupInvite } from "../../../../src/resources/group-invite";

describe("an invite that was used or has expired", () => {
  const inputs = { parentUid: "org", roleUid: "viewer", ttl: "24h" };
  const again = { ...inputs, recreateWhenGone: true };

  it("is created again only if the program asks for it, with the same inputs", () => {
    const wanted = { changed: true, isHidden: true, replaces: ["recreateWhenGone"], deleteBeforeReplace: false };
    const unchanged = { changed: false, isHidden: false, replaces: [], deleteBeforeReplace: false };
    assert.deepEqual(diff(groupInvite, { ...again, gone: true }, again), wanted);
    assert.deepEqual(diff(groupInvite, { ...inputs, gone: true }, inputs), unchanged);
    assert.deepEqual(diff(groupInvite, again, again), unchanged);
    const team = { parentUid: "org", name: "team", recreateWhenGone: true };
    assert.deepEqual(diff(group, { ...team, gone: true }, team), unchanged);
  });
});
