import assert from "node:assert/strict";
import { missing } from "../../support/local-faults";
import { CREATED, LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { group, organization } from "../../support/resources";

const recorded = { name: "acme-emea", allowDelete: true, createTime: CREATED };
describe("a root group that the platform does not find (row 221)", () => {
  const start = () => {
    const platform = new LocalPlatform([placed(group, "emea", { name: "acme-emea" })]);
    const context = platform.run();
    return { platform, roots: verbsIn(context, organization), groups: verbsIn(context, group) };
  };
  const hide = (platform: LocalPlatform, request: { method?: string; times?: number } = {}) =>
    platform.fault({ path: /\/groups\/emea$/, times: 99, ...request, action: missing });

  it("stays in the state although this run has read it, because others may have revoked the grant of the token", async () => {
    const { platform, roots, groups } = start();
    // A delete in the group makes this run remember that it saw the group.
    await groups.delete(platform.put(group, "emea", { name: "inside" }), { parentUid: "emea", name: "inside" });
    hide(platform);
    await assert.rejects(roots.read("emea", recorded), /Nothing was removed from the state/);
  });

  it("stays in the state if only its delete does not find it", async () => {
    const { platform, roots } = start();
    hide(platform, { method: "DELETE" });
    await assert.rejects(
      roots.delete("emea", recorded),
      /but it is visible\. The two responses contradict each other, so nothing was changed\./,
    );
    const later = start();
    later.platform.whenAnswered(/^GET .*\/groups\/emea$/, () => void hide(later.platform));
    await assert.rejects(later.roots.delete("emea", recorded), /Nothing was removed from the state/);
  });
});
