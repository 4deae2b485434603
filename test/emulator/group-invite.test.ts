import assert from "node:assert/strict";
import { brief, clockAt, roleNamed, test, testWith, uidOf, violationOf, withEmulator } from "./local";

const NOW = "2026-11-21T11:32:03.384Z";
const collection = "/iam/v2/groupInvites";

describe("invites in the emulator", () => {
  const spans: readonly (readonly [ttl: unknown, answer: string | number])[] = [
    ["86400s", "2026-11-22T11:32:03.384Z"],
    ["1.5s", "2026-11-21T11:32:04.884Z"],
    ["999999999999s", "9999-12-31T23:59:59Z"],
    ["24h", 400],
    ["86400", 400],
    [86400, 400],
    [{ seconds: 1 }, 400],
    [null, 400],
  ];
  for (const [ttl, answer] of spans) {
    testWith({ now: clockAt(NOW).now })(
      `with the lifetime ${JSON.stringify(ttl)} are answered with ${answer}`,
      async (emulator) => {
        const roleUid = roleNamed(emulator, "viewer");
        const reply = await emulator.call(`POST ${collection}/${emulator.organization.uid}`, { roleUid, ttl });
        assert.equal(reply.status === 200 ? reply.body.expirationTime : reply.status, answer);
      },
    );
  }

  test("need an existing role and a positive lifetime", async (emulator) => {
    const create = (body: object) => emulator.call(`POST ${collection}/${emulator.organization.uid}`, body);
    const roleUid = roleNamed(emulator, "viewer");
    const positive = { field: "ttl", description: "ttl must be positive" };
    for (const ttl of ["0s", "-5s"]) assert.deepEqual(violationOf(await create({ roleUid, ttl })), positive);
    assert.deepEqual(violationOf(await create({ roleUid })), { field: "ttl", description: "ttl is required" });
    const noRole = await create({ roleUid: "none", ttl: "60s" });
    assert.deepEqual(brief(noRole), [404, 5, 'Not found: iam.platform.example/Role "none"']);
  });

  it("are listed newest first, and are found by the id of their key", async () => {
    const clock = clockAt(NOW);
    await withEmulator({ now: clock.now }, async (emulator, call) => {
      const body = { roleUid: roleNamed(emulator, "viewer"), ttl: "60s" };
      const made: string[] = [];
      for (let i = 0; i < 3; i++) {
        made.unshift(uidOf(await call(`POST ${collection}/${emulator.organization.uid}`, body)));
        clock.move(1);
      }
      const found = async (query: string): Promise<unknown[]> =>
        ((await call(`GET ${collection}?${query}`)).body.groupInvites as { uid: string }[]).map(({ uid }) => uid);
      assert.deepEqual(await found(""), made);
      assert.deepEqual(await found("order_by=created_at"), made.toReversed());
      const token = encodeURIComponent(String((await call(`GET ${collection}?page_size=1`)).body.nextPageToken));
      assert.deepEqual(await found(`page_size=1&page_token=${token}`), [made[1]]);
      const keyId = emulator.get(made[2] ?? "")?.keyId;
      assert.deepEqual(await found(`keyId=${keyId}`), [made[2]]);
    })();
  });

  it("have no effect and block nothing once they have expired", async () => {
    const clock = clockAt(NOW);
    await withEmulator({ now: clock.now }, async (emulator, call) => {
      const role = emulator.put("iam:Role", emulator.organization.uid, { name: "r", capabilities: ["CAP_REPO_LIST"] });
      const group = String(emulator.put("iam:Group", emulator.organization.uid, { name: "team" }).uid);
      const uid = String(emulator.put("iam:GroupInvite", group, { roleUid: role.uid, ttl: "60s" }).uid);
      assert.deepEqual(brief(await call(`DELETE /iam/v2/groups/${group}`)), [
        400,
        9,
        "Precondition failed: cannot delete group with child group invites",
      ]);
      clock.move(59_999);
      assert.equal((await call(`GET ${collection}/${uid}`)).status, 200);
      clock.move(1);
      assert.equal(emulator.get(uid), undefined);
      const gone = `Not found: iam.platform.example/GroupInvite "${uid}"`;
      assert.deepEqual(brief(await call(`GET ${collection}/${uid}`)), [404, 5, gone]);
      assert.equal((await call(`GET ${collection}`)).body.totalCount, "0");
      assert.equal((await call(`DELETE /iam/v2/groups/${group}`)).status, 200);
      assert.equal((await call(`DELETE /iam/v2/roles/${role.uid}`)).status, 200);
    })();
  });

  test("are removed when they are used, and store no code", async (emulator) => {
    const body = { roleUid: roleNamed(emulator, "viewer"), ttl: "60s", single_use: true };
    const made = emulator.put("iam:GroupInvite", emulator.organization.uid, body);
    assert.match(String(made.code), /^inv-/);
    const { code: _, ...others } = made;
    const edited = emulator.edit(String(made.uid), { email: "b@example.com" });
    assert.deepEqual(edited, { ...others, email: "b@example.com" });
    assert.equal(emulator.remove(String(made.uid)), true);
    assert.equal((await emulator.call(`GET ${collection}/${made.uid}`)).status, 404);
  });

  test("ignore fields that only the Pulumi resource has", async (emulator) => {
    const body = { roleUid: roleNamed(emulator, "viewer"), ttl: "60s", recreateWhenGone: true, gone: true };
    const reply = await emulator.call(`POST ${collection}/${emulator.organization.uid}`, body);
    assert.deepEqual([reply.status, "recreateWhenGone" in reply.body, "gone" in reply.body], [200, false, false]);
  });
});
