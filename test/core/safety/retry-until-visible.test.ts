import assert from "node:assert/strict";
import { group } from "../../../src/description/resources/group";
import { denied, missing } from "../../support/local-faults";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";

/** Creates a group under another one, which this run has made or not, on a platform that refuses first. */
async function creatingUnder(isNew: boolean, refuse: (platform: LocalPlatform) => void) {
  const platform = new LocalPlatform(isNew ? [] : [placed(group, "org/team", { name: "team" })]);
  const context = platform.run();
  const team = { parentUid: "org", name: "team" };
  const parentUid = isNew ? madeBy(await creating(context, group, team)).uid : "org/team";
  refuse(platform);
  const result = await creating(context, group, { parentUid, name: "inner" });
  return { result, sleeps: platform.sleeps, slept: platform.sleeps.reduce((sum, ms) => sum + ms, 0) };
}

describe("a refusal under a parent (row 29)", () => {
  it("is retried when this run created the parent, because rights take a while to spread", async () => {
    const refusals: ((platform: LocalPlatform) => void)[] = [
      (platform) => platform.fault({ method: "GET", action: denied }),
      (platform) => platform.fault({ method: "POST", action: denied }),
      (platform) => platform.fault({ method: "POST", action: missing }),
    ];
    for (const refuse of refusals) {
      const { result, sleeps } = await creatingUnder(true, refuse);
      assert.equal(madeBy(result).outputs.name, "inner");
      assert.deepEqual(sleeps, [500]);
    }
  });

  it("is retried for at most a minute", async () => {
    const { result, slept } = await creatingUnder(true, (platform) => platform.fault({ times: 99, action: denied }));
    assert.match(String(result), /^PermissionDeniedError: \[PERMISSION_DENIED\] GET \/iam\/v2\/groups: "no"/);
    assert.ok(slept >= 30_000 && slept <= 60_000, String(slept));
  });

  it("is reported at once when the parent existed before", async () => {
    for (const method of ["GET", "POST"]) {
      const { result, sleeps } = await creatingUnder(false, (platform) => platform.fault({ method, action: denied }));
      assert.match(String(result), /^PermissionDeniedError: \[PERMISSION_DENIED\]/);
      assert.deepEqual(sleeps, []);
    }
  });
});
