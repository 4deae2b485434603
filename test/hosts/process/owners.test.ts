import assert from "node:assert/strict";
import type { Props } from "../../support/host";
import { hostPlace } from "./host-place";
import { describeHosts, NAME, TYPE } from "./hosts";

/** In which case an object is kept, test/hosts/shared proves. Here a host tells what the engine calls it for. */
describeHosts("an object that a resource of the program manages", (start) => {
  const at = hostPlace(start, { isNewInEach: true });
  let id: string;
  beforeEach(() => {
    id = put();
  });

  const group = (resource: string, more: Props = {}): Props => ({
    [TYPE]: "iam:Group",
    [NAME]: resource,
    parentUid: at.emulator.organization.uid,
    name: "team",
    ...more,
  });
  const put = (name = "team") => String(at.emulator.put("iam:Group", at.emulator.organization.uid, { name }).uid);

  /** What the engine asks for a resource that is in the state. */
  async function keep(uid: string, recorded: Props, desired = recorded): Promise<void> {
    assert.deepEqual((await at.host.check(recorded, desired)).failures, []);
    await at.host.diff(uid, recorded, desired);
  }

  it("is not deleted for its old resource when another one adopts it (row 90)", async () => {
    const next = group("next", { adoptUid: id });
    await at.host.check({}, next);
    await at.host.create(next);
    await at.host.delete(id, group("former"));
    assert.ok(at.emulator.get(id));
    await at.host.close();
    assert.match(at.host.shown(), /was not deleted, because another resource of this program manages it now/);
  });

  it("is refused to a second resource that adopts it, and named when two have it in the state (row 94)", async () => {
    await keep(id, group("former"));
    const { failures } = await at.host.check({}, group("next", { adoptUid: id }));
    assert.match(failures.map(({ reason }) => reason).join(), /another resource of this program/);
    await assert.rejects(keep(id, group("next")), /Two resources of this program manage the same Group/);
  });

  it("is replaced by another object, although adoptUid still names it (row 92)", async () => {
    const [adopted, moved] = [
      group("next", { adoptUid: id }),
      group("next", { adoptUid: id, parentUid: put("other") }),
    ];
    assert.deepEqual((await at.host.check(adopted, moved)).failures, []);
    assert.deepEqual((await at.host.diff(id, adopted, moved)).replaces, ["parentUid"]);
    await at.host.check({}, moved);
    const { id: successor } = await at.host.create(moved);
    assert.notEqual(successor, id);
    await at.host.delete(id, adopted);
    assert.deepEqual([at.emulator.get(id), at.emulator.get(successor)?.name], [undefined, "team"]);
  });

  it("and that gets the same parent and key as another one in the state is named in a warning (row 12)", async () => {
    await keep(id, group("first"));
    await keep(put("two"), group("second", { name: "two" }), group("second"));
    await at.host.close();
    assert.match(
      at.host.shown(),
      /Another resource of this program, "first", has the same parentUid and name\.\n- Remove one of the two from the program, or give it another name\./,
    );
  });

  it("stays, and stays in the state, when the create of its renamed resource is refused because of it (row 131) (report: a rename without an alias deletes the live object)", async () => {
    await at.host.check({}, group("renamed"));
    await assert.rejects(at.host.create(group("renamed")), /exists already/);
    const samePlace = /because a resource of this program with the same parentUid and name was not created\./;
    await assert.rejects(at.host.delete(id, group("former")), samePlace);
    assert.ok(at.emulator.get(id));
  });
});
