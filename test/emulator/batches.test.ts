import assert from "node:assert/strict";
import { brief, roleNamed, test, violationOf } from "./local";

describe("batches of role bindings in the emulator", () => {
  const path = "POST /iam/v2/roleBindings:batchCreate";
  const claimMatch = { issuer: "https://token.example.com", subject: "s" };

  test("create all bindings, with the batch's role as default, and refuse another role (row 240)", async (emulator) => {
    const { organization, put } = emulator;
    const parent = organization.uid;
    const [viewer, owner] = ["viewer", "owner"].map((name) => roleNamed(emulator, name));
    const identityUid = put("iam:Identity", parent, { name: "ci", claimMatch }).uid;
    const named = (roleUid: string | undefined) => ({ roleBinding: { identityUid, roleUid } });
    const requests = [{ parent, roleBinding: { identityUid } }, named(viewer)];
    const { body } = await emulator.call(path, { parent, roleUid: viewer, requests });
    const others = await emulator.call(path, { parent, requests: [named(viewer), named(owner)] });
    assert.equal((others.body.roleBindings as unknown[]).length, 2);
    for (const { uid } of others.body.roleBindings as { uid: string }[]) emulator.remove(uid);
    const other = await emulator.call(path, { parent, roleUid: viewer, requests: [named(viewer), named(owner)] });
    assert.deepEqual(violationOf(other), {
      field: "requests[1].role_binding.role_uid",
      description: "must be the role of the batch",
    });
    const made = body.roleBindings as { uid: string; role: { uid: string }; group: { uid: string } }[];
    assert.deepEqual(
      made.map(({ role, group }) => [role.uid, group.uid]),
      [viewer, viewer].map((role) => [role, parent]),
    );
    assert.deepEqual(
      emulator.list("iam:RoleBinding"),
      [...made].sort((a, b) => (a.uid < b.uid ? -1 : 1)),
    );
  });

  test("create nothing when one binding is refused", async (emulator) => {
    const { organization, put, list } = emulator;
    const parent = organization.uid;
    const identityUid = put("iam:Identity", parent, { name: "ci", claimMatch }).uid;
    const good = { roleBinding: { identityUid, roleUid: roleNamed(emulator, "viewer") } };
    const missing = await emulator.call(path, {
      parent,
      requests: [good, { roleBinding: { identityUid, roleUid: "none" } }],
    });
    assert.deepEqual(brief(missing), [404, 5, 'Not found: iam.platform.example/Role "none"']);
    const refused: readonly (readonly [body: object, field: string, description: string])[] = [
      [{ parent, requests: [good, { roleBinding: { identityUid } }] }, "role_uid", "role_uid is required"],
      [{ parent, requests: [] }, "requests", "requests is required"],
      [{ parent, requests: Array(26).fill(good) }, "requests", "requests must have at most 25 items"],
      [{ requests: [good] }, "parent", "parent is required"],
      [{ parent, requests: [good, {}] }, "requests[1].role_binding", "role_binding is required"],
      [{ parent, requests: [{ ...good, parent: "x" }] }, "requests[0].parent", "must be the parent of the batch"],
    ];
    for (const [body, field, description] of refused) {
      assert.deepEqual(violationOf(await emulator.call(path, body)), { field, description });
    }
    assert.deepEqual(list("iam:RoleBinding"), []);
  });

  test("take 25 bindings, and answer in their order", async (emulator) => {
    const parent = emulator.organization.uid;
    const roleUid = roleNamed(emulator, "viewer");
    const names = Array.from({ length: 25 }, (_, i) => `worker ${i}`);
    const uids = names.map((name) => emulator.put("iam:Identity", parent, { name, claimMatch }).uid);
    const requests = uids.map((identityUid) => ({ roleBinding: { identityUid } }));
    const { body } = await emulator.call(path, { parent, roleUid, requests });
    const made = body.roleBindings as { identity: { name: string } }[];
    assert.deepEqual(
      made.map(({ identity }) => identity.name),
      names,
    );
  });
});
