import assert from "node:assert/strict";
import { describeEngine } from "../support/describe-engine";
import { type Declared, plannedSteps, succeeded } from "../support/engine";
import { assertInvariants } from "../support/invariants";

describeEngine(
  "a refresh of a list whose order means nothing",
  (engine) => {
    it("shows one added capability as one addition, in the program's order", async () => {
      const [first, second, third, added] = [
        "CAP_TAG_LIST",
        "CAP_REPO_LIST",
        "CAP_IAM_GROUPS_LIST",
        "CAP_IAM_GROUPS_DELETE",
      ];
      const role = (capabilities: unknown[]): Declared => ({
        name: "puller",
        class: "Role",
        args: { parentUid: engine.root, capabilities },
      });
      engine.declare([role([first, second, third])]);
      succeeded(await engine.stack.up());
      const uid = String((await engine.recorded()).get("puller")?.id);
      const response = await fetch(`${engine.emulator.url}/iam/v2/roles/${uid}?updateMask=capabilities`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${engine.emulator.token}`, "content-type": "application/json" },
        // As somebody else would write it: another order, and one more.
        body: JSON.stringify({ capabilities: [added, third, second, first] }),
      });
      assert.equal(response.status, 200, await response.text());
      const steps = plannedSteps(succeeded(await engine.stack.refresh("--preview-only", "--json")));
      assert.deepEqual(steps.get("puller"), { op: "update", changed: ["capabilities[3]"], replaces: [] });
      succeeded(await engine.stack.up("--refresh"));
      await assertInvariants(engine);
    });
  },
  { shared: true },
);
