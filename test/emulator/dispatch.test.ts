import assert from "node:assert/strict";
import { brief, send, test, testWith, withEmulator } from "./local";

describe("the emulator's routes", () => {
  const cases: readonly (readonly [request: string, status: number, message: string])[] = [
    ["GET /", 404, "Not Found"],
    ["GET /iam/v1/groups", 404, "Not Found"],
    ["GET /iam/v2/groupsx", 404, "Not Found"],
    ["GET /iam/v2/groups:nothing", 404, "Not Found"],
    ["GET /v2/", 404, "Not Found"],
    ["GET /iam/v2/groups/", 404, 'Not found: iam.platform.example/Group ""'],
    ["PATCH /iam/v2/groups", 404, 'Not found: iam.platform.example/Group ""'],
    ["DELETE /iam/v2/groups", 404, 'Not found: iam.platform.example/Group ""'],
    ["GET /iam/v2/groups/a//b", 404, 'Not found: iam.platform.example/Group "a//b"'],
    ["GET /iam/v2/groups/a%252Fb", 404, 'Not found: iam.platform.example/Group "a%2Fb"'],
    ["GET /iam/v2/groups/a:b", 404, 'Not found: iam.platform.example/Group "a:b"'],
    ["GET /iam/v2/groups/%zz", 400, "malformed path escape"],
    ["PUT /iam/v2/groups", 501, "Method Not Allowed"],
    ["PUT /iam/v2/groups/x", 501, "Method Not Allowed"],
    ["OPTIONS /iam/v2/groups", 501, "Method Not Allowed"],
    ["PATCH /events/v2/subscriptions/x", 501, "Method Not Allowed"],
    ["POST /vulnerabilities/v2/advisories/x", 501, "Method Not Allowed"],
    ["DELETE /vulnerabilities/v2/advisories/x", 501, "Method Not Allowed"],
    ["POST /ping/v2/ping", 501, "Method Not Allowed"],
    ["POST /iam/v2/groups:lookupGroup", 501, "Method Not Allowed"],
    ["HEAD /iam/v2/identities:lookupIdentity", 501, ""],
    ["GET /iam/v2/roleBindings:batchCreate", 501, "Method Not Allowed"],
    ["PATCH /iam/v2/terms/x", 501, "Method Not Allowed"],
    ["DELETE /iam/v2/terms/x", 501, "Method Not Allowed"],
    ["GET /iam/v2/terms", 404, "Not Found"],
    ["GET /iam/v2/terms/x", 404, 'Not found: iam.platform.example/Group "x"'],
    ["POST /libraries/v2/artifacts", 501, "Method Not Allowed"],
    ["GET /libraries/v2/artifacts/a/b/versions", 404, "Not Found"],
    ["GET /libraries/v2/artifacts/a%2Fb/versions", 404, 'Not found: libraries.platform.example/Artifact "a/b"'],
    ["DELETE /advisory/v2/documents", 501, "Method Not Allowed"],
    ["GET /iam/v2/groups/x:requestGroupAccess", 404, 'Not found: iam.platform.example/Group "x:requestGroupAccess"'],
    ["GET /registry/v2/repos/x/digests/%zz/size", 400, "malformed path escape"],
    ["PATCH /registry/v2/tags/x", 501, "Method Not Allowed"],
    ["PATCH /iam/v2/groupInvites/x", 501, "Method Not Allowed"],
    ["PATCH /iam/v2/externalGroupRoleMappings/x", 501, "Method Not Allowed"],
  ];
  for (const [request, status, message] of cases) {
    test(`answer ${request} with ${status} ${message}`, async ({ call }) => {
      const reply = await call(request);
      assert.deepEqual([reply.status, reply.body.message ?? ""], [status, message]);
    });
  }

  test("accept the slashes of a uid plain or escaped once", async ({ organization, put, call }) => {
    const uid = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    assert.equal((await call(`GET /iam/v2/groups/${uid}`)).body.uid, uid);
    assert.equal((await call(`GET /iam/v2/groups/${encodeURIComponent(uid)}`)).body.uid, uid);
  });

  test("answer HEAD with 501 and no body", async ({ call }) => {
    const reply = await call("HEAD /iam/v2/groups");
    assert.deepEqual([reply.status, reply.text], [501, ""]);
  });

  testWith({ emitUnpopulated: true })(
    "give a missing resource details that the gateway's own 404 lacks",
    async ({ call }) => {
      assert.deepEqual((await call("GET /nothing")).body, { code: 5, message: "Not Found", details: [] });
      assert.equal(((await call("GET /iam/v2/groups/x")).body.details as unknown[]).length, 2);
    },
  );
});

describe("tokens of the emulator's API", () => {
  for (const [what, token, message] of [
    ["no", null, "missing bearer token"],
    ["a wrong", "wrong", "invalid bearer token"],
  ] as const) {
    test(`are demanded with a challenge from a request with ${what} token`, async ({ organization, isEmpty, call }) => {
      for (const request of [
        "GET /iam/v2/groups",
        `GET /registry/v2/repos/x`,
        `POST /iam/v2/groups/${organization.uid}`,
      ]) {
        const reply = await call(request, request.startsWith("POST") ? { name: "team" } : undefined, token);
        assert.deepEqual(brief(reply), [401, 16, message]);
        assert.equal(reply.headers.get("www-authenticate"), message);
        assert.equal(reply.headers.get("grpc-metadata-content-type"), null);
      }
      assert.equal(isEmpty(), true);
    });
  }

  test("are not the registry's tokens, and are not needed for a ping", async ({ registryToken, url, call }) => {
    assert.equal((await call("GET /iam/v2/groups", undefined, registryToken)).status, 401);
    assert.deepEqual((await send(url, "GET /ping/v2/ping")).body, { response: "pong" });
  });

  test("are checked after the gateway's own refusals", async ({ url, organization }) => {
    assert.deepEqual(brief(await send(url, "GET /nothing")), [404, 5, "Not Found"]);
    assert.equal((await send(url, `POST /iam/v2/groups/${organization.uid}`, "{bad")).status, 400);
  });

  it("are different after each start", async () => {
    const tokens: string[] = [];
    for (let i = 0; i < 2; i++) {
      await withEmulator({}, async ({ token, registryToken }) => void tokens.push(token, registryToken))();
    }
    assert.equal(new Set(tokens).size, 4);
  });
});

describe("a delete in the emulator", () => {
  const claimMatch = { issuer: "https://token.example.com", subject: "s" };

  test("is refused for a group while it contains objects, one kind after the other", async ({
    organization,
    put,
    remove,
    list,
    call,
  }) => {
    const group = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    const identityUid = put("iam:Identity", organization.uid, { name: "ci", claimMatch }).uid;
    const roleUid = list("iam:Role")[0]?.uid;
    const children: readonly (readonly [type: string, body: Record<string, unknown>, nouns: string])[] = [
      ["iam:Group", { name: "inner" }, "groups"],
      ["iam:Identity", { name: "bot", claimMatch }, "identities"],
      ["iam:Role", { name: "own", capabilities: ["CAP_REPO_LIST"] }, "roles"],
      ["iam:RoleBinding", { identityUid, roleUid }, "role bindings"],
      ["registry:Repo", { name: "app" }, "repos"],
      ["events:Subscription", { sink: "https://sink.example.com/" }, "subscriptions"],
    ];
    for (const [type, body, nouns] of children) {
      const child = String(put(type, group, body).uid);
      const reply = await call(`DELETE /iam/v2/groups/${group}`);
      assert.deepEqual(brief(reply), [400, 9, `Precondition failed: cannot delete group with child ${nouns}`]);
      assert.equal(remove(child), true);
    }
    assert.deepEqual(brief(await call(`DELETE /iam/v2/groups/${group}`)), [200, undefined, undefined]);
  });

  test("is refused for an identity or a role while it is bound", async ({ organization, put, call }) => {
    const identityUid = String(put("iam:Identity", organization.uid, { name: "ci", claimMatch }).uid);
    const roleUid = String(put("iam:Role", organization.uid, { name: "own", capabilities: ["CAP_REPO_LIST"] }).uid);
    const group = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    const binding = String(put("iam:RoleBinding", group, { identityUid, roleUid }).uid);
    const deletes = [`DELETE /iam/v2/identities/${identityUid}`, `DELETE /iam/v2/roles/${roleUid}`];
    const messages = ["identity", "role"].map(
      (noun) => `Precondition failed: cannot delete ${noun} with role bindings`,
    );
    for (const [i, request] of deletes.entries()) assert.deepEqual(brief(await call(request)), [400, 9, messages[i]]);
    assert.equal((await call(`DELETE /iam/v2/roleBindings/${binding}`)).status, 200);
    for (const request of deletes) assert.equal((await call(request)).status, 200);
  });

  testWith({ cascade: true })(
    "removes everything inside and all references to it with the cascade option",
    async ({ organization, put, list, get, call }) => {
      const made = (type: string, parent: string, body: Record<string, unknown>) => String(put(type, parent, body).uid);
      const org = organization.uid;
      const viewer = String(list("iam:Role").find(({ name }) => name === "viewer")?.uid);
      const [team, other] = [made("iam:Group", org, { name: "team" }), made("iam:Group", org, { name: "other" })];
      const inner = made("iam:Group", team, { name: "inner" });
      const identityUid = made("iam:Identity", inner, { name: "ci", claimMatch });
      const stranger = made("iam:Identity", org, { name: "stranger", claimMatch });
      const repo = made("registry:Repo", inner, { name: "app" });
      made("registry:Tag", repo, { name: "latest", digest: `sha256:${"a".repeat(64)}` });
      made("iam:RoleBinding", other, { identityUid, roleUid: viewer });
      const kept = made("iam:RoleBinding", other, { identityUid: stranger, roleUid: viewer });
      for (const group of [inner, other]) put("iam:AccountAssociation", group, { name: "cloud" });
      assert.equal((await call(`DELETE /iam/v2/accountAssociations/${other}`)).status, 200);
      assert.ok(get(kept));
      assert.equal((await call(`DELETE /iam/v2/groups/${team}`)).status, 200);
      const uidsOf = (type: string) => list(type).map(({ uid }) => uid);
      assert.deepEqual(uidsOf("iam:RoleBinding"), [kept]);
      assert.deepEqual(uidsOf("iam:Identity"), [stranger]);
      assert.deepEqual(
        ["iam:Group", "registry:Repo", "registry:Tag", "iam:AccountAssociation"].map((type) =>
          uidsOf(type).some((uid) => String(uid).startsWith(team)),
        ),
        [false, false, false, false],
      );
      assert.ok(get(other, "iam:Group"));
    },
  );

  test("answers 404 the second time, except for role bindings", async ({ organization, put, call }) => {
    const uid = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    assert.equal((await call(`DELETE /iam/v2/groups/${uid}`)).status, 200);
    const message = `Not found: iam.platform.example/Group "${uid}"`;
    assert.deepEqual(brief(await call(`DELETE /iam/v2/groups/${uid}`)), [404, 5, message]);
    assert.equal((await call("DELETE /iam/v2/roleBindings/none")).status, 200);
  });

  test("answers 404 for a resource of another kind", async ({ organization, put, call }) => {
    const uid = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    assert.equal((await call(`DELETE /registry/v2/repos/${uid}`)).status, 404);
    assert.equal((await call(`GET /iam/v2/groups/${uid}`)).status, 200);
  });

  testWith({ deleteBody: "empty" })(
    "returns an empty object, or an empty body with the option",
    async ({ organization, put, call }) => {
      const uid = String(put("iam:Group", organization.uid, { name: "team" }).uid);
      const reply = await call(`DELETE /iam/v2/groups/${uid}`);
      assert.deepEqual([reply.status, reply.text], [200, ""]);
      assert.equal(reply.headers.get("grpc-metadata-content-type"), "application/grpc");
    },
  );
});
