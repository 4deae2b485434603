import assert from "node:assert/strict";
import { Handle } from "../../../../src/core/handle";
import { read } from "../../../../src/core/verbs/read";
import { update } from "../../../../src/core/verbs/update";
import { repo } from "../../../../src/resources/repo";
import { object, scriptedContext } from "../../../support/lifecycle";

describe("an update of a message", () => {
  it("updates the outputs in it", async () => {
    const recorded = {
      parentUid: "org",
      name: "app",
      syncConfig: { source: "org/1", gracePeriod: true, apkoOverlay: "old" },
    };
    const script = scriptedContext([
      object({ uid: "org/r", name: "app", sync_config: { source: "org/2", apkoOverlay: "new" } }),
    ]);
    const updated = await update(new Handle(script.context, repo, "org/r"), recorded, {
      parentUid: "org",
      name: "app",
      syncConfig: { source: "org/2" },
    });
    assert.deepEqual(updated.syncConfig, { source: "org/2", apkoOverlay: "new" });
  });

  it("drops the note about a reference together with its message", async () => {
    const recorded = {
      parentUid: "org",
      name: "app",
      syncConfig: { source: "o/a" },
      __server: { rewritten: { "syncConfig.source": "org/1" } },
    };
    const without = { parentUid: "org", name: "app" };
    const again = { ...without, syncConfig: { source: "org/2" } };
    const script = scriptedContext([
      object({ uid: "org/r", name: "app" }),
      object({ uid: "org/r", name: "app", sync_config: { source: "org/2" } }),
      object({ uid: "org/r", name: "app", sync_config: { source: "org/1" } }),
    ]);
    const removed = await update(new Handle(script.context, repo, "org/r"), recorded, without);
    const added = await update(new Handle(script.context, repo, "org/r"), removed, again);
    const found = await read(new Handle(script.context, repo, "org/r"), added);
    assert.deepEqual(found?.inputs.syncConfig, { source: "org/1" });
  });
});
