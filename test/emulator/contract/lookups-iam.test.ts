import assert from "node:assert/strict";
import { requestGroupAccess } from "../../../src/description/operations/groups";
import { ask } from "../../../src/program/lookups/ask";
import { batchCreateRoleBindings } from "../../../src/program/lookups/role-bindings";
import { getGroups, getRole, getRoleBindings } from "../../support/kind-lookups";
import { builtInRoles } from "../local";
import { START } from "../story";
import { lookupStories } from "./lookup-stories";
import { inBothModes } from "./lookups";

const times = `"createTime":"${START}","updateTime":"${START}"`;
const ready = '"kind":"ORG_KIND_CUSTOMER","status":"ORG_STATUS_READY"';
const TEAM = `{"uid":"$TEAM","parentUid":"$ORG","name":"team","description":"The team",${ready},${times}}`;
const ACME = `{"uid":"$ORG","name":"acme","description":"Root organization group",${ready},"createTime":"2026-01-05T08:30:00Z","updateTime":"2026-01-05T08:30:00Z"}`;
const PULLER = `{"uid":"$PULLER","parentUid":"$ORG","name":"puller","capabilities":["CAP_REPO_LIST"],${times}}`;
const BINDING = `{"uid":"$BINDING","parentUid":"$ORG","identityUid":"$BOT","roleUid":"$VIEWER","identity":{"uid":"$BOT","name":"skills"},"group":{"uid":"$ORG","name":"acme","description":"Root organization group"},"role":{"uid":"$VIEWER","name":"viewer","description":"Viewer Role (built-in)"},"managedBy":"MANAGED_BY_MANUAL","createTime":"${START}"}`;
const BOT = '"servicePrincipal":"SERVICE_PRINCIPAL_SKILLS"';

describe("lookups of groups, roles and bindings", () => {
  lookupStories(`
    # find a group by its uid and by its name, with its parent and without empty fields
    TEAM = put iam:Group $ORG {"name":"team","description":"The team"}
    getGroup {"uid":"$TEAM"} -> ${TEAM}
    getGroup {"name":"team","descendantsOf":"$ORG"} -> ${TEAM}
    getGroup {"uid":"$ORG"} -> ${ACME}
    getGroup {"uid":"$ORG/0"} -> throws NotFoundError: [NOT_FOUND]…

    # list by parent, in a given order, and no more than asked for
    B = put iam:Group $ORG {"name":"bbb"}
    A = put iam:Group $B {"name":"aaa"}
    getGroups {"childrenOf":"$ORG"} -> [bbb]
    getGroups {"descendantsOf":"$ORG","orderBy":"name"} -> [aaa bbb]
    getGroups {"descendantsOf":"$ORG","orderBy":"name desc","limit":1} -> [bbb]
    getGroups {"ancestorsOf":"$A","orderBy":"name"} -> [acme bbb]
    getGroups {"inRoot":true,"orderBy":"name asc"} -> [acme public-org]
    getGroups {"ids":["$B","$A"],"orderBy":"name"} -> [aaa bbb]
    getGroups {"limit":0} -> []

    # name the candidates when several match, and the existing names when none does
    A = put iam:Group $ORG {"name":"aaa"}
    B = put iam:Group $ORG {"name":"bbb"}
    X = put iam:Group $A {"name":"twin"}
    Y = put iam:Group $B {"name":"twin"}
    getGroup {"name":"twin"}
    -> throws NoSingleAnswerError: getGroup by name: 2 groups match: …"twin" …(of the group …"twin" …(of the group …
    getGroup {"name":"twin"} -> throws …"twin" $X (of the group $A)…
    getGroup {"name":"twin"} -> throws …"twin" $Y (of the group $B)…
    getGroups {"name":"twin","childrenOf":"$B"} -> [twin]
    getGroup {"name":"twins","childrenOf":"$ORG"}
    -> throws NoSingleAnswerError: getGroup by name and childrenOf: there is no such group. Existing names: "aaa", "bbb"

    # report that the platform does not know the caller's group
    findGroup -> throws …UNIMPLEMENTED…
    checkEligibility -> throws …UNIMPLEMENTED…

    # find the one role with a name, and list the candidates when there are several or none (row 57)
    PULLER = put iam:Role $ORG {"name":"puller","capabilities":["CAP_REPO_LIST"]}
    getRole {"uid":"$PULLER"} -> ${PULLER}
    getRole {"name":"puller"} -> ${PULLER}
    getRoles {"childrenOf":"$ORG"} -> [${PULLER}]
    getRoles {"parentUid":"$ORG"} -> [puller]
    getRoles {"inRoot":true,"orderBy":"name"} -> [${builtInRoles.join(" ")}]
    OWN = put iam:Role $ORG {"name":"viewer","capabilities":["CAP_REPO_LIST"]}
    getRole {"name":"viewer"} -> throws …$VIEWER (built-in)…
    getRole {"name":"viewer"} -> throws …$OWN (of the group $ORG)…
    getRole {"name":"viewer","parentUid":"$ORG"} -> ${PULLER.replace("$PULLER", "$OWN").replace("puller", "viewer")}
    getRole {"name":"veiwer"} -> throws …no such role. Existing names: …editor…viewer…

    # list role bindings with their uids, although the response has them in other fields
    BOT = put iam:Identity $ORG {"name":"skills",${BOT}}
    BINDING = put iam:RoleBinding $ORG {"identityUid":"$BOT","roleUid":"$VIEWER"}
    getRoleBinding {"uid":"$BINDING"} -> ${BINDING}
    getRoleBinding {"identity":"$BOT","role":"$VIEWER","group":"$ORG"} -> ${BINDING}
    getRoleBindings {"group":"$ORG"} -> [${BINDING}]
    getRoleBindings {"role":"$ORG"} -> []
    getRoleBinding {"role":"$ORG"}
    -> throws …there is no such role binding. role: no Role has this uid, or this token cannot see it
  `);

  lookupStories(
    `
    # return the caller's group, and whether the caller is eligible for access
    findGroup -> ${ACME}
    checkEligibility -> true
  `,
    { lookupGroup: true },
  );
});

inBothModes("functions of groups and bindings", (scene) => {
  it("read every page of a long list, each item once", async () => {
    const { client, root, put, emulator } = scene();
    for (let i = 0; i < 401; i++) put("iam:Group", root, { name: `group ${i}` });
    emulator.clearRequests();
    const found = await getGroups(client, { childrenOf: root });
    assert.deepEqual([found.length, new Set(found.map(({ uid }) => uid)).size], [401, 401]);
    assert.equal(emulator.requests.length, 3);
  });

  it("request access to a group", async () => {
    const { client, root, emulator } = scene();
    emulator.clearRequests();
    assert.equal(await ask(requestGroupAccess)(client, { groupUid: root }), undefined);
    const sent = emulator.requests.map(({ method, path, body }) => [method, path, body]);
    assert.deepEqual(sent, [["POST", `/iam/v2/groups/${root}:requestGroupAccess`, {}]]);
    await assert.rejects(ask(requestGroupAccess)(client, { groupUid: "nobody" }), { code: "NOT_FOUND" });
  });

  it("create several bindings at once, with a common role or each with its own, and never with both", async () => {
    const { client, root, put } = scene();
    const principal = { servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };
    const [a = "", b = ""] = ["aaa", "bbb"].map((name) => put("iam:Identity", root, { name, ...principal }));
    const [viewer, editor] = await Promise.all(["viewer", "editor"].map((name) => getRole(client, { name })));
    const own = { identityUid: b, roleUid: editor?.uid };
    const create = (roleUid: string | undefined, ...bindings: readonly object[]) =>
      batchCreateRoleBindings(client, { parentUid: root, bindings, roleUid } as never);
    await assert.rejects(create(viewer?.uid, { identityUid: a }, own), /INVALID_ARGUMENT/);
    const made = [...(await create(viewer?.uid, { identityUid: a })), ...(await create(undefined, own))];
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
    const refused = create(undefined, { identityUid: a, roleUid: editor?.uid }, { identityUid: b, roleUid: "none" });
    await assert.rejects(refused, /NOT_FOUND/);
    assert.equal((await bound()).length, 2);
  });
});
