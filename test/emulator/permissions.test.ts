import assert from "node:assert/strict";
import { startEmulator } from "../../src/emulator/index";
import { brief, builtInRoles, send, test, withFile } from "./local";
import { bound, CI, JOB, play, stories } from "./story";

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

  test("is limited by its scopes, capabilities and audience, and there are none of identity providers", async (emulator) => {
    const names = await play(emulator, `${TEAMS}\n${bound("$OWNER")}`);
    const [team, inner, other, identity] = ["TEAM", "INNER", "OTHER", "CI"].map((name) => names.get(name) ?? "");
    const { host, port } = new URL(emulator.url);
    const exchange = async (more: string, audience = emulator.url) => {
      const idToken = await emulator.idToken({ ...JOB, audience: host });
      const aud = encodeURIComponent(audience);
      return emulator.call(`POST /sts/exchange?aud=${aud}&identity=${identity}${more}`, undefined, idToken);
    };
    const answersTo = async (token: unknown, request: string, body?: object) =>
      brief(await emulator.call(request, body, String(token)));
    const lacks = (what: string) => [403, 7, `Permission denied: caller lacks ${what}`];

    const { token: scoped } = (await exchange(`&scopes=${team}&scopes=none`)).body;
    for (const group of [team, inner]) assert.equal((await answersTo(scoped, `GET ${groups}/${group}`))[0], 200);
    assert.deepEqual(await answersTo(scoped, `GET ${groups}/${other}`), lacks("groups.list"));
    for (const cap of ["CAP_IAM_GROUPS_LIST", "groups.list"]) {
      const { token } = (await exchange(`&cap=${cap}&cap=CAP_REPO_LIST`)).body;
      assert.equal((await answersTo(token, `GET ${groups}/${other}`))[0], 200);
      assert.deepEqual(await answersTo(token, `POST ${groups}/${other}`, { name: "new" }), lacks("groups.create"));
    }
    const { token: capped } = (await exchange("&cap=CAP_REPO_LIST")).body;
    const builtIn = `GET /iam/v2/roles/${names.get("VIEWER")}`;
    assert.deepEqual(await answersTo(capped, builtIn), lacks("roles.list"));
    const libraries = "GET /libraries/v2/artifacts/count?ecosystems=ECOSYSTEM_JAVA";
    assert.deepEqual(await answersTo(capped, libraries), lacks("libraries_artifacts.list"));
    assert.deepEqual(brief(await exchange("&cap=nothing")), [400, 3, 'unknown capability "nothing"']);
    const none = [501, 12, "the emulator exchanges no tokens of identity providers"];
    assert.deepEqual(brief(await exchange("&identity_provider=a/b")), none);

    const stranger = [401, 16, "token is for another audience"];
    const local = `http://localhost:${port}`;
    for (const audience of ["https://api.example.com", host, local]) {
      const { token } = (await exchange("", audience)).body;
      assert.deepEqual(await answersTo(token, `GET ${groups}`), stranger, audience);
      if (audience === local) assert.equal((await send(local, `GET ${groups}`, undefined, String(token))).status, 200);
    }
    const idToken = await emulator.idToken({ ...JOB, audience: emulator.url });
    assert.deepEqual(await answersTo(idToken, `GET ${groups}`), [401, 16, "invalid bearer token"]);
  });

  it("survives a restart with a state file", () =>
    withFile(async (file) => {
      const first = await startEmulator({ file, strict: false });
      const { uid } = first.put("iam:Identity", first.organization.uid, { name: "ci", claimMatch: JOB });
      const idToken = await first.idToken(JOB);
      const exchange = `POST /sts/exchange?aud=${encodeURIComponent(first.url)}&identity=${uid}`;
      const { token } = (await send(first.url, exchange, undefined, idToken)).body;
      await first.close();
      const second = await startEmulator({ file, port: Number(new URL(first.url).port) });
      try {
        assert.equal((await send(second.url, `GET ${groups}`, undefined, String(token))).status, 200);
        assert.equal((await send(second.url, exchange, undefined, idToken)).status, 200);
      } finally {
        await second.close();
      }
    }));
});
