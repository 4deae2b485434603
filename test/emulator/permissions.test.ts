import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "../../src/emulator/index";
import { brief, builtInRoles, namesIn, roleNamed, send, test, uidOf } from "./local";
import { bind, CI, exchanged, lacks, makeTeams } from "./teams";

describe("an exchanged token in the emulator", () => {
  test("has rights in the group of the binding and below it", async (emulator) => {
    const { team, inner, other, identity } = makeTeams(emulator);
    bind(emulator, team, identity, "owner");
    const token = await exchanged(emulator);
    const ask = (request: string, body?: unknown) => emulator.call(request, body, token);
    for (const group of [team, inner]) {
      const made = await ask(`POST /iam/v2/groups/${group}`, { name: "new" });
      assert.equal(made.status, 200);
      assert.equal((await ask(`GET /iam/v2/groups/${uidOf(made)}`)).status, 200);
      assert.equal((await ask(`PATCH /iam/v2/groups/${uidOf(made)}`, { description: "d" })).status, 200);
      assert.equal((await ask(`DELETE /iam/v2/groups/${uidOf(made)}`)).status, 200);
    }
    for (const group of [other, emulator.organization.uid, `${team}x`]) {
      assert.deepEqual(brief(await ask(`POST /iam/v2/groups/${group}`, { name: "new" })), lacks("groups.create"));
      assert.deepEqual(brief(await ask(`GET /iam/v2/groups/${group}`)), lacks("groups.list"));
      const patched = await ask(`PATCH /iam/v2/groups/${group}`, { description: "d" });
      assert.deepEqual(brief(patched), lacks("groups.update"));
      assert.deepEqual(brief(await ask(`DELETE /iam/v2/groups/${group}`)), lacks("groups.delete"));
    }
    assert.equal((await ask(`GET /iam/v2/groups/${team}/none`)).status, 404);
    assert.equal((await ask(`DELETE /iam/v2/groups/${inner}`)).status, 200);
  });

  test("has them only within its requested scopes and capabilities", async (emulator) => {
    const { team, inner, other, identity } = makeTeams(emulator);
    bind(emulator, emulator.organization.uid, identity, "owner");
    const scoped = await exchanged(emulator, undefined, `&scopes=${team}&scopes=none`);
    for (const group of [team, inner])
      assert.equal((await emulator.call(`GET /iam/v2/groups/${group}`, undefined, scoped)).status, 200);
    assert.deepEqual(
      brief(await emulator.call(`GET /iam/v2/groups/${other}`, undefined, scoped)),
      lacks("groups.list"),
    );
    for (const cap of ["CAP_IAM_GROUPS_LIST", "groups.list"]) {
      const capped = await exchanged(emulator, undefined, `&cap=${cap}&cap=CAP_REPO_LIST`);
      assert.equal((await emulator.call(`GET /iam/v2/groups/${other}`, undefined, capped)).status, 200);
      const made = await emulator.call(`POST /iam/v2/groups/${other}`, { name: "new" }, capped);
      assert.deepEqual(brief(made), lacks("groups.create"));
    }
  });

  test("is refused for a capability that there is not, and for the tokens of an identity provider, which the emulator does not exchange", async (emulator) => {
    const { identity } = makeTeams(emulator);
    const ask = async (more: string) =>
      brief(
        await emulator.call(
          `POST /sts/exchange?aud=x&identity=${identity}${more}`,
          undefined,
          await emulator.idToken(CI),
        ),
      );
    assert.deepEqual(await ask("&cap=nothing"), [400, 3, 'unknown capability "nothing"']);
    assert.deepEqual(await ask("&identity_provider=a/b"), [
      501,
      12,
      "the emulator exchanges no tokens of identity providers",
    ]);
  });

  test("has the rights of its roles at the moment of the request", async (emulator) => {
    const { team, identity } = makeTeams(emulator);
    const token = await exchanged(emulator);
    const make = (name = "app") => emulator.call(`POST /registry/v2/repos/${team}`, { name }, token);
    assert.deepEqual(brief(await make()), lacks("repo.create"));
    const viewer = bind(emulator, team, identity, "viewer");
    assert.deepEqual(brief(await make()), lacks("repo.create"));
    const editor = bind(emulator, team, identity, "editor");
    const repo = await make();
    assert.equal(repo.status, 200);
    const repoUid = uidOf(repo);
    const readme = `/registry/v2/repos/${repoUid}/readme`;
    assert.deepEqual(
      brief(await emulator.call(`PATCH ${readme}`, { content: "# r" }, token)),
      lacks("repo_internal.admin"),
    );
    assert.equal((await emulator.call(`GET ${readme}`, undefined, token)).status, 200);
    const binding = { identityUid: identity, roleUid: roleNamed(emulator, "owner") };
    assert.deepEqual(
      brief(await emulator.call(`POST /iam/v2/roleBindings/${team}`, binding, token)),
      lacks("role_bindings.create"),
    );
    const batch = { parent: team, requests: [{ roleBinding: binding }] };
    assert.deepEqual(
      brief(await emulator.call("POST /iam/v2/roleBindings:batchCreate", batch, token)),
      lacks("role_bindings.create"),
    );
    emulator.remove(editor);
    for (const { uid } of emulator.list("iam:RoleBinding")) if (uid !== viewer) emulator.remove(String(uid));
    assert.deepEqual(brief(await make()), lacks("repo.create"));
    emulator.remove(viewer);
    assert.deepEqual(brief(await emulator.call(`GET ${readme}`, undefined, token)), lacks("repo.list"));
  });

  test("limits lists to visible objects, such as built-in roles if it may list roles anywhere", async (emulator) => {
    const { team, other, identity } = makeTeams(emulator);
    const { uid: own } = emulator.put("iam:Role", team, { name: "own", capabilities: ["CAP_REPO_LIST"] });
    emulator.put("iam:Role", other, { name: "foreign", capabilities: ["CAP_REPO_LIST"] });
    for (const group of [team, other]) emulator.put("registry:Repo", group, { name: `in-${group}` });
    const token = await exchanged(emulator);
    const list = (path: string) => emulator.call(`GET ${path}?order_by=name`, undefined, token);
    const builtIn = `GET /iam/v2/roles/${roleNamed(emulator, "owner")}`;
    assert.deepEqual(namesIn(await list("/iam/v2/roles"), "roles"), []);
    assert.deepEqual(brief(await emulator.call(builtIn, undefined, token)), lacks("roles.list"));
    assert.deepEqual(brief(await emulator.call(`GET /iam/v2/roles/${own}`, undefined, token)), lacks("roles.list"));
    const none = await list("/iam/v2/groups");
    assert.deepEqual([none.status, none.body], [200, { totalCount: "0" }]);
    bind(emulator, team, identity, "viewer");
    const groups = await list("/iam/v2/groups");
    assert.deepEqual([namesIn(groups, "groups"), groups.body.totalCount], [["inner", "team"], "2"]);
    assert.deepEqual(namesIn(await list("/registry/v2/repos"), "repos"), [`in-${team}`]);
    assert.equal((await emulator.call(builtIn, undefined, token)).status, 200);
    assert.deepEqual(namesIn(await list("/iam/v2/roles"), "roles"), ["own", ...builtInRoles].sort());
    assert.deepEqual(namesIn(await emulator.call("GET /iam/v2/groups?order_by=name"), "groups").length, 5);
  });

  test("needs the capabilities for identity providers and for sub-resources too", async (emulator) => {
    const { identity } = makeTeams(emulator);
    const org = emulator.organization.uid;
    const token = await exchanged(emulator);
    const ask = (request: string, body?: unknown) => emulator.call(request, body, token);
    const requests = [
      [`POST /iam/v2/identityProviders/${org}/x:generateScimToken`, {}, lacks("scim.manage, identity_providers.list")],
      [`GET /iam/v2/terms/${org}`, undefined, lacks("terms.list")],
      [`POST /iam/v2/terms/${org}`, { documentIds: ["d"] }, lacks("terms.accept")],
      [`GET /registry/v2/repos/${org}/x/digests/sha256:0/size`, undefined, lacks("repo.list, manifest_metadata.list")],
    ] as const;
    for (const [request, body, refusal] of requests) assert.deepEqual(brief(await ask(request, body)), refusal);
    bind(emulator, org, identity, "owner");
    const statuses = [];
    for (const [request, body] of requests) statuses.push((await ask(request, body)).status);
    assert.deepEqual(statuses, [404, 200, 200, 404]);
  });

  test("is refused without the API's audience, or as an ID token", async (emulator) => {
    makeTeams(emulator);
    const list = async (token: string) => brief(await emulator.call("GET /iam/v2/groups", undefined, token));
    const host = new URL(emulator.url).host;
    for (const audience of ["https://api.example.com", host]) {
      assert.deepEqual(await list(await exchanged(emulator, audience)), [401, 16, "token is for another audience"]);
    }
    assert.deepEqual(await list(await emulator.idToken({ ...CI, audience: emulator.url })), [
      401,
      16,
      "invalid bearer token",
    ]);
    const { port } = new URL(emulator.url);
    const token = await exchanged(emulator, `http://localhost:${port}`);
    assert.deepEqual(await list(token), [401, 16, "token is for another audience"]);
    assert.equal((await send(`http://localhost:${port}`, "GET /iam/v2/groups", undefined, token)).status, 200);
  });

  it("survives a restart with a state file", async () => {
    const directory = mkdtempSync(join(tmpdir(), "emulator-"));
    try {
      const file = join(directory, "state.json");
      const first = await startEmulator({ file, strict: false });
      const { identity } = makeTeams(first);
      const idToken = await first.idToken(CI);
      const token = await exchanged(first);
      await first.close();
      const second = await startEmulator({ file, port: Number(new URL(first.url).port) });
      try {
        assert.equal((await send(second.url, "GET /iam/v2/groups", undefined, token)).status, 200);
        assert.equal(
          (await send(second.url, `POST /sts/exchange?aud=a&identity=${identity}`, undefined, idToken)).status,
          200,
        );
      } finally {
        await second.close();
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
