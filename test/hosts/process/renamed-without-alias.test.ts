import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import type { Props } from "../../support/host";
import { type AnyHost, describeHosts, TYPE } from "../../support/hosts";

/** The engine deletes a resource that left the program, although the create of another one in its place failed (`--continue-on-error`). */
describeHosts("the object of a resource that was renamed without an alias (row 131)", (startHost) => {
  let emulator: Emulator;
  let host: AnyHost;
  const hosts: AnyHost[] = [];
  let uid: string;
  const claimMatch = { issuer: "https://issuer.example.com", subject: "s" };
  const inputs = (more: Props = {}): Props => ({
    [TYPE]: "iam:Identity",
    parentUid: emulator.organization.uid,
    name: "deployer",
    claimMatch,
    ...more,
  });
  beforeEach(async () => {
    emulator = await startEmulator();
    uid = String(emulator.put("iam:Identity", emulator.organization.uid, { name: "deployer", claimMatch }).uid);
  });
  afterEach(async () => {
    for (const started of hosts.splice(0)) await started.close();
    await emulator.close();
  });
  const start = async (environment: Record<string, string> = {}) => {
    host = await startHost({ environment: { ...emulator.environment, ...environment } });
    hosts.push(host);
  };
  const isKept = async (recorded = inputs()) => {
    const refusal =
      /not deleted, because another resource of this program has the same parentUid and name, and its create failed\. The object stays in the state\./;
    await assert.rejects(host.delete(uid, recorded), refusal);
    assert.ok(emulator.get(uid));
  };

  for (const adoptExisting of ["never", "identical"]) {
    it(`is not deleted when the create is refused because of it (adoptExisting: ${adoptExisting}) (report: a rename without an alias deletes the live object)`, async () => {
      await start({ PLATFORM_ADOPT_EXISTING: adoptExisting });
      const renamed = inputs({ description: "changed" });
      assert.deepEqual((await host.check({}, renamed)).failures, []);
      await assert.rejects(host.create(renamed), /exists already/);
      await isKept();
    });
  }

  it("is not deleted when the create was skipped because something else failed", async () => {
    await start();
    assert.deepEqual((await host.check({}, inputs())).failures, []);
    const refused = { [TYPE]: "iam:Group", parentUid: "nobody", name: "refused" };
    await host.check({}, refused);
    await assert.rejects(host.create(refused));
    await isKept();
  });

  it("is not deleted when the create was skipped because something else is incomplete", async () => {
    await start();
    assert.deepEqual((await host.check({}, inputs())).failures, []);
    const repo = {
      [TYPE]: "registry:Repo",
      parentUid: emulator.organization.uid,
      name: "web",
      readme: "# web",
    };
    emulator.fault({
      method: "PATCH",
      path: /\/readme$/,
      times: 1,
      action: { kind: "status", code: "PERMISSION_DENIED" },
    });
    await host.check({}, repo);
    await assert.rejects(host.create(repo), /is not complete/);
    await isKept();
  });

  it("is not deleted when the inputs of the new resource were refused", async () => {
    await start();
    const { failures } = await host.check({}, inputs({ description: 7 }));
    assert.equal(failures.length, 1);
    await isKept();
  });

  it("is kept with its alias, as the error advises", async () => {
    await start();
    // With the alias, the engine passes what is recorded for the former name, and deletes nothing.
    assert.deepEqual((await host.check(inputs(), inputs())).failures, []);
    assert.equal((await host.diff(uid, inputs(), inputs())).changed, false);
    assert.ok(emulator.get(uid));
  });
});
