import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import type { Props } from "../../support/host";
import { type AnyHost, describeHosts, TYPE } from "../../support/hosts";

describeHosts("a preview of a resource that adopts an object (row 13)", (start) => {
  let emulator: Emulator;
  let host: AnyHost;
  let uid: string;
  beforeEach(async () => {
    emulator = await startEmulator();
    host = await start({ environment: emulator.environment });
    uid = String(emulator.put("iam:Group", emulator.organization.uid, { name: "legacy" }).uid);
  });
  afterEach(async () => {
    await host.close();
    await emulator.close();
  });
  const group = (values: Props = {}): Props => ({
    [TYPE]: "iam:Group",
    parentUid: emulator.organization.uid,
    name: "legacy",
    adoptUid: uid,
    ...values,
  });

  it("reads the object once, and shows what happens to it", async () => {
    assert.deepEqual(await host.preview(group()), []);
    const paths = emulator.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(paths, [`GET /iam/v2/groups/${uid}`]);
    await host.close();
    assert.match(host.shown(), new RegExp(`^legacy: adopts Group ${uid}`));
  });

  it("fails for an object that cannot be adopted", async () => {
    const [reason = ""] = await host.preview(group({ name: "other" }));
    assert.match(reason, /cannot be adopted as this Group, because its name differs from the program\. Nothing was/);
  });

  it("sends nothing for bad inputs, or outside of a preview", async () => {
    await host.check({}, group());
    assert.equal((await host.preview(group({ descripton: "x" }))).length, 1);
    assert.deepEqual(emulator.requests, []);
  });
});
