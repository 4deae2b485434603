import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { HostError } from "../../support/host";
import { type AnyHost, describeHosts, TYPE, unchanged } from "../../support/hosts";

describeHosts("resources of one run", (start) => {
  let emulator: Emulator;
  let host: AnyHost;
  before(async () => {
    emulator = await startEmulator();
    host = await start({ environment: emulator.environment });
  });
  after(async () => {
    await host.close();
    await emulator.close();
  });

  const groupNamed = (name: string) => ({
    [TYPE]: "iam:Group",
    parentUid: emulator.organization.uid,
    name,
  });

  it("share the run's knowledge of new parents, across types", async () => {
    const parent = await host.create(groupNamed("young"));
    emulator.fault({
      method: "POST",
      path: "/iam/v2/identities",
      action: { kind: "status", code: "PERMISSION_DENIED" },
    });
    await host.create({
      [TYPE]: "iam:Identity",
      parentUid: parent.id,
      name: "bot",
      servicePrincipal: "SERVICE_PRINCIPAL_SKILLS",
    });
  });

  it("cannot create one key twice at the same time, even if another type is configured between them (row 12)", async () => {
    const fault = emulator.fault({ method: "POST", path: "/iam/v2/groups", action: { kind: "hold" } });
    const first = host.create(groupNamed("one"));
    await fault.reached;
    await host.check({}, { [TYPE]: "iam:Identity" });
    const second = host.create(groupNamed("one")).catch((error: unknown) => error);
    // By the time that a later create is done, the second would have looked and found nothing.
    await host.create(groupNamed("another"));
    fault.release();
    const { id, properties } = await first;
    const refusal = await second;
    assert.ok(refusal instanceof HostError && refusal.message.includes(`: ${id}. Nothing was created`));
    assert.match(refusal.message, /exists already under \S+: /);
    const made = emulator.list("iam:Group").filter(({ name }) => name === "one");
    assert.deepEqual(
      made.map(({ uid }) => uid),
      [id],
    );
    assert.deepEqual(await host.diff(id, properties, groupNamed("one")), unchanged);
  });
});
