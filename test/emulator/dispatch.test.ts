import assert from "node:assert/strict";
import { brief, send, test, testWith, withEmulator } from "./local";
import { stories, storiesWith } from "./story";

const BOT = '{"name":"ci","servicePrincipal":"SERVICE_PRINCIPAL_SKILLS"}';
const VIEWS = (identity: string) => `{"identityUid":"${identity}","roleUid":"$VIEWER"}`;

describe("the emulator's routes", () => {
  const cases: readonly (readonly [request: string, answer: string])[] = [
    ["GET /", "NOT_FOUND Not Found"],
    ["GET /iam/v2/groupsx", "NOT_FOUND Not Found"],
    ["GET /iam/v2/groups:nothing", "NOT_FOUND Not Found"],
    ["GET /iam/v2/groups/", "missing iam/Group "],
    ["PATCH /iam/v2/groups", "missing iam/Group "],
    ["GET /iam/v2/groups/a//b", "missing iam/Group a//b"],
    ["GET /iam/v2/groups/a%2Fb", "missing iam/Group a/b"],
    ["GET /iam/v2/groups/a%252Fb", "missing iam/Group a%2Fb"],
    ["GET /iam/v2/groups/%zz", "INVALID_ARGUMENT malformed path escape"],
    ["PUT /iam/v2/groups", "UNIMPLEMENTED Method Not Allowed"],
    ["HEAD /iam/v2/identities:lookupIdentity", "501"],
    ["GET /iam/v2/terms", "NOT_FOUND Not Found"],
    ["GET /libraries/v2/artifacts/a/b/versions", "NOT_FOUND Not Found"],
    ["GET /libraries/v2/artifacts/a%2Fb/versions", "missing libraries/Artifact a/b"],
    ["GET /iam/v2/groups/x:requestGroupAccess", "missing iam/Group x:requestGroupAccess"],
    ["GET /registry/v2/repos/x/digests/%zz/size", "INVALID_ARGUMENT malformed path escape"],
    ["PATCH /registry/v2/tags/x", "UNIMPLEMENTED Method Not Allowed"],
  ];
  stories(`
    # are found by the path as it was sent, and refuse other methods
    ${cases.map((words) => words.join(" -> ")).join("\n")}
  `);
});

describe("tokens of the emulator's API", () => {
  test("are demanded with a challenge, but after the gateway's own refusals", async ({
    organization,
    url,
    call,
    ...more
  }) => {
    const create = `POST /iam/v2/groups/${organization.uid}`;
    for (const [token, message] of [
      [null, "missing bearer token"],
      ["wrong", "invalid bearer token"],
    ] as const)
      for (const request of ["GET /iam/v2/groups", "GET /registry/v2/repos/x", create]) {
        const reply = await call(request, request === create ? { name: "team" } : undefined, token);
        assert.deepEqual(brief(reply), [401, 16, message]);
        assert.equal(reply.headers.get("www-authenticate"), message);
        assert.equal(reply.headers.get("grpc-metadata-content-type"), null);
      }
    assert.equal(more.isEmpty(), true);
    assert.deepEqual(brief(await send(url, "GET /nothing")), [404, 5, "Not Found"]);
    assert.equal((await send(url, create, "{bad")).status, 400);
    assert.deepEqual((await send(url, "GET /ping/v2/ping")).body, { response: "pong" });
    assert.equal((await call("GET /iam/v2/groups", undefined, more.registryToken)).status, 401);
  });

  it("are different after each start", async () => {
    const tokens: string[] = [];
    for (let i = 0; i < 2; i++)
      await withEmulator({}, async ({ token, registryToken }) => void tokens.push(token, registryToken))();
    assert.equal(new Set(tokens).size, 4);
  });
});

describe("a delete in the emulator", () => {
  const children = [
    ["iam:Group", '{"name":"inner"}', "groups"],
    ["iam:Identity", BOT, "identities"],
    ["iam:Role", '{"name":"own","capabilities":["CAP_REPO_LIST"]}', "roles"],
    ["iam:RoleBinding", VIEWS("$BOT"), "role bindings"],
    ["registry:Repo", '{"name":"app"}', "repos"],
    ["events:Subscription", '{"sink":"https://sink.example.com/"}', "subscriptions"],
  ].map(
    ([type, body, nouns]) => `
    CHILD = put ${type} $TEAM ${body}
    DELETE /iam/v2/groups/$TEAM -> FAILED_PRECONDITION Precondition failed: cannot delete group with child ${nouns}
    remove $CHILD`,
  );
  stories(`
    # is refused for a group while it contains objects, one kind after the other, and for those of another kind
    TEAM = put iam:Group $ORG {"name":"team"}
    BOT = put iam:Identity $ORG ${BOT}
    ${children.join("")}
    DELETE /registry/v2/repos/$TEAM -> 404
    DELETE /iam/v2/groups/$TEAM
    DELETE /iam/v2/groups/$TEAM -> missing iam/Group $TEAM
    DELETE /iam/v2/roleBindings/none

    # is refused for an identity or a role while it is bound
    TEAM = put iam:Group $ORG {"name":"team"}
    BOT = put iam:Identity $ORG ${BOT}
    ROLE = put iam:Role $ORG {"name":"own","capabilities":["CAP_REPO_LIST"]}
    BINDING = put iam:RoleBinding $TEAM {"identityUid":"$BOT","roleUid":"$ROLE"}
    DELETE /iam/v2/identities/$BOT
    -> FAILED_PRECONDITION Precondition failed: cannot delete identity with role bindings
    DELETE /iam/v2/roles/$ROLE -> FAILED_PRECONDITION Precondition failed: cannot delete role with role bindings
    DELETE /iam/v2/roleBindings/$BINDING
    DELETE /iam/v2/identities/$BOT
    DELETE /iam/v2/roles/$ROLE
  `);

  storiesWith({ cascade: true })(`
    # removes everything inside and all references to it with the cascade option
    TEAM = put iam:Group $ORG {"name":"team"}
    OTHER = put iam:Group $ORG {"name":"other"}
    INNER = put iam:Group $TEAM {"name":"inner"}
    BOT = put iam:Identity $INNER ${BOT}
    STRANGER = put iam:Identity $ORG {"name":"stranger","servicePrincipal":1}
    REPO = put registry:Repo $INNER {"name":"app"}
    put registry:Tag $REPO {"name":"latest","digest":"sha256:${"a".repeat(64)}"}
    put iam:RoleBinding $OTHER ${VIEWS("$BOT")}
    KEPT = put iam:RoleBinding $OTHER ${VIEWS("$STRANGER")}
    put iam:AccountAssociation $INNER {"name":"cloud"}
    put iam:AccountAssociation $OTHER {"name":"cloud"}
    DELETE /iam/v2/accountAssociations/$OTHER
    GET /iam/v2/roleBindings/$KEPT
    DELETE /iam/v2/groups/$TEAM
    GET /iam/v2/groups?uidp.descendants_of=$ORG -> [other]
    GET /iam/v2/roleBindings?group=$OTHER -> [$KEPT]
    GET /iam/v2/identities -> [stranger]
    GET /registry/v2/repos?uidp.descendants_of=$ORG -> []
    GET /registry/v2/tags -> []
    GET /iam/v2/accountAssociations -> []
  `);

  testWith({ deleteBody: "empty" })("returns an empty body with the option", async ({ organization, put, call }) => {
    const uid = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    const reply = await call(`DELETE /iam/v2/groups/${uid}`);
    assert.deepEqual([reply.status, reply.text], [200, ""]);
    assert.equal(reply.headers.get("grpc-metadata-content-type"), "application/grpc");
  });
});
