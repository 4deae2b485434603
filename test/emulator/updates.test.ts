import assert from "node:assert/strict";
import type { Emulator } from "../../src/emulator/index";
import { type Call, clockAt, type Reply, uidOf, violationOf, withEmulator } from "./local";

const issuer = "https://token.example.com";
const claimMatch = { issuer, subject: "repo:o/r", audience: "aud", claims: { a: "1", b: "2" } };

/** An identity with every kind of field set. */
const identityOf = ({ organization, put }: Emulator): string =>
  String(put("iam:Identity", organization.uid, { name: "ci", description: "CI", claimMatch }).uid);

const bare = { name: "ci", description: "CI", claimMatch };

interface Case {
  readonly it: string;
  readonly query?: string;
  readonly body?: unknown;
  /** What name, description and the relationship are afterwards. */
  readonly expected: unknown;
}

const cases: readonly Case[] = [
  { it: "changes nothing without a body", expected: bare },
  { it: "changes nothing with an empty body", body: {}, expected: bare },
  { it: "clears a field that is null", body: { description: null }, expected: { name: "ci", claimMatch } },
  { it: "clears a field that is empty", body: { description: "" }, expected: { name: "ci", claimMatch } },
  {
    it: "merges a nested message",
    body: { claimMatch: { audience: "other" } },
    expected: { ...bare, claimMatch: { ...claimMatch, audience: "other" } },
  },
  {
    it: "takes snake_case keys to the same effect",
    body: { claim_match: { audience: "other" } },
    expected: { ...bare, claimMatch: { ...claimMatch, audience: "other" } },
  },
  {
    it: "replaces a map whole",
    body: { claimMatch: { claims: { c: "3" } } },
    expected: { ...bare, claimMatch: { ...claimMatch, claims: { c: "3" } } },
  },
  {
    it: "clears a map that is empty",
    body: { claimMatch: { claims: {} } },
    expected: { ...bare, claimMatch: { issuer, subject: "repo:o/r", audience: "aud" } },
  },
  {
    it: "drops the other member of a oneof",
    body: { claimMatch: { subjectPattern: "repo:o/.*" } },
    expected: {
      ...bare,
      claimMatch: { issuer, subjectPattern: "repo:o/.*", audience: "aud", claims: claimMatch.claims },
    },
  },
  {
    it: "drops the other message of a oneof",
    body: { servicePrincipal: "SERVICE_PRINCIPAL_COSIGNED" },
    expected: { name: "ci", description: "CI", servicePrincipal: "SERVICE_PRINCIPAL_COSIGNED" },
  },
  {
    it: "changes only what a mask names",
    query: "updateMask=description",
    body: { description: "new", name: "ignored" },
    expected: { ...bare, description: "new" },
  },
  {
    it: "clears what a mask names and the body lacks",
    query: "updateMask=description",
    body: {},
    expected: { name: "ci", claimMatch },
  },
  {
    it: "clears what a mask names when there is no body",
    query: "update_mask=description",
    expected: { name: "ci", claimMatch },
  },
  {
    it: "takes an escaped comma in a mask",
    query: "updateMask=description%2Cname",
    body: { description: "new", name: "bot" },
    expected: { ...bare, description: "new", name: "bot" },
  },
  {
    it: "takes each path of a mask by itself",
    query: "updateMask.paths=description&updateMask.paths=name",
    body: { description: "new", name: "bot" },
    expected: { ...bare, description: "new", name: "bot" },
  },
  {
    it: "takes a nested path and leaves the rest of the message",
    query: "updateMask=claim_match.audience",
    body: { claimMatch: { issuer: "https://ignored.example.com" } },
    expected: { ...bare, claimMatch: { issuer, subject: "repo:o/r", claims: claimMatch.claims } },
  },
  {
    it: "replaces a message that a mask names",
    query: "updateMask=claim_match",
    body: { claimMatch: { issuer, subject: "s" } },
    expected: { ...bare, claimMatch: { issuer, subject: "s" } },
  },
  {
    it: "replaces all that can be written with *",
    query: "updateMask=*",
    body: { name: "bot", claimMatch: { issuer, subject: "s" } },
    expected: { name: "bot", claimMatch: { issuer, subject: "s" } },
  },
  {
    it: "ignores paths that only the server sets",
    query: "updateMask=uid,email,create_time,description",
    body: { uid: "x", email: "a@example.com", createTime: "2020-01-01T00:00:00Z", description: "new" },
    expected: { ...bare, description: "new" },
  },
  { it: "changes nothing with an empty mask", query: "updateMask=", body: { description: "new" }, expected: bare },
];

const visible = ({ body }: Reply) => {
  const { uid: _, email: __, lastSeenTime: ___, createTime: ____, updateTime: _____, ...rest } = body;
  return rest;
};

describe("emulator: update", () => {
  for (const { it: name, query, body, expected } of cases) {
    it(
      name,
      withEmulator({}, async (emulator, call) => {
        const uid = identityOf(emulator);
        const reply = await call(`PATCH /iam/v2/identities/${uid}${query === undefined ? "" : `?${query}`}`, body);
        assert.deepEqual(visible(reply), expected);
        assert.equal(reply.status, 200);
        assert.deepEqual(visible(await call(`GET /iam/v2/identities/${uid}`)), expected);
      }),
    );
  }

  const refused: readonly (readonly [
    what: string,
    query: string,
    body: unknown,
    field: string,
    description: string,
  ])[] = [
    ["to clear a required field", "", { name: "" }, "name", 'name must match "^[a-z0-9 ._-]{1,}$"'],
    ["to clear a required field by a mask", "updateMask=name", {}, "name", 'name must match "^[a-z0-9 ._-]{1,}$"'],
    ["to replace all without what is required", "updateMask=*", {}, "name", 'name must match "^[a-z0-9 ._-]{1,}$"'],
    [
      "to clear the last member of a oneof",
      "updateMask=claim_match",
      {},
      "claim_match",
      "one of claim_match, aws_identity, static_keys and service_principal is required",
    ],
    [
      "a path into a map",
      "updateMask=claim_match.claims.a",
      {},
      "update_mask",
      'unknown field path "claim_match.claims.a" for Identity',
    ],
    ["a path that is none", "updateMask=descripton", {}, "update_mask", 'unknown field path "descripton" for Identity'],
    [
      "the parent in a mask",
      "updateMask=parent_uid",
      {},
      "update_mask",
      'unknown field path "parent_uid" for Identity',
    ],
  ];
  for (const [what, query, body, field, description] of refused) {
    it(
      `refuses ${what}, and changes nothing`,
      withEmulator({}, async (emulator, call) => {
        const uid = identityOf(emulator);
        const reply = await call(`PATCH /iam/v2/identities/${uid}?${query}`, body);
        assert.deepEqual(violationOf(reply), { field, description });
        assert.equal(reply.status, 400);
        assert.deepEqual(visible(await call(`GET /iam/v2/identities/${uid}`)), bare);
      }),
    );
  }

  it(
    "names the message that lacks a nested key",
    withEmulator({}, async (emulator, call) => {
      const reply = await call(`PATCH /iam/v2/identities/${identityOf(emulator)}`, { claimMatch: { audiences: [] } });
      const message = 'could not find field "audiences" in "platform.iam.v2.Identity.ClaimMatch"';
      assert.deepEqual([reply.status, reply.body], [400, { code: 3, message }]);
    }),
  );

  it(
    "is a 404 about the resource that is not there",
    withEmulator({}, async (_, call) => {
      const reply = await call("PATCH /iam/v2/groups/none", { name: "x" });
      assert.deepEqual([reply.status, reply.body.message], [404, 'Not found: iam.platform.example/Group "none"']);
    }),
  );

  it(
    "does not change built-in roles",
    withEmulator({}, async ({ list }, call) => {
      const reply = await call(`PATCH /iam/v2/roles/${list("iam:Role")[0]?.uid}`, { name: "x" });
      const message = "Permission denied: managed roles cannot be updated";
      assert.deepEqual([reply.status, reply.body.message], [403, message]);
    }),
  );

  it(
    "does not give a repo the name of another",
    withEmulator({}, async ({ organization, put }, call) => {
      put("registry:Repo", organization.uid, { name: "taken" });
      const { uid } = put("registry:Repo", organization.uid, { name: "app" });
      assert.equal((await call(`PATCH /registry/v2/repos/${uid}`, { name: "taken" })).status, 409);
      assert.equal((await call(`PATCH /registry/v2/repos/${uid}`, { name: "app" })).status, 200);
    }),
  );

  it("moves updateTime each time, even when nothing changes and the clock stands", async () => {
    const clock = clockAt("2026-01-05T08:30:08Z");
    await withEmulator({ now: clock.now }, async (emulator, call) => {
      const uid = identityOf(emulator);
      assert.equal((await call(`PATCH /iam/v2/identities/${uid}`, {})).body.updateTime, "2026-01-05T08:30:08.001Z");
      assert.equal((await call(`PATCH /iam/v2/identities/${uid}`, {})).body.updateTime, "2026-01-05T08:30:08.002Z");
      clock.move(60_000);
      const { body } = await call(`PATCH /iam/v2/identities/${uid}`, {});
      assert.deepEqual([body.createTime, body.updateTime], ["2026-01-05T08:30:08Z", "2026-01-05T08:31:08Z"]);
    })();
  });

  it(
    "keeps what the server has set in a message that is replaced",
    withEmulator({ now: () => new Date("2026-01-01T00:00:00Z") }, async ({ organization, put }, call) => {
      const made = put("registry:Repo", organization.uid, { name: "m", sync_config: { source: "public-org/nginx" } });
      const { source } = made.sync_config as { source: string };
      const body = { sync_config: { source, google: "g@example.com" } };
      const reply = await call(`PATCH /registry/v2/repos/${made.uid}?updateMask=sync_config`, body);
      const expirationTime = "2026-01-15T00:00:00Z";
      assert.deepEqual(reply.body.sync_config, { source, google: "g@example.com", expirationTime, gracePeriod: true });
      const cleared = await call(`PATCH /registry/v2/repos/${made.uid}?updateMask=sync_config.google`, {});
      assert.deepEqual(cleared.body.sync_config, { source, expirationTime, gracePeriod: true });
      assert.equal(
        (await call(`PATCH /registry/v2/repos/${made.uid}`, { sync_config: null })).body.sync_config,
        undefined,
      );
    }),
  );

  it(
    "does not make a message to clear something in it",
    withEmulator({}, async ({ organization, put }, call) => {
      const { uid } = put("registry:Repo", organization.uid, { name: "app" });
      const reply = await call(`PATCH /registry/v2/repos/${uid}?updateMask=custom_overlay.environment`, {});
      assert.deepEqual([reply.status, reply.body.customOverlay], [200, undefined]);
    }),
  );

  it(
    "fills a mirror in when its source is set, not when anything else is",
    withEmulator({}, async ({ organization, put }, call) => {
      const { uid } = put("registry:Repo", organization.uid, {
        name: "m",
        sync_config: { source: "public-org/python" },
      });
      const cleared = await call(`PATCH /registry/v2/repos/${uid}`, { description: "", bundles: [] });
      assert.deepEqual(
        [cleared.body.description, cleared.body.bundles, cleared.body.aliases],
        [undefined, undefined, ["python3"]],
      );
      const moved = await call(`PATCH /registry/v2/repos/${uid}`, { sync_config: { source: "public-org/nginx" } });
      assert.deepEqual([moved.body.description, moved.body.catalogTier], [undefined, "CATALOG_TIER_BASE"]);
      const { body } = await call(`PATCH /registry/v2/repos/${uid}`, { sync_config: { source: "public-org/python" } });
      assert.deepEqual([body.description, body.bundles], ["The Python interpreter", ["base", "languages"]]);
    }),
  );

  it(
    "leaves alone what only the server sets",
    withEmulator({}, async ({ organization, put, edit }, call) => {
      const uid = String(put("iam:Group", organization.uid, { name: "team" }).uid);
      edit(uid, { kind: "ORG_KIND_DEV", verified: true });
      const { body } = await call(`PATCH /iam/v2/groups/${uid}`, {
        description: "d",
        kind: "ORG_KIND_INFRA",
        verified: false,
      });
      assert.deepEqual([body.description, body.kind, body.verified], ["d", "ORG_KIND_DEV", true]);
    }),
  );

  it(
    "minds references that change, not one that has gone",
    withEmulator({}, async ({ organization, put, remove, list }, call) => {
      const identityUid = String(put("iam:Identity", organization.uid, { name: "ci", claimMatch }).uid);
      const [role, other] = list("iam:Role").map(({ uid }) => uid);
      const { uid } = put("iam:RoleBinding", organization.uid, { identityUid, roleUid: role });
      remove(identityUid);
      assert.equal((await call(`PATCH /iam/v2/roleBindings/${uid}`, { roleUid: other })).status, 200);
      const reply = await call(`PATCH /iam/v2/roleBindings/${uid}`, { roleUid: "none" });
      assert.deepEqual([reply.status, reply.body.message], [404, 'Not found: iam.platform.example/Role "none"']);
    }),
  );

  it("takes the spelling that it is told to, in masks only", async () => {
    const statuses = async (maskSpelling: "snake" | "camel" | "both"): Promise<Record<string, number>> => {
      const found: Record<string, number> = {};
      await withEmulator({ maskSpelling }, async ({ organization, put }, call) => {
        const { uid } = put("registry:Repo", organization.uid, { name: "m" });
        for (const path of [
          "catalog_tier",
          "catalogTier",
          "custom_overlay.environment",
          "description",
          "sync_config",
        ]) {
          found[path] = (await call(`PATCH /registry/v2/repos/${uid}?updateMask=${path}`, {})).status;
        }
        found["body key"] = (
          await call(`PATCH /registry/v2/repos/${uid}`, { catalogTier: "CATALOG_TIER_BASE" })
        ).status;
      })();
      return found;
    };
    const always = { description: 200, sync_config: 200, "body key": 200 };
    const [camel, snake] = [{ catalogTier: 200 }, { catalog_tier: 200, "custom_overlay.environment": 200 }];
    const [noCamel, noSnake] = [{ catalogTier: 400 }, { catalog_tier: 400, "custom_overlay.environment": 400 }];
    assert.deepEqual(await statuses("snake"), { ...always, ...snake, ...noCamel });
    assert.deepEqual(await statuses("camel"), { ...always, ...noSnake, ...camel });
    assert.deepEqual(await statuses("both"), { ...always, ...snake, ...camel });
  });
});

describe("emulator: readme", () => {
  const made = async (organizationUid: string, call: Call): Promise<string> =>
    uidOf(await call(`POST /registry/v2/repos/${organizationUid}`, { name: "app", readme: "ignored" }));

  it(
    "lives at a path of its own and nowhere else",
    withEmulator({}, async ({ organization }, call) => {
      const uid = await made(organization.uid, call);
      assert.deepEqual((await call(`GET /registry/v2/repos/${uid}/readme`)).body, { uid });
      assert.equal((await call(`PATCH /registry/v2/repos/${uid}`, { readme: "x" })).status, 400);
      await call(`PATCH /registry/v2/repos/${uid}/readme`, { content: "# app" });
      assert.equal((await call(`GET /registry/v2/repos/${uid}`)).body.readme, undefined);
      assert.deepEqual((await call(`GET /registry/v2/repos/${uid}/readme`)).body, { uid, content: "# app" });
      assert.deepEqual((await call(`PATCH /registry/v2/repos/${uid}/readme`, { content: "" })).body, { uid });
    }),
  );

  it(
    "of no repo is a 404, and so is to delete one",
    withEmulator({}, async ({ organization }, call) => {
      const uid = await made(organization.uid, call);
      const missing = await call("GET /registry/v2/repos/none/readme");
      assert.deepEqual(
        [missing.status, missing.body.message],
        [404, 'Not found: registry.platform.example/Repo "none"'],
      );
      assert.equal((await call(`DELETE /registry/v2/repos/${uid}/readme`)).status, 404);
    }),
  );

  it(
    "refuses an unknown key",
    withEmulator({}, async ({ organization }, call) => {
      const reply = await call(`PATCH /registry/v2/repos/${await made(organization.uid, call)}/readme`, {
        readme: "x",
      });
      const message = 'could not find field "readme" in "platform.registry.v2.RepoReadme"';
      assert.deepEqual([reply.status, reply.body.message], [400, message]);
    }),
  );
});
