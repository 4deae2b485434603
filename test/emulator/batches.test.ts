import { stories } from "./story";

const IDENTITY = 'IDENTITY = put iam:Identity $ORG {"name":"ci","servicePrincipal":"SERVICE_PRINCIPAL_SKILLS"}';
const named = (role: string) => `{"roleBinding":{"identityUid":"$IDENTITY","roleUid":"${role}"}}`;
const good = named("$VIEWER");
const bare = '{"roleBinding":{"identityUid":"$IDENTITY"}}';
const path = "POST /iam/v2/roleBindings:batchCreate";

describe("batches of role bindings in the emulator", () => {
  stories(`
    # refuse another role than the batch's (row 240), and create 25 bindings or none
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
    ${path} {"parent":"$ORG","requests":[${Array(25).fill(good)}]}
    GET /iam/v2/roleBindings?identity=$IDENTITY -> {"totalCount":"25"}
  `);
});
