import assert from "node:assert/strict";
import type { Emulator } from "../../src/emulator/index";
import { type Reply, test, violationOf, withEmulator } from "./local";

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
    it: "accepts snake_case keys as well",
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
    it: "accepts an escaped comma in a mask",
    query: "updateMask=description%2Cname",
    body: { description: "new", name: "bot" },
    expected: { ...bare, description: "new", name: "bot" },
  },
  {
    it: "accepts each path of a mask as its own parameter",
    query: "updateMask.paths=description&updateMask.paths=name",
    body: { description: "new", name: "bot" },
    expected: { ...bare, description: "new", name: "bot" },
  },
  {
    it: "accepts a nested path and keeps the rest of the message",
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

describe("a PATCH in the emulator", () => {
  for (const { it: name, query, body, expected } of cases) {
    test(name, async (emulator) => {
      const uid = identityOf(emulator);
      const reply = await emulator.call(
        `PATCH /iam/v2/identities/${uid}${query === undefined ? "" : `?${query}`}`,
        body,
      );
      assert.deepEqual(visible(reply), expected);
      assert.equal(reply.status, 200);
      assert.deepEqual(visible(await emulator.call(`GET /iam/v2/identities/${uid}`)), expected);
    });
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
    [
      "to replace everything without a required field",
      "updateMask=*",
      {},
      "name",
      'name must match "^[a-z0-9 ._-]{1,}$"',
    ],
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
    ["an unknown path", "updateMask=descripton", {}, "update_mask", 'unknown field path "descripton" for Identity'],
    [
      "the parent in a mask",
      "updateMask=parent_uid",
      {},
      "update_mask",
      'unknown field path "parent_uid" for Identity',
    ],
  ];
  for (const [what, query, body, field, description] of refused) {
    test(`refuses ${what}, and changes nothing`, async (emulator) => {
      const uid = identityOf(emulator);
      const reply = await emulator.call(`PATCH /iam/v2/identities/${uid}?${query}`, body);
      assert.deepEqual(violationOf(reply), { field, description });
      assert.equal(reply.status, 400);
      assert.deepEqual(visible(await emulator.call(`GET /iam/v2/identities/${uid}`)), bare);
    });
  }

  it("accepts the configured spelling of names in masks, and both in bodies", async () => {
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
