import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator/index";
import { brief, builtInRoles, namesIn, roleNamed, send, uidOf, withEmulator } from "./local";

const CI = { issuer: "https://ci.example.com", subject: "repo:acme/app", audience: "ci" } as const;

/** Groups `team`, `team/inner` and `other`, and an identity. */
function makeWorld({ put, organization }: Emulator): { team: string; inner: string; other: string; identity: string } {
  const group = (name: string, parent: string): string => String(put("iam:Group", parent, { name }).uid);
  const team = group("team", organization.uid);
  const identity = String(put("iam:Identity", organization.uid, { name: "ci", claimMatch: CI }).uid);
  return { team, inner: group("inner", team), other: group("other", organization.uid), identity };
}

const bind = (emulator: Emulator, group: string, identityUid: string, role: string): string =>
  String(emulator.put("iam:RoleBinding", group, { identityUid, roleUid: roleNamed(emulator, role) }).uid);

const exchanged = async (emulator: Emulator, audience = emulator.url, more = ""): Promise<string> => {
  const ci = emulator.list("iam:Identity").find(({ name }) => name === "ci")?.uid;
  const request = `POST /sts/exchange?aud=${encodeURIComponent(audience)}&identity=${ci}${more}`;
  return String((await send(emulator.url, request, undefined, await emulator.idToken(CI))).body.token);
};

const lacks = (what: string): unknown[] => [403, 7, `Permission denied: caller lacks ${what}`];

describe("an exchanged token in the emulator", () => {
  it(
    "has rights in the group of the binding and below it",
    withEmulator({}, async (emulator, call) => {
      const { team, inner, other, identity } = makeWorld(emulator);
      bind(emulator, team, identity, "owner");
      const token = await exchanged(emulator);
      const ask = (request: string, body?: unknown) => call(request, body, token);
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
    }),
  );

  it(
    "has them only within its requested scopes and capabilities",
    withEmulator({}, async (emulator, call) => {
      const { team, inner, other, identity } = makeWorld(emulator);
      bind(emulator, emulator.organization.uid, identity, "owner");
      const scoped = await exchanged(emulator, undefined, `&scopes=${team}&scopes=none`);
      for (const group of [team, inner])
        assert.equal((await call(`GET /iam/v2/groups/${group}`, undefined, scoped)).status, 200);
      assert.deepEqual(brief(await call(`GET /iam/v2/groups/${other}`, undefined, scoped)), lacks("groups.list"));
      for (const cap of ["CAP_IAM_GROUPS_LIST", "groups.list"]) {
        const capped = await exchanged(emulator, undefined, `&cap=${cap}&cap=CAP_REPO_LIST`);
        assert.equal((await call(`GET /iam/v2/groups/${other}`, undefined, capped)).status, 200);
        const made = await call(`POST /iam/v2/groups/${other}`, { name: "new" }, capped);
        assert.deepEqual(brief(made), lacks("groups.create"));
      }
    }),
  );

  it(
    "is refused for a capability that there is not, and for the tokens of an identity provider, which the emulator does not exchange",
    withEmulator({}, async (emulator, call) => {
      const { identity } = makeWorld(emulator);
      const ask = async (more: string) =>
        brief(
          await call(`POST /sts/exchange?aud=x&identity=${identity}${more}`, undefined, await emulator.idToken(CI)),
        );
      assert.deepEqual(await ask("&cap=nothing"), [400, 3, 'unknown capability "nothing"']);
      assert.deepEqual(await ask("&identity_provider=a/b"), [
        501,
        12,
        "the emulator exchanges no tokens of identity providers",
      ]);
    }),
  );

  it(
    "has the rights of its roles at the moment of the request",
    withEmulator({}, async (emulator, call) => {
      const { team, identity } = makeWorld(emulator);
      const token = await exchanged(emulator);
      const make = (name = "app") => call(`POST /registry/v2/repos/${team}`, { name }, token);
      assert.deepEqual(brief(await make()), lacks("repo.create"));
      const viewer = bind(emulator, team, identity, "viewer");
      assert.deepEqual(brief(await make()), lacks("repo.create"));
      const editor = bind(emulator, team, identity, "editor");
      const repo = await make();
      assert.equal(repo.status, 200);
      const repoUid = uidOf(repo);
      const readme = `/registry/v2/repos/${repoUid}/readme`;
      assert.deepEqual(brief(await call(`PATCH ${readme}`, { content: "# r" }, token)), lacks("repo_internal.admin"));
      assert.equal((await call(`GET ${readme}`, undefined, token)).status, 200);
      const binding = { identityUid: identity, roleUid: roleNamed(emulator, "owner") };
      assert.deepEqual(
        brief(await call(`POST /iam/v2/roleBindings/${team}`, binding, token)),
        lacks("role_bindings.create"),
      );
      const batch = { parent: team, requests: [{ roleBinding: binding }] };
      assert.deepEqual(
        brief(await call("POST /iam/v2/roleBindings:batchCreate", batch, token)),
        lacks("role_bindings.create"),
      );
      emulator.remove(editor);
      for (const { uid } of emulator.list("iam:RoleBinding")) if (uid !== viewer) emulator.remove(String(uid));
      assert.deepEqual(brief(await make()), lacks("repo.create"));
      emulator.remove(viewer);
      assert.deepEqual(brief(await call(`GET ${readme}`, undefined, token)), lacks("repo.list"));
    }),
  );

  it(
    "gets the same answer for hidden objects and for missing ones",
    withEmulator({ forbidden: "hidden" }, async (emulator, call) => {
      const { team, other, identity } = makeWorld(emulator);
      bind(emulator, team, identity, "viewer");
      const repo = String(emulator.put("registry:Repo", other, { name: "app" }).uid);
      const claimMatch = { issuer: CI.issuer, subject: "repo:acme/other" };
      const stranger = emulator.put("iam:Identity", emulator.organization.uid, { name: "stranger", claimMatch });
      const foreign = bind(emulator, other, String(stranger.uid), "viewer");
      const token = await exchanged(emulator);
      const ask = (request: string, body?: unknown) => call(request, body, token);
      const roleBinding = { identityUid: identity, roleUid: roleNamed(emulator, "viewer") };
      const requests = (group: string, below: string): readonly (readonly [request: string, body?: unknown])[] => [
        [`GET /iam/v2/groups/${group}`],
        [`PATCH /iam/v2/groups/${group}`, { description: "d" }],
        [`DELETE /iam/v2/groups/${group}`],
        [`POST /iam/v2/groups/${group}`, { name: "new" }],
        [`POST /registry/v2/repos/${group}`, { name: "new" }],
        [`GET /registry/v2/repos/${below}`],
        [`GET /registry/v2/repos/${below}/readme`],
        [`POST /registry/v2/tags/${below}`, { name: "new", digest: `sha256:${"a".repeat(64)}` }],
        [`GET /registry/v2/repos/${below}/digests/sha256:0/size`],
        [`POST /iam/v2/identityProviders/${group}:generateScimToken`, {}],
        [
          `POST /iam/v2/accountAssociations/${group}:checkAccountAssociation`,
          { providerType: "ACCOUNT_PROVIDER_TYPE_AMAZON" },
        ],
        [`GET /iam/v2/terms/${group}`],
        [`POST /iam/v2/roleBindings:batchCreate`, { parent: group, requests: [{ roleBinding }] }],
        [`POST /iam/v2/externalGroupRoleMappings:batchDelete`, { parent: group, names: [`${group}/x`] }],
        [`DELETE /iam/v2/accountAssociations/${group}`],
      ];
      const answers = async (who: typeof ask, group: string, below: string) => {
        const texts: string[] = [];
        for (const [request, body] of requests(group, below)) {
          const { status, text } = await who(request, body);
          texts.push(
            `${request.split(" ")[0]} ${status} ${text.replaceAll(below, "BELOW").replaceAll(group, "GROUP")}`,
          );
        }
        return texts;
      };
      const { body } = await ask(`GET /iam/v2/groups/${other}`);
      const [, info] = body.details as readonly Record<string, unknown>[];
      assert.deepEqual(
        [info?.resourceType, info?.resourceName, info?.description],
        ["iam.platform.example/Group", other, "group not found"],
      );
      const missing = `${emulator.organization.uid}/none`;
      assert.deepEqual(await answers(ask, other, repo), await answers(call, missing, `${missing}/none`));
      // A second delete of a binding succeeds, so the delete of one that is hidden does: nothing is done.
      const deleted = await ask(`DELETE /iam/v2/roleBindings/${foreign}`);
      assert.deepEqual([deleted.status, deleted.text], [200, "{}"]);
      assert.notEqual(emulator.get(foreign), undefined);
      assert.equal(emulator.get(other)?.description, undefined);
      assert.ok(!emulator.list("registry:Repo").some(({ name }) => name === "new"));
      const patched = await ask(`PATCH /iam/v2/groups/${team}`, { description: "d" });
      assert.deepEqual(brief(patched), lacks("groups.update"));
      assert.deepEqual(brief(await ask(`POST /registry/v2/repos/${team}`, { name: "new" })), lacks("repo.create"));
      assert.deepEqual(brief(await ask("POST /iam/v2/groups", { name: "new" })), lacks("groups.create"));
    }),
  );

  it(
    "limits lists to visible objects, such as built-in roles if it may list roles anywhere",
    withEmulator({}, async (emulator, call) => {
      const { team, other, identity } = makeWorld(emulator);
      const { uid: own } = emulator.put("iam:Role", team, { name: "own", capabilities: ["CAP_REPO_LIST"] });
      emulator.put("iam:Role", other, { name: "foreign", capabilities: ["CAP_REPO_LIST"] });
      for (const group of [team, other]) emulator.put("registry:Repo", group, { name: `in-${group}` });
      const token = await exchanged(emulator);
      const list = (path: string) => call(`GET ${path}?order_by=name`, undefined, token);
      const builtIn = `GET /iam/v2/roles/${roleNamed(emulator, "owner")}`;
      assert.deepEqual(namesIn(await list("/iam/v2/roles"), "roles"), []);
      assert.deepEqual(brief(await call(builtIn, undefined, token)), lacks("roles.list"));
      assert.deepEqual(brief(await call(`GET /iam/v2/roles/${own}`, undefined, token)), lacks("roles.list"));
      const none = await list("/iam/v2/groups");
      assert.deepEqual([none.status, none.body], [200, { totalCount: "0" }]);
      bind(emulator, team, identity, "viewer");
      const groups = await list("/iam/v2/groups");
      assert.deepEqual([namesIn(groups, "groups"), groups.body.totalCount], [["inner", "team"], "2"]);
      assert.deepEqual(namesIn(await list("/registry/v2/repos"), "repos"), [`in-${team}`]);
      assert.equal((await call(builtIn, undefined, token)).status, 200);
      assert.deepEqual(namesIn(await list("/iam/v2/roles"), "roles"), ["own", ...builtInRoles].sort());
      assert.deepEqual(namesIn(await call("GET /iam/v2/groups?order_by=name"), "groups").length, 5);
    }),
  );

  it(
    "needs the capabilities for identity providers and for sub-resources too",
    withEmulator({}, async (emulator, call) => {
      const { identity } = makeWorld(emulator);
      const org = emulator.organization.uid;
      const token = await exchanged(emulator);
      const ask = (request: string, body?: unknown) => call(request, body, token);
      const requests = [
        [
          `POST /iam/v2/identityProviders/${org}/x:generateScimToken`,
          {},
          lacks("scim.manage, identity_providers.list"),
        ],
        [`GET /iam/v2/terms/${org}`, undefined, lacks("terms.list")],
        [`POST /iam/v2/terms/${org}`, { documentIds: ["d"] }, lacks("terms.accept")],
        [
          `GET /registry/v2/repos/${org}/x/digests/sha256:0/size`,
          undefined,
          lacks("repo.list, manifest_metadata.list"),
        ],
      ] as const;
      for (const [request, body, refusal] of requests) assert.deepEqual(brief(await ask(request, body)), refusal);
      bind(emulator, org, identity, "owner");
      const statuses = [];
      for (const [request, body] of requests) statuses.push((await ask(request, body)).status);
      assert.deepEqual(statuses, [404, 200, 200, 404]);
    }),
  );

  it(
    "is refused without the API's audience, or as an ID token",
    withEmulator({}, async (emulator, call) => {
      makeWorld(emulator);
      const list = async (token: string) => brief(await call("GET /iam/v2/groups", undefined, token));
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
    }),
  );

  it("survives a restart with a state file", async () => {
    const directory = mkdtempSync(join(tmpdir(), "emulator-"));
    try {
      const file = join(directory, "state.json");
      const first = await startEmulator({ file, strict: false });
      const { identity } = makeWorld(first);
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
