import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import { PREVIEW } from "../../src/hosts/dynamic/hidden-inputs";
import { type Host, type Props, providerText, startHost } from "../support/host";

describe("a check in a preview, which the program marks (row 13)", () => {
  let emulator: Emulator;
  let host: Host;
  let uid: string;
  beforeEach(async () => {
    emulator = await startEmulator();
    host = await startHost({ environment: emulator.environment });
    uid = String(emulator.put("iam:Group", emulator.organization.uid, { name: "legacy" }).uid);
  });
  afterEach(async () => {
    await host.close();
    await emulator.close();
    assert.equal(host.stderr(), "");
  });

  const group = (values: Props = {}) => ({
    __provider: providerText("iam:Group"),
    parentUid: emulator.organization.uid,
    name: "legacy",
    adoptUid: uid,
    ...values,
  });
  const marked = (inputs: Props, note: unknown = inputs) => ({ ...inputs, [PREVIEW]: note });
  const paths = () => emulator.requests.map(({ method, path }) => `${method} ${path}`);

  it("looks once at the object to adopt, and leaves the mark out of the inputs", async () => {
    assert.deepEqual(await host.check({}, marked(group())), { inputs: group(), failures: [] });
    assert.deepEqual(paths(), [`GET /iam/v2/groups/${uid}`]);
  });

  it("fails for an object that cannot be adopted", async () => {
    const { failures } = await host.check({}, marked(group({ name: "other" })));
    assert.deepEqual(
      failures.map(({ reason }) => reason),
      [
        `adoptUid "${uid}" cannot be adopted as this Group: its name is not the one in the program. Nothing was changed`,
      ],
    );
  });

  it("asks nothing outside of a preview, of a resource in the state, of bad inputs, and for a mark that is none", async () => {
    await host.check({}, group());
    await host.check(group(), marked(group()));
    await host.check({}, marked(group({ descripton: "x" })));
    for (const note of ["text", 1, [], null]) {
      assert.deepEqual(await host.check({}, marked(group(), note)), { inputs: group(), failures: [] });
    }
    assert.deepEqual(paths(), []);
  });

  it("asks nothing of a replacement, for which adoptUid counts for nothing (row 92)", async () => {
    const moved = group({ parentUid: `${emulator.organization.uid}/elsewhere` });
    await host.check(group(), marked(moved));
    const { replaces } = await host.diff(uid, group(), moved);
    assert.deepEqual(replaces, ["parentUid"]);
    assert.deepEqual(await host.check({}, marked(moved)), { inputs: moved, failures: [] });
    assert.deepEqual(paths(), []);
  });
});
