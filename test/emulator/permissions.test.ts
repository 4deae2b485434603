import assert from "node:assert/strict";
import { builtInRoles, send, test } from "./local";
import { bound, CI, play, stories } from "./story";

const TEAMS = `
    TEAM = put iam:Group $ORG {"name":"team"}
    INNER = put iam:Group $TEAM {"name":"inner"}
    OTHER = put iam:Group $ORG {"name":"other"}
    ${CI}`;
const groups = "/iam/v2/groups";

describe("an exchanged token in the emulator", () => {
  const inside = ["$TEAM", "$INNER"].map(
    (group) => `
    NEW = POST ${groups}/${group} {"name":"new"}
    GET ${groups}/$NEW
    PATCH ${groups}/$NEW {"description":"d"}
    DELETE ${groups}/$NEW`,
  );
  const outside = ["$OTHER", "$ORG", "$TEAMx"].map(
    (group) => `
    POST ${groups}/${group} {"name":"new"} -> lacks groups.create
    GET ${groups}/${group} -> lacks groups.list
    PATCH ${groups}/${group} {"description":"d"} -> lacks groups.update
    DELETE ${groups}/${group} -> lacks groups.delete`,
  );
  stories(`
    # has rights in the group of the binding and below it
    ${TEAMS}
    ${bound("$OWNER", "$TEAM")}
    as $CI
    ${inside.join("")}
    ${outside.join("")}
    GET ${groups}/$TEAM/none -> 404
    DELETE ${groups}/$INNER

    # has the rights of its roles at the moment of the request
    ${TEAMS}
    as $CI
    POST /registry/v2/repos/$TEAM {"name":"app"} -> lacks repo.create
    VIEWS = ${bound("$VIEWER", "$TEAM")}
    POST /registry/v2/repos/$TEAM {"name":"app"} -> lacks repo.create
    EDITS = ${bound("$EDITOR", "$TEAM")}
    REPO = POST /registry/v2/repos/$TEAM {"name":"app"}
    PATCH /registry/v2/repos/$REPO/readme {"content":"# r"} -> lacks repo_internal.admin
    GET /registry/v2/repos/$REPO/readme
    POST /iam/v2/roleBindings/$TEAM {"identityUid":"$CI","roleUid":"$OWNER"} -> lacks role_bindings.create
    POST /iam/v2/roleBindings:batchCreate {"parent":"$TEAM","requests":[{"roleBinding":{"identityUid":"$CI","roleUid":"$OWNER"}}]}
    -> lacks role_bindings.create
    remove $EDITS
    POST /registry/v2/repos/$TEAM {"name":"other"} -> lacks repo.create
    remove $VIEWS
    GET /registry/v2/repos/$REPO/readme -> lacks repo.list

    # limits lists to visible objects, such as built-in roles if it may list roles anywhere
    ${TEAMS}
    OWN = put iam:Role $TEAM {"name":"own","capabilities":["CAP_REPO_LIST"]}
    put iam:Role $OTHER {"name":"foreign","capabilities":["CAP_REPO_LIST"]}
    put registry:Repo $TEAM {"name":"in-team"}
    put registry:Repo $OTHER {"name":"in-other"}
    as $CI
    GET /iam/v2/roles -> []
    GET /iam/v2/roles/$OWNER -> lacks roles.list
    GET /iam/v2/roles/$OWN -> lacks roles.list
    GET ${groups} -> {"groups":null,"totalCount":"0"}
    ${bound("$VIEWER", "$TEAM")}
    GET ${groups}?order_by=name -> [inner team]
    GET ${groups} -> {"totalCount":"2"}
    GET /registry/v2/repos -> [in-team]
    GET /iam/v2/roles/$OWNER
    GET /iam/v2/roles?order_by=name -> [${["own", ...builtInRoles].sort().join(" ")}]
    as admin
    GET ${groups} -> {"totalCount":"5"}
  `);

  const exchanged = (more: string, aud = "$URL"): string => `
    as job
    LIMITED = POST /sts/exchange?identity=$CI&aud=${aud}${more}
    as bearer $LIMITED`;
  stories(`
    # is limited by its scopes and capabilities, and there are none of identity providers
    ${TEAMS}
    ${bound("$OWNER")}
    ${exchanged("&scopes=$TEAM&scopes=none")}
    GET ${groups}/$TEAM
    GET ${groups}/$INNER
    GET ${groups}/$OTHER -> lacks groups.list
    ${exchanged("&cap=CAP_IAM_GROUPS_LIST&cap=CAP_REPO_LIST")}
    GET ${groups}/$OTHER
    POST ${groups}/$OTHER {"name":"new"} -> lacks groups.create
    ${exchanged("&cap=groups.list")}
    GET ${groups}/$OTHER
    POST ${groups}/$OTHER {"name":"new"} -> lacks groups.create
    ${exchanged("&cap=CAP_REPO_LIST")}
    GET /iam/v2/roles/$VIEWER -> lacks roles.list
    GET /libraries/v2/artifacts/count?ecosystems=ECOSYSTEM_JAVA -> lacks libraries_artifacts.list
    as job
    POST /sts/exchange?identity=$CI&aud=$URL&cap=nothing -> INVALID_ARGUMENT unknown capability "nothing"
    POST /sts/exchange?identity=$CI&aud=$URL&identity_provider=a/b
    -> UNIMPLEMENTED the emulator exchanges no tokens of identity providers

    # is for one audience, and the token that is exchanged is no access token
    ${TEAMS}
    ${["https://api.example.com", "$HOST", "http://localhost:1"]
      .map((aud) => `${exchanged("", aud)}\nGET ${groups} -> UNAUTHENTICATED token is for another audience`)
      .join("\n")}
    as job
    GET ${groups} -> UNAUTHENTICATED invalid bearer token
  `);

  test("is for the address by which it is used", async (emulator) => {
    const local = emulator.url.replace("127.0.0.1", "localhost");
    const lines = `${TEAMS}\n${exchanged("", local)}\nGET ${groups} -> 401`;
    const token = (await play(emulator, lines)).get("LIMITED");
    assert.equal((await send(local, `GET ${groups}`, undefined, token)).status, 200);
  });
});
