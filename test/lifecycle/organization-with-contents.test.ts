import assert from "node:assert/strict";
import { Handle, Kind } from "../../src/core/handle";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { group } from "../../src/resources/group";
import { organization } from "../../src/resources/organization";
import { nextRun, type Platform, startPlatform } from "../support/platform";

describe("an organization and a group in it that one run deletes (row 134)", () => {
  let platform: Platform;
  before(async () => {
    platform = await startPlatform({ cascade: true });
  });
  after(() => platform.close());

  it("are both deleted, although the platform deletes the group with the organization", async () => {
    const making = nextRun(platform.context);
    const inputs = { name: "short-lived", allowDelete: true };
    const root = await verbsOf(organization).create(new Kind(making, organization), inputs);
    const below = await verbsOf(group).create(new Kind(making, group), { parentUid: root.uid, name: "team" });
    const run = nextRun(platform.context);
    const held = platform.emulator.fault({
      method: "DELETE",
      path: `/iam/v2/groups/${below.uid}`,
      action: { kind: "hold" },
    });
    const child = verbsOf(group).delete(new Handle(run, group, below.uid), below.outputs);
    await held.reached;
    await verbsOf(organization).delete(new Handle(run, organization, root.uid), root.outputs);
    assert.equal(platform.emulator.get(below.uid), undefined);
    held.release();
    await child;
  });
});
