import assert from "node:assert/strict";
import { diff, differences } from "../../../src/core/verbs/diff";
import { group } from "../../../src/description/resources/group";
import { groupInvite } from "../../../src/description/resources/group-invite";
import { identity } from "../../../src/description/resources/identity";
import { repo } from "../../../src/description/resources/repo";
import { roleBinding } from "../../../src/description/resources/role-binding";
import { subscription } from "../../../src/description/resources/subscription";
import { NOTES } from "../../../src/description/spec/proof";
import { defineResource } from "../../../src/description/spec/resource";
import { list, message, optional, required, string, uid } from "../../../src/description/spec/types";
import { UNKNOWN } from "../../../src/description/spec/unknown";

const unchanged = { changed: false, isHidden: false, replaces: [], deleteBeforeReplace: false };
/** Should the engine replace for such a change, the old object must go first, for the key stays. */
const changed = { ...unchanged, changed: true, deleteBeforeReplace: true };
const changedKey = { ...unchanged, changed: true };
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

  it("finds a value that is added, changed or removed", () => {
    assert.deepEqual(diff(group, team, { ...team, description: "new" }), changed);
    assert.deepEqual(diff(group, { ...team, description: "old" }, { ...team, description: "new" }), changed);
    assert.deepEqual(diff(group, { ...team, description: "old" }, team), changed);
    assert.deepEqual(diff(group, { ...team, description: "old" }, { ...team, description: "" }), changed);
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

  it("replaces for another parent, and creates first, because nothing blocks it", () => {
    assert.deepEqual(diff(group, team, { ...team, parentUid: "org/b" }), {
      ...unchanged,
      changed: true,
      replaces: ["parentUid"],
    });
    assert.deepEqual(diff(group, team, { ...team, parentUid: "org/b", name: "crew" }), {
      ...unchanged,
      changed: true,
      replaces: ["parentUid"],
    });
  });

  it("updates a binding in place for another identity or role", () => {
    const binding = { parentUid: "org", identityUid: "org/i", roleUid: "viewer" };
    assert.deepEqual(diff(roleBinding, binding, { ...binding, roleUid: "owner" }), changedKey);
    assert.deepEqual(diff(roleBinding, binding, { ...binding, identityUid: UNKNOWN }), changedKey);
  });

  it("replaces for any input when there is no update", () => {
    const inputs = { parentUid: "org", sink: "https://a.example.com" };
    const both = { parentUid: "org/b", sink: "https://b.example.com" };
    assert.deepEqual(diff(subscription, inputs, both), {
      ...unchanged,
      changed: true,
      replaces: ["parentUid", "sink"],
    });
  });

  it("treats an unknown value as a change, and as a replacement if a change would replace", () => {
    assert.deepEqual(diff(group, team, { ...team, parentUid: UNKNOWN }), {
      ...unchanged,
      changed: true,
      replaces: ["parentUid"],
    });
    assert.deepEqual(diff(group, team, { ...team, name: UNKNOWN }), changedKey);
    const claimMatch = { issuer: "https://i.example.com", subject: "s", claims: { a: "b" } };
    const recorded = { parentUid: "org", name: "ci", claimMatch };
    assert.deepEqual(
      diff(identity, recorded, { ...recorded, claimMatch: { ...claimMatch, claims: { a: UNKNOWN } } }),
      changed,
    );
  });

  describe("of a resource with an immutable field", () => {
    const spec = defineResource({
      type: "test:Thing",
      collection: "/test/v2/things",
      needs: { see: ["CAP_IAM_GROUPS_LIST"] },
      update: "patch",
      fields: {
        parentUid: required(uid("iam:Group"), { parent: true }),
        name: required(string(), { key: true }),
        region: optional(string(), { immutable: true }),
        disk: optional(
          message({ kind: optional(string(), { immutable: true }), labels: optional(list(string())) }),
          {},
        ),
      },
    });
    const thing = { parentUid: "org", name: "a", region: "eu", disk: { kind: "fast", labels: ["x"] } };

    it("deletes first when the new object has the key of the old one", () => {
      assert.deepEqual(diff(spec, thing, { ...thing, region: "us" }), { ...changed, replaces: ["region"] });
      assert.deepEqual(diff(spec, thing, { ...thing, region: UNKNOWN }), { ...changed, replaces: ["region"] });
    });

    it("creates first when the new object has, or may have, another key", () => {
      for (const name of ["b", UNKNOWN]) {
        assert.deepEqual(diff(spec, thing, { ...thing, region: "us", name }), {
          ...unchanged,
          changed: true,
          replaces: ["region"],
        });
      }
    });

    it("replaces for an immutable field inside a message, and not for the fields beside it", () => {
      assert.deepEqual(diff(spec, thing, { ...thing, disk: { kind: "slow", labels: ["x"] } }).replaces, ["disk"]);
      assert.deepEqual(diff(spec, thing, { ...thing, disk: { kind: "fast", labels: ["y"] } }), changed);
    });
  });

  it("replaces for any field inside an immutable message, and not for those of another one", () => {
    const leaves = message({ leaf: optional(string()), other: optional(string()) });
    const spec = defineResource({
      type: "test:Fixed",
      collection: "/test/v2/fixed",
      needs: { see: ["CAP_IAM_GROUPS_LIST"] },
      update: "patch",
      fields: { inner: optional(leaves, { immutable: true }), free: optional(leaves) },
    });
    const before = { inner: { leaf: "a", other: "o" }, free: { leaf: "a" } };
    assert.deepEqual(diff(spec, before, { ...before, inner: { leaf: "b", other: "o" } }).replaces, ["inner"]);
    assert.deepEqual(diff(spec, before, { ...before, free: { leaf: "b" } }).replaces, []);
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
