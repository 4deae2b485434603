import assert from "node:assert/strict";
import { batchCreateRoleBindings } from "../../../src/program/lookups/role-bindings";
import { builtInRoles, roleNamed, test } from "../../emulator/local";
import { START } from "../../emulator/story";
import { clientOf } from "../../support/platform";
import { lookupStories } from "./lookup-stories";

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

describe("bindings that are created at once", () => {
  test("have a common role or each its own", async (emulator) => {
    const client = clientOf(emulator);
    const { organization, put } = emulator;
    const identity = (name: string) =>
      String(put("iam:Identity", organization.uid, { name, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }).uid);
    const [a, b, viewer, editor] = [
      ...["aaa", "bbb"].map(identity),
      ...["viewer", "editor"].map((name) => roleNamed(emulator, name)),
    ];
    const create = (roleUid: string | undefined, ...bindings: readonly object[]) =>
      batchCreateRoleBindings(client, { parentUid: organization.uid, bindings, roleUid } as never);
    const own = { identityUid: b, roleUid: editor };
    const made = [...(await create(viewer, { identityUid: a })), ...(await create(undefined, own))];
    const shown = made.map(({ identityUid, roleUid, parentUid }) => [identityUid, roleUid, parentUid]);
    assert.deepEqual(shown, [
      [a, viewer, organization.uid],
      [b, editor, organization.uid],
    ]);
  });
});
