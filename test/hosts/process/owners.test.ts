import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import type { Props } from "../../support/host";
import { type AnyHost, describeHosts, NAME, TYPE } from "../../support/hosts";

describeHosts("an object that a resource of the program manages", (startHost) => {
  let emulator: Emulator;
  const hosts: AnyHost[] = [];
  const start = async (environment: Readonly<Record<string, string>> = {}): Promise<AnyHost> => {
    const host = await startHost({ environment: { ...emulator.environment, ...environment } });
    hosts.push(host);
    return host;
  };
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.close();
    await emulator.close();
  });

  const group = (resource: string, more: Props = {}): Props => ({
    [TYPE]: "iam:Group",
    [NAME]: resource,
    parentUid: emulator.organization.uid,
    name: "team",
    ...more,
  });
  const put = (name = "team") => String(emulator.put("iam:Group", emulator.organization.uid, { name }).uid);
  const deletes = () => emulator.requests.filter(({ method }) => method === "DELETE").length;

  /** What the engine asks for a resource that is in the state. */
  async function keep(host: AnyHost, id: string, recorded: Props): Promise<void> {
    assert.deepEqual((await host.check(recorded, recorded)).failures, []);
    await host.diff(id, recorded, recorded);
  }

  it("is not deleted for its old resource when another one adopts it (row 90)", async () => {
    const [host, id] = [await start(), put()];
    const next = group("next", { adoptUid: id });
    await host.check({}, next);
    await host.create(next);
    await host.delete(id, group("former"));
    assert.equal(deletes(), 0);
    await host.close();
    assert.match(host.shown(), /was not deleted, because another resource of this program manages it now/);
  });

  it("is not deleted by the next run for an old resource that is still in the state (row 91)", async () => {
    const [host, id] = [await start(), put()];
    await keep(host, id, group("next"));
    await host.delete(id, group("former"));
    assert.equal(deletes(), 0);
  });

  it("stays in the state when its adoption failed, and nothing is deleted (row 90)", async () => {
    const [host, id] = [await start(), put()];
    const next = group("next", { adoptUid: id, name: "renamed", parentUid: "nobody" });
    await host.check({}, next);
    await assert.rejects(host.create(next));
    await assert.rejects(host.delete(id, group("former")), /was about to adopt it, but its create failed/);
    assert.equal(deletes(), 0);
  });

  it("is refused to a second resource that adopts it (row 94)", async () => {
    const [host, id] = [await start(), put()];
    await keep(host, id, group("former"));
    const { failures } = await host.check({}, group("next", { adoptUid: id }));
    assert.match(failures.map(({ reason }) => reason).join(), /another resource of this program/);
  });

  it("is named when two resources of the program have it in the state (row 94)", async () => {
    const [host, id] = [await start(), put()];
    await keep(host, id, group("former"));
    await assert.rejects(keep(host, id, group("next")), /Two resources of this program manage the same Group/);
  });

  it("is deleted by a destroy that refreshes first, although two resources record it", async () => {
    const [host, id] = [await start(), put()];
    for (const recorded of [group("former"), group("next")]) {
      const { properties, inputs = {} } = await host.read(id, recorded);
      await host.diff(id, properties, inputs);
    }
    await host.delete(id, group("former"));
    await host.delete(id, group("next"));
    assert.equal(emulator.get(id), undefined);
  });

  it("is deleted when it is replaced, before the new one is created and after", async () => {
    const [host, id, other] = [await start(), put(), put("other")];
    const moved = group("next", { parentUid: other });
    await host.check(group("next"), moved);
    assert.deepEqual((await host.diff(id, group("next"), moved)).replaces, ["parentUid"]);
    await host.check({}, moved);
    const { id: successor, properties } = await host.create(moved);
    await host.delete(id, group("next"));
    assert.equal(emulator.get(id), undefined);

    const later = await start();
    await later.check(moved, group("next"));
    await later.diff(successor, properties, group("next"));
    await later.check({}, group("next"));
    await later.delete(successor, properties);
    assert.equal(emulator.get(successor), undefined);
    await later.create(group("next"));
  });

  it("is replaced by another object, although adoptUid still names it (row 92)", async () => {
    const [host, id, other] = [await start(), put(), put("other")];
    const [adopted, moved] = [{ adoptUid: id }, { adoptUid: id, parentUid: other }].map((more) => group("next", more));
    assert.ok(adopted && moved);
    await host.check(adopted, moved);
    assert.deepEqual((await host.diff(id, adopted, moved)).replaces, ["parentUid"]);
    await host.check({}, moved);
    const { id: successor } = await host.create(moved);
    assert.notEqual(successor, id);
    await host.delete(id, adopted);
    assert.deepEqual([emulator.get(id), emulator.get(successor)?.name], [undefined, "team"]);
  });

  it("and that gets the same parent and key as another one in the state is named in a warning (row 12)", async () => {
    const host = await start();
    const [one, two] = [put("one"), put("two")];
    await keep(host, one, group("first", { name: "one" }));
    const renamed = group("second", { name: "one" });
    assert.deepEqual((await host.check(group("second", { name: "two" }), renamed)).failures, []);
    await host.diff(two, group("second", { name: "two" }), renamed);
    await host.close();
    assert.match(
      host.shown(),
      /Another resource of this program, "first", has the same parentUid and name\.\n- Remove one of the two from the program, or give it another name\./,
    );
  });
});
