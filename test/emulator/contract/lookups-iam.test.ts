import assert from "node:assert/strict";
import * as groupsOperations from "../../../src/description/operations/groups";
import { ask } from "../../../src/program/lookups/ask";
import { NoSingleAnswerError } from "../../../src/program/lookups/errors";
import { batchCreateRoleBindings } from "../../../src/program/lookups/role-bindings";
import { getGroup, getGroups, getRole, getRoleBinding, getRoleBindings, getRoles } from "../../support/kind-lookups";
import { inBothModes, NOW } from "../../support/lookups";
import { builtInRoles } from "../local";

const checkEligibility = ask(groupsOperations.checkEligibility);
const lookupGroup = ask(groupsOperations.lookupGroup);
const requestGroupAccess = ask(groupsOperations.requestGroupAccess);

const times = { createTime: NOW, updateTime: NOW };

inBothModes("lookups of groups", (scene) => {
  it("find a group by its uid and by its name, with its parent and without empty fields", async () => {
    const { client, root, put } = scene();
    const uid = put("iam:Group", root, { name: "team", description: "The team" });
    const team = {
      uid,
      parentUid: root,
      name: "team",
      description: "The team",
      kind: "ORG_KIND_CUSTOMER",
      status: "ORG_STATUS_READY",
      ...times,
    };
    assert.deepEqual(await getGroup(client, { uid }), team);
    assert.deepEqual(await getGroup(client, { name: "team", descendantsOf: root }), team);
    assert.equal("parentUid" in (await getGroup(client, { uid: root })), false);
    await assert.rejects(getGroup(client, { uid: `${root}/0` }), { code: "NOT_FOUND" });
  });

  it("list by parent, in a given order, and no more than asked for", async () => {
    const { client, root, put } = scene();
    const team = put("iam:Group", root, { name: "bbb" });
    const inner = put("iam:Group", team, { name: "aaa" });
    const names = async (args: Parameters<typeof getGroups>[1]) =>
      (await getGroups(client, args)).map(({ name }) => name);
    assert.deepEqual(await names({ childrenOf: root }), ["bbb"]);
    assert.deepEqual(await names({ descendantsOf: root, orderBy: "name" }), ["aaa", "bbb"]);
    assert.deepEqual(await names({ descendantsOf: root, orderBy: "name desc", limit: 1 }), ["bbb"]);
    assert.deepEqual(await names({ ancestorsOf: inner, orderBy: "name" }), ["acme", "bbb"]);
    assert.deepEqual(await names({ inRoot: true, orderBy: "name asc" }), ["acme", "public-org"]);
    assert.deepEqual(await names({ ids: [team, inner], orderBy: "name" }), ["aaa", "bbb"]);
    assert.deepEqual(await names({ limit: 0 }), []);
  });

  it("read every page of a long list, each item once", async () => {
    const { client, root, put, emulator } = scene();
    for (let i = 0; i < 401; i++) put("iam:Group", root, { name: `group ${i}` });
    emulator.clearRequests();
    const found = await getGroups(client, { childrenOf: root });
    assert.equal(new Set(found.map(({ uid }) => uid)).size, 401);
    assert.equal(found.length, 401);
    assert.equal(emulator.requests.length, 3);
  });

  it("name the candidates when several match, and the existing names when none does", async () => {
    const { client, root, put } = scene();
    const [a, b] = ["aaa", "bbb"].map((name) => put("iam:Group", root, { name }));
    const [x, y] = [a, b].map((parent) => put("iam:Group", parent ?? "", { name: "twin" }));
    await assert.rejects(getGroup(client, { name: "twin" }), (error: Error) => {
      assert.ok(error instanceof NoSingleAnswerError);
      assert.match(error.message, /^getGroup by name: 2 groups match: /);
      assert.ok(error.message.includes(`"twin" ${x} (of the group ${a})`));
      assert.ok(error.message.includes(`"twin" ${y} (of the group ${b})`));
      return true;
    });
    assert.equal((await getGroup(client, { name: "twin", childrenOf: b })).uid, y);
    await assert.rejects(
      getGroup(client, { name: "twins", childrenOf: root }),
      /^NoSingleAnswerError: getGroup by name and childrenOf: there is no such group\. Existing names: "aaa", "bbb"$/,
    );
  });

  it("report that the platform does not know the caller's group", async () => {
    await assert.rejects(lookupGroup(scene().client), { code: "UNIMPLEMENTED" });
    await assert.rejects(checkEligibility(scene().client), { code: "UNIMPLEMENTED" });
  });

  it("request access to a group", async () => {
    const { client, root, emulator } = scene();
    emulator.clearRequests();
    assert.equal(await requestGroupAccess(client, { groupUid: root }), undefined);
    assert.deepEqual(
      emulator.requests.map(({ method, path, body }) => [method, path, body]),
      [["POST", `/iam/v2/groups/${root}:requestGroupAccess`, {}]],
    );
    await assert.rejects(requestGroupAccess(client, { groupUid: "nobody" }), { code: "NOT_FOUND" });
  });
});

inBothModes(
  "lookups of the caller's group",
  (scene) => {
    it("return the group, and whether the caller is eligible for access", async () => {
      const { client, root } = scene();
      assert.deepEqual(await lookupGroup(client), await getGroup(client, { uid: root }));
      assert.equal(await checkEligibility(client), true);
    });
  },
  { lookupGroup: true },
);

inBothModes("lookups of roles", (scene) => {
  it("find a role by uid, and the built-in roles, which have no parent", async () => {
    const { client, root, put } = scene();
    const uid = put("iam:Role", root, { name: "puller", capabilities: ["CAP_REPO_LIST"] });
    const puller = { uid, parentUid: root, name: "puller", capabilities: ["CAP_REPO_LIST"], ...times };
    assert.deepEqual(await getRole(client, { uid }), puller);
    assert.deepEqual(await getRoles(client, { childrenOf: root }), [puller]);
    const builtIn = await getRoles(client, { inRoot: true, orderBy: "name" });
    assert.deepEqual(
      builtIn.map(({ name, parentUid }) => [name, parentUid]),
      builtInRoles.map((name) => [name, undefined]),
    );
  });
});

inBothModes("lookups of role bindings", (scene) => {
  it("list role bindings with their uids, although the response has them in other fields", async () => {
    const { client, root, put } = scene();
    const identityUid = put("iam:Identity", root, { name: "skills", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
    const { uid: roleUid } = await getRole(client, { name: "viewer" });
    const uid = put("iam:RoleBinding", root, { identityUid, roleUid });
    const binding = {
      uid,
      parentUid: root,
      identityUid,
      roleUid,
      identity: { uid: identityUid, name: "skills" },
      group: { uid: root, name: "acme", description: "Root organization group" },
      role: { uid: roleUid, name: "viewer", description: "Viewer Role (built-in)" },
      managedBy: "MANAGED_BY_MANUAL",
      createTime: NOW,
    };
    assert.deepEqual(await getRoleBinding(client, { uid }), binding);
    assert.deepEqual(await getRoleBinding(client, { identity: identityUid, role: roleUid, group: root }), binding);
    assert.deepEqual(await getRoleBindings(client, { group: root }), [binding]);
    assert.deepEqual(await getRoleBindings(client, { role: root }), []);
    await assert.rejects(
      getRoleBinding(client, { role: root }),
      /there is no such role binding. role: no Role has this uid, or this token cannot see it$/,
    );
  });

  it("create several bindings at once, with a common role or each with its own, and never with both", async () => {
    const { client, root, put } = scene();
    const [a = "", b = ""] = ["aaa", "bbb"].map((name) =>
      put("iam:Identity", root, { name, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
    );
    const [viewer, editor] = await Promise.all(["viewer", "editor"].map((name) => getRole(client, { name })));
    const own = { identityUid: b, roleUid: editor?.uid };
    const both = { parentUid: root, bindings: [{ identityUid: a }, own], roleUid: viewer?.uid };
    await assert.rejects(batchCreateRoleBindings(client, both), /INVALID_ARGUMENT/);
    const common = { parentUid: root, bindings: [{ identityUid: a }], roleUid: viewer?.uid };
    const made = [
      ...(await batchCreateRoleBindings(client, common)),
      ...(await batchCreateRoleBindings(client, { parentUid: root, bindings: [own] })),
    ];
    assert.deepEqual(
      made.map(({ identityUid, roleUid, parentUid }) => [identityUid, roleUid, parentUid]),
      [
        [a, viewer?.uid, root],
        [b, editor?.uid, root],
      ],
    );
    const bound = async () => (await getRoleBindings(client)).filter(({ parentUid }) => parentUid === root);
    assert.deepEqual(
      await bound(),
      made.toSorted((x, y) => (x.uid < y.uid ? -1 : 1)),
    );
    // All or none: a resource's create relies on it.
    const refused = [
      { identityUid: a, roleUid: editor?.uid },
      { identityUid: b, roleUid: "none" },
    ];
    await assert.rejects(batchCreateRoleBindings(client, { parentUid: root, bindings: refused }), /NOT_FOUND/);
    assert.equal((await bound()).length, 2);
  });
});
