import assert from "node:assert/strict";
import { PREVIEW } from "../../../src/description/names/hidden-inputs";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { type Host, type Props, providerText, startHost } from "../../support/host";

/** The program marks a preview, because the engine does not inform a dynamic provider. */
describe("the mark of a preview in a program", () => {
  let emulator: Emulator;
  let host: Host;
  let uid: string;
  before(async () => {
    emulator = await startEmulator();
    host = await startHost({ environment: emulator.environment });
    uid = String(emulator.put("iam:Group", emulator.organization.uid, { name: "legacy" }).uid);
  });
  beforeEach(() => emulator.clearRequests());
  after(async () => {
    await host.close();
    await emulator.close();
    assert.equal(host.stderr(), "");
  });

  const group = (): Props => ({
    __provider: providerText("iam:Group"),
    parentUid: emulator.organization.uid,
    name: "legacy",
    adoptUid: uid,
  });
  const marked = (note: unknown = group()): Props => ({ ...group(), [PREVIEW]: note });

  it("is left out of the inputs", async () => {
    assert.deepEqual(await host.check({}, marked()), { inputs: group(), failures: [] });
    assert.equal(emulator.requests.length, 1);
  });

  it("has no effect on a resource in the state, or if it is invalid", async () => {
    await host.check(group(), marked());
    for (const note of ["text", 1, [], null]) {
      assert.deepEqual(await host.check({}, marked(note)), { inputs: group(), failures: [] });
    }
    assert.deepEqual(emulator.requests, []);
  });
});
