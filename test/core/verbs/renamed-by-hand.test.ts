import assert from "node:assert/strict";
import { Kind } from "../../../src/core/remote-object";
import { verbsOf } from "../../../src/core/verbs/verbs-of";
import { group } from "../../../src/description/resources/group";
import { LocalPlatform, placed } from "../../support/local-platform";

describe("an object that somebody renamed, and whose new name a resource needs (row 131)", () => {
  const verbs = verbsOf(group);
  const recorded = { parentUid: "org", name: "team", createTime: "2026-01-01T00:00:00Z" };

  /** Deletes the object for its former resource, after the program has tried to create a group of a name. */
  async function deletedAfterCreateOf(name: string): Promise<LocalPlatform> {
    const platform = new LocalPlatform([placed(group, "org/1", { name: "platform-team" })]);
    const run = platform.run();
    const inputs = { parentUid: "org", name };
    run.holders.noteCheck({ spec: group, urn: "new" }, inputs, false);
    const creating = verbs.create(new Kind(run, group), inputs);
    await (name === "platform-team" ? assert.rejects(creating, /exists already/) : creating);
    const deleting = verbs.delete(new Kind(run, group).at("org/1"), recorded);
    await (name === "platform-team" ? assert.rejects(deleting, /was not deleted, because another resource/) : deleting);
    return platform;
  }

  it("is not deleted for its old resource, which has another recorded name", async () => {
    assert.ok((await deletedAfterCreateOf("platform-team")).get("org/1"));
  });

  it("is deleted if the new resource has a free name", async () => {
    assert.equal((await deletedAfterCreateOf("other-team")).get("org/1"), undefined);
  });
});
