import assert from "node:assert/strict";
import type { Props } from "../../support/host";
import { hostPlace } from "./host-place";
import { describeHosts, TYPE } from "./hosts";

describeHosts("a preview of a resource that adopts an object (row 13)", (start) => {
  const at = hostPlace(start, { isNewInEach: true });
  let uid: string;
  beforeEach(() => {
    uid = String(at.emulator.put("iam:Group", at.emulator.organization.uid, { name: "legacy" }).uid);
  });
  const group = (values: Props = {}): Props => ({
    [TYPE]: "iam:Group",
    parentUid: at.emulator.organization.uid,
    name: "legacy",
    adoptUid: uid,
    ...values,
  });

  it("reads the object once, and shows what happens to it", async () => {
    assert.deepEqual(await at.host.preview(group()), []);
    const paths = at.emulator.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(paths, [`GET /iam/v2/groups/${uid}`]);
    await at.host.close();
    assert.match(at.host.shown(), new RegExp(`^legacy: adopts Group ${uid}`));
  });

  it("fails for an object that cannot be adopted", async () => {
    const [reason = ""] = await at.host.preview(group({ name: "other" }));
    assert.match(reason, /cannot be adopted as this Group, because its name differs from the program\. Nothing was/);
  });

  it("sends nothing for bad inputs, or outside of a preview", async () => {
    await at.host.check({}, group());
    assert.equal((await at.host.preview(group({ descripton: "x" }))).length, 1);
    assert.deepEqual(at.emulator.requests, []);
  });
});
