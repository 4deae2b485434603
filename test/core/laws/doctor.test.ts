import assert from "node:assert/strict";
import type { Client } from "../../../src/client/api/client";
import { checkAccess } from "../../../src/command/commands/doctor/access";
import { doctorReport } from "../../../src/command/commands/doctor/report";
import { type LiveObject, readableKinds, readSeen } from "../../../src/command/organization/read";
import { isWithin } from "../../../src/description/uid";
import { callerBehind, describeCallers, scene, type Viewer } from "./viewers";

/** What the doctor says to a caller, and how it ends. */
async function examined(client: Client, viewer: Viewer) {
  const access = await checkAccess(client, await callerBehind(viewer));
  return {
    ...access,
    exit: doctorReport({ settings: [], token: null, ...access }).exit,
  };
}

const objectsOf = async (client: Client): Promise<readonly LiveObject[]> =>
  (await readSeen(client, readableKinds)).objects;

const bindingsOf = (objects: readonly LiveObject[], identityUid: string): LiveObject[] =>
  objects.filter(({ spec, values }) => spec.type === "iam:RoleBinding" && values.identityUid === identityUid);

const inOrder = (capabilities: unknown): string => String([capabilities].flat().sort());

/** Examines the callers of an organization. */
async function play(seed: number, end: (way: string) => void): Promise<void> {
  const { platform, callers } = scene(seed);
  const whole = await objectsOf(platform.client());
  for (const { viewer, uid: own, isKnown } of await callers()) {
    const client = platform.client(viewer.token);
    const { exit, access, notChecked } = await examined(client, viewer);
    const told = `seed ${seed}: doctor as ${JSON.stringify(viewer)}`;
    end(String(exit));
    if (exit === 1) continue;
    assert.equal(exit, 0, told);
    assert.ok(isKnown, told);
    // Under a wrong name that nothing contradicts, the roles are those of the other identity.
    const uid = viewer.named ?? own;
    const missing = bindingsOf(whole, uid).map(({ values: { roleUid } }) =>
      inOrder(whole.find((one) => one.uid === roleUid)?.values.capabilities),
    );
    for (const { capabilities } of access.roles ?? []) {
      const [one] = missing.splice(missing.indexOf(inOrder(capabilities)), 1);
      assert.equal(inOrder(capabilities), one, told);
    }
    const mayHaveMore = notChecked.some(({ kind, group }) => kind === "iam:RoleBinding" && group.uid === "org");
    assert.ok(missing.length === 0 || mayHaveMore, `${told} does not report ${missing}`);
    const seen = await objectsOf(client);
    for (const { parentUid = "" } of bindingsOf(seen, uid)) {
      const inGroup = (objects: readonly LiveObject[], type: string) =>
        objects.flatMap((one) => (one.spec.type === type && isWithin(parentUid, one.uid) ? [one.uid] : [])).sort();
      for (const { type } of readableKinds) {
        if (notChecked.some(({ kind, group }) => kind === type && group.uid === parentUid)) continue;
        assert.deepEqual(inGroup(seen, type), inGroup(whole, type), `${told}: ${type} in ${parentUid}`);
      }
    }
  }
}

describeCallers(
  "the doctor in a random organization (row 224)",
  "ends with 0 only if it reports all roles of the caller, and every kind that is hidden from it",
  play,
  ["0", "1"],
);
