import assert from "node:assert/strict";
import { roleNamed, test } from "./local";
import { stories } from "./story";

const IDENTITY = 'IDENTITY = put iam:Identity $ORG {"name":"ci","servicePrincipal":"SERVICE_PRINCIPAL_SKILLS"}';
const named = (role: string) => `{"roleBinding":{"identityUid":"$IDENTITY","roleUid":"${role}"}}`;
const good = named("$VIEWER");
const bare = '{"roleBinding":{"identityUid":"$IDENTITY"}}';
const path = "POST /iam/v2/roleBindings:batchCreate";

describe("batches of role bindings in the emulator", () => {
  stories(`
    # refuse another role than the batch's (row 240), and create nothing when one binding is refused
    ${IDENTITY}
    ${path} {"parent":"$ORG","roleUid":"$VIEWER","requests":[${good},${named("$OWNER")}]}
    -> invalid requests[1].role_binding.role_uid: must be the role of the batch
    ${path} {"parent":"$ORG","requests":[${good},${named("none")}]} -> missing iam/Role none
    ${path} {"parent":"$ORG","requests":[${good},${bare}]} -> invalid role_uid: role_uid is required
    ${path} {"parent":"$ORG","requests":[]} -> invalid requests: requests is required
    ${path} {"parent":"$ORG","requests":[${Array(26).fill(good)}]}
    -> invalid requests: requests must have at most 25 items
    ${path} {"requests":[${good}]} -> invalid parent: parent is required
    ${path} {"parent":"$ORG","requests":[${good},{}]} -> invalid requests[1].role_binding: role_binding is required
    ${path} {"parent":"$ORG","requests":[{"parent":"x","roleBinding":{"identityUid":"$IDENTITY","roleUid":"$VIEWER"}}]}
    -> invalid requests[0].parent: must be the parent of the batch
    GET /iam/v2/roleBindings?identity=$IDENTITY -> []
  `);

  test("create 25 bindings in their order, with the batch's role as default, or each with its own", async (emulator) => {
    const { call, organization, put, list } = emulator;
    const parent = organization.uid;
    const [viewer, owner] = ["viewer", "owner"].map((name) => roleNamed(emulator, name));
    const names = Array.from({ length: 25 }, (_, i) => `worker ${i}`);
    const uids = names.map((name) => put("iam:Identity", parent, { name, servicePrincipal: 1 }).uid);
    const requests = uids.map((identityUid, i) => ({
      parent,
      roleBinding: { identityUid, ...(i > 0 && { roleUid: viewer }) },
    }));
    const made = (await call(path, { parent, roleUid: viewer, requests })).body.roleBindings as Record<
      string,
      { name: string }
    >[];
    const found = made.map(({ identity, role, group }) => [identity, role, group].map((one) => one?.name));
    assert.deepEqual(
      found,
      names.map((name) => [name, "viewer", "acme"]),
    );
    assert.deepEqual(
      list("iam:RoleBinding"),
      made.toSorted((a, b) => (String(a.uid) < String(b.uid) ? -1 : 1)),
    );
    const own = [viewer, owner].map((roleUid) => ({ roleBinding: { identityUid: uids[0], roleUid } }));
    const others = (await call(path, { parent, requests: own })).body.roleBindings as { role: { uid: string } }[];
    const roles = others.map(({ role }) => role.uid);
    assert.deepEqual(roles, [viewer, owner]);
  });
});
