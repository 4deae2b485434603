import assert from "node:assert/strict";
import { Handle, Kind } from "../../src/core/handle";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { repo } from "../../src/resources/repo";
import { mutations } from "../support/log";
import { nextRun, startPlatform } from "../support/platform";

describe("a repo with a readme that starts to sync", () => {
  it("gets the readme of its source, and sends none of its own (row 237)", async () => {
    const { emulator, context, close } = await startPlatform();
    try {
      const own = { parentUid: emulator.organization.uid, name: "grown" };
      const verbs = verbsOf(repo);
      const made = await verbs.create(new Kind(context, repo), { ...own, readme: "# own" });
      emulator.clearRequests();
      const object = new Handle(nextRun(context), repo, made.uid);
      const synced = { ...own, syncConfig: { source: "public-org/nginx" } };
      const outputs = await verbs.update(object, made.outputs, synced);
      assert.deepEqual(
        mutations(emulator.requests).map(({ method, target }) => `${method} ${target.split("?")[0]}`),
        [`PATCH /registry/v2/repos/${made.uid}`],
      );
      assert.equal(outputs.readme, undefined);
      assert.equal((await verbs.read(object, outputs))?.inputs.readme, undefined);
    } finally {
      await close();
    }
  });
});
