import assert from "node:assert/strict";
import type { Client } from "../../src/api/client";
import { checkAccess } from "../../src/cli/commands/doctor/access";
import { doctorReport } from "../../src/cli/commands/doctor/report";
import { type LiveObject, readableKinds, readSeen } from "../../src/cli/organization/read";
import { isWithin } from "../../src/uid";
import { LocalPlatform } from "../support/local-platform";
import { randomOrganization } from "../support/random-organization";
import { callerBehind, callersOf, seedsFrom, type Viewer } from "./viewers";

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

/** Examines callers, and counts how the doctor ended. */
async function play(seeds: readonly number[]): Promise<Map<number, number>> {
  const ends = new Map<number, number>();
  for (const seed of seeds) {
    const organization = randomOrganization(seed);
    const isOpaque = seed % 2 === 0;
    const forbidden = seed % 3 === 0 ? "hidden" : "denied";
    const platform = new LocalPlatform(organization.objects, { forbidden, tokenForm: isOpaque ? "opaque" : "jwt" });
    const whole = await objectsOf(platform.client());
    for (const { viewer, uid: own, isKnown } of await callersOf(platform, organization, { isOpaque, forbidden })) {
      const client = platform.client(viewer.token);
      const { exit, access, notChecked } = await examined(client, viewer);
      const told = `seed ${seed}: doctor as ${JSON.stringify(viewer)}`;
      ends.set(exit, (ends.get(exit) ?? 0) + 1);
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
  return ends;
}

function assertBothWays(ends: ReadonlyMap<number, number>, least: number): void {
  for (const exit of [0, 1])
    assert.ok((ends.get(exit) ?? 0) >= least, `the doctor ended with ${exit} only ${ends.get(exit)} times`);
}

describe("the doctor in a random organization (row 224)", function () {
  this.timeout(120_000);

  it("ends with 0 only if it reports all roles of the caller, and every kind that is hidden from it", async () => {
    assertBothWays(await play(seedsFrom(1, 20)), 1);
  });

  it("does so in 100 organizations @all", async () => {
    assertBothWays(await play(seedsFrom(1000, 100)), 10);
  });
});
