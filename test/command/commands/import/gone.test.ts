import assert from "node:assert/strict";
import { readSight } from "../../../../src/client/visibility/read-sight";
import { goneFrom, missingFrom, withoutReplaced } from "../../../../src/command/commands/import/gone";
import { type Live, readAll } from "../../../../src/command/commands/import/live";
import type { Gone } from "../../../../src/command/commands/import/report";
import { specOf } from "../../../../src/command/organization/read";
import { type Emulator, startEmulator } from "../../../../src/emulator";
import { administrator } from "../../../../src/emulator/seed/seed";
import { callerWith, clientOf } from "../../../support/platform";

describe("an object that an import no longer finds", () => {
  let emulator: Emulator;
  let root: string;
  beforeEach(async () => {
    emulator = await startEmulator();
    root = emulator.organization.uid;
  });
  afterEach(() => emulator.close());

  const put = (kind: string, parent: string, body: Record<string, unknown>): Gone => {
    const uid = String(emulator.put(kind, parent, body).uid);
    return { kind, uid, name: String(body.name) };
  };
  const role = (parent: string, name: string) => put("iam:Role", parent, { name, capabilities: ["CAP_REPO_LIST"] });
  const told = async (
    missing: readonly Gone[],
    hidden: readonly string[] = [],
    caller: string | undefined = administrator,
  ) => {
    const live = await readAll(clientOf(emulator), root, [specOf("iam:Role")]);
    const objects = live.objects.filter(({ uid }) => !hidden.includes(uid));
    const seen: Live = { ...live, objects };
    const client = clientOf(emulator);
    const sight = await readSight(client, callerWith(caller));
    const { gone, unseen } = await goneFrom({ client, sight: async () => sight }, seen, missing);
    return { gone: gone.map(({ name }) => name), unseen: unseen.map(({ name }) => name) };
  };

  it("was deleted if the platform reports so, even together with its group", async () => {
    const team = put("iam:Group", root, { name: "team" });
    const [kept, lost, within] = [role(root, "kept"), role(root, "lost"), role(team.uid, "within")];
    emulator.remove(lost.uid);
    assert.deepEqual(await told([kept, lost]), { gone: ["lost"], unseen: [] });
    for (const { uid } of [within, team]) emulator.remove(uid);
    assert.deepEqual(await told([within, team, lost]), { gone: ["within", "team", "lost"], unseen: [] });
  });

  it("may still exist if it cannot be read, or if its group is invisible", async () => {
    const team = put("iam:Group", root, { name: "team" });
    const within = role(team.uid, "within");
    emulator.remove(within.uid);
    assert.deepEqual(await told([within], [team.uid]), { gone: [], unseen: ["within"] });
    const refused = role(root, "refused");
    const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
    emulator.fault({ method: "GET", path: `/iam/v2/roles/${refused.uid}`, times: 9, action });
    assert.deepEqual(await told([refused]), { gone: [], unseen: ["refused"] });
  });

  it("may still exist if only an account association with its uid was deleted", async () => {
    const team = put("iam:Group", root, { name: "team" });
    const aws: Gone = { kind: "iam:AccountAssociation", uid: team.uid, name: "aws" };
    const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
    emulator.fault({ method: "GET", path: `/iam/v2/groups/${team.uid}`, times: 9, action });
    assert.deepEqual(await told([team, aws]), { gone: ["aws"], unseen: ["team"] });
  });

  it("may still exist if nothing proves that the token can see its kind (row 144)", async () => {
    const lost = role(root, "lost");
    emulator.remove(lost.uid);
    assert.deepEqual(await told([lost], [], "somebody"), { gone: [], unseen: ["lost"] });
  });

  it("is not named if an update has put another object in its place, which the state has", () => {
    const one = { kind: "iam:Role", uid: "org/old", name: "auditor", file: "index.ts" };
    const urn = "urn:pulumi:dev::p::platform:index:Role::auditor";
    const own = (uid: string) => [{ urn, kind: "iam:Role", uid }];
    assert.deepEqual(withoutReplaced([one], own("org/new")), []);
    for (const same of [own("org/old"), []]) assert.deepEqual(withoutReplaced([one], same), [one]);
  });

  it("has the name that its resource has now, as far as the stack shows", async () => {
    const urn = "urn:pulumi:dev::p::platform:index:Role::renamed";
    const own = { urn, kind: "iam:Role", uid: "org/old" };
    const objects = { "iam:Role org/old": { name: "auditor" } };
    const sources = new Map([["index.ts", 'new platform.Role("renamed", {}); new platform.Role("auditor", {});']]);
    const existing = { manifest: { version: 1 as const, parentUid: root, objects }, sources };
    const live = await readAll(clientOf(emulator), root, [specOf("iam:Role")]);
    const names = (held: (typeof own)[]) => {
      const missing = missingFrom(existing, live, { kinds: [specOf("iam:Role")], own: held });
      return withoutReplaced(missing, [...held, { ...own, urn: urn.replace("renamed", "auditor"), uid: "org/new" }]);
    };
    assert.deepEqual(names([own]), [{ kind: "iam:Role", uid: "org/old", name: "renamed" }]);
    assert.deepEqual(names([]), [], "another object has the place of the one that an import wrote");
  });
});
