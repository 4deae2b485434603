import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { describeHosts, TYPE } from "./hosts";

describeHosts("a host whose engine no longer exists", (start) => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator({ port: 0 });
  });
  afterEach(() => emulator.close());

  it("ends by itself, but only when its calls have finished (row 7)", async () => {
    const host = await start({ environment: emulator.environment, ownProcess: true });
    const fault = emulator.fault({ method: "POST", path: "/iam/v2/groups", action: { kind: "hold" } });
    const parentUid = emulator.organization.uid;
    const created = host.create({ [TYPE]: "iam:Group", parentUid, name: "team" });
    await fault.reached;
    host.leave();
    let hasEnded = false;
    void host.closed.then(() => (hasEnded = true));
    // Longer than the interval at which the host looks for its engine.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    assert.equal(hasEnded, false);
    fault.release();
    await created;
    await host.closed;
    assert.equal(emulator.list("iam:Group").filter(({ name }) => name === "team").length, 1);
  });

  it("sends nothing that waits for its turn or for a retry (row 7)", async () => {
    const host = await start({ environment: emulator.environment, ownProcess: true });
    const create = (type: string) =>
      assert.rejects(host.create({ [TYPE]: type, parentUid: emulator.organization.uid, name: "team" }));
    const slow = emulator.fault({ method: "GET", path: "/registry/v2/repos", action: { kind: "hold" } });
    const looks = create("registry:Repo");
    await slow.reached;
    const action = { kind: "status", code: "RESOURCE_EXHAUSTED", headers: { "retry-after": "8" } } as const;
    const refused = emulator.fault({ method: "POST", path: "/iam/v2/groups", action });
    const waits = create("iam:Group");
    await refused.reached;
    host.leave();
    await waits;
    slow.release();
    await looks;
    await host.closed;
    for (const type of ["iam:Group", "registry:Repo"])
      assert.ok(!emulator.list(type).some(({ name }) => name === "team"), type);
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const)
    it(`ends only when its calls have finished after ${signal}, which a service manager may send to all processes (row 4)`, async () => {
      const host = await start({ environment: emulator.environment, ownProcess: true });
      const fault = emulator.fault({ method: "POST", path: "/iam/v2/groups", when: "after", action: { kind: "hold" } });
      const parentUid = emulator.organization.uid;
      const created = host.create({ [TYPE]: "iam:Group", parentUid, name: "team" });
      await fault.reached;
      process.kill(host.pid ?? 0, signal);
      await new Promise((resolve) => setTimeout(resolve, 500));
      fault.release();
      assert.equal(emulator.get((await created).id)?.name, "team");
      await host.closed;
      await host.close();
    });

  it("ends also if calls that finish print something that nobody reads", async () => {
    const parentUid = emulator.organization.uid;
    const names = ["one", "two", "three", "four", "five"];
    const uids = names.map((name) => emulator.put("iam:Group", parentUid, { name }).uid);
    const environment = { ...emulator.environment, PLATFORM_ADOPT_EXISTING: "identical" };
    const host = await start({ environment, ownProcess: true });
    const fault = emulator.fault({ method: "GET", path: "/iam/v2/groups", times: 100, action: { kind: "hold" } });
    const taken = names.map((name) => host.create({ [TYPE]: "iam:Group", parentUid, name }));
    await fault.reached;
    host.leave();
    fault.remove();
    assert.deepEqual(
      (await Promise.all(taken)).map(({ id }) => id),
      uids,
    );
    await host.closed;
  });
});
