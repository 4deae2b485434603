import assert from "node:assert/strict";
import fc from "fast-check";
import { resources } from "../../src/description/resources/index";
import { test, testWith, violationOf, withEmulator } from "./local";

const claimMatch = { issuer: "https://token.example.com", subject: "repo:o/r" };

/** Bodies that the gateway itself refuses, with its words. */
const refused: readonly (readonly [body: string, message: string])[] = [
  ['{"name":"x"', "unexpected EOF"],
  ['{"name":"x', "invalid character '\"' looking for beginning of value"],
  ["{name:1}", "invalid character 'n' looking for beginning of object key string"],
  ['{"name" "x"}', "invalid character '\"' after object key"],
  ['{"name":"x" "y":1}', "invalid character '\"' after a value"],
  ['{"name":nil}', "invalid character 'n' looking for beginning of value"],
  ['{"name":"a\nb"}', "invalid character '\"' looking for beginning of value"],
  ["[]", "proto: syntax error (line 1:1): unexpected token ["],
  ["null", "proto: syntax error (line 1:1): unexpected token null"],
  ['{"name":5}', "proto: (line 1:9): invalid value for string field name: 5"],
  ['{"name":"a","name":"b"}', 'proto: (line 1:13): duplicate field "name"'],
  ['{\n  "name": "x",\n  "claimMatch": "y"\n}', 'proto: syntax error (line 3:17): unexpected token "y"'],
  ['{"name":"x","staticKeys":{"audiences":"y"}}', 'proto: syntax error (line 1:39): unexpected token "y"'],
  [
    '{"name":"x","staticKeys":{"expirationTime":"soon"}}',
    'proto: (line 1:44): invalid google.protobuf.Timestamp value "soon"',
  ],
  [
    '{"name":"x","staticKeys":{"expirationTime":"2027-02-30T00:00:00Z"}}',
    'proto: (line 1:44): invalid google.protobuf.Timestamp value "2027-02-30T00:00:00Z"',
  ],
  [
    '{"name":"x","claimMatch":{"subject":"a","subjectPattern":"b"}}',
    "proto: (line 1:41): oneof platform.iam.v2.Identity.ClaimMatch.sub is already set",
  ],
  [
    '{"name":"x","claimMatch":{},"awsIdentity":{}}',
    "proto: (line 1:29): oneof platform.iam.v2.Identity.relationship is already set",
  ],
  ['{"name":"x","servicePrincipal":true}', "proto: (line 1:32): invalid value for enum field servicePrincipal: true"],
];

const NAME = 'name must match "^[a-z0-9 ._-]{1,}$"';

/** Bodies that the service refuses: the field and what is wrong with it. */
const invalid: readonly (readonly [collection: string, body: unknown, field: string, description: string])[] = [
  ["iam/v2/groups", {}, "name", NAME],
  ["iam/v2/groups", { name: "" }, "name", NAME],
  ["iam/v2/identities", { name: "CI" }, "name", NAME],
  [
    "iam/v2/identities",
    { name: "bot" },
    "claim_match",
    "one of claim_match, aws_identity, static_keys and service_principal is required",
  ],
  [
    "iam/v2/identities",
    { name: "bot", claimMatch: { subject: "s" } },
    "claim_match.issuer",
    "one of issuer and issuer_pattern is required",
  ],
  [
    "iam/v2/identities",
    { name: "bot", claimMatch: { issuer: "http://x.example.com", subject: "s" } },
    "claim_match.issuer",
    "issuer must be an https URL",
  ],
  [
    "iam/v2/identities",
    { name: "bot", staticKeys: { issuer: "https://k.example.com", subject: "s" } },
    "static_keys.issuer_keys",
    "issuer_keys is required",
  ],
  ["iam/v2/roles", { name: "r", capabilities: [] }, "capabilities", "capabilities is required"],
  ["iam/v2/roles", { name: "r", capabilities: ["groups.list"] }, "capabilities", "capabilities is required"],
  ["iam/v2/roleBindings", { roleUid: "x" }, "identity_uid", "identity_uid is required"],
  ["events/v2/subscriptions", { sink: "ftp://sink.example.com" }, "sink", "sink must be an https URL"],
  ["registry/v2/repos", { name: "m", sync_config: { google: "g" } }, "sync_config.source", "source is required"],
  [
    "registry/v2/repos",
    { name: "m", sync_config: { source: "public-org/none" } },
    "sync_config.source",
    'there is no repo "public-org/none"',
  ],
  [
    "registry/v2/repos",
    { name: "m", customOverlay: { accounts: { users: [{ username: "a" }, { uid: 1 }] } } },
    "custom_overlay.accounts.users[1].username",
    "username is required",
  ],
];

describe("a request body in the emulator", () => {
  for (const [body, message] of refused) {
    it(`is refused as in protojson: ${body}`, () =>
      withEmulator({}, async ({ organization }, call) => {
        const reply = await call(`POST /iam/v2/identities/${organization.uid}`, body);
        assert.deepEqual([reply.status, reply.body], [400, { code: 3, message }]);
      })());
  }

  for (const [collection, body, field, description] of invalid) {
    it(`is refused with the bad field, because ${description}: ${JSON.stringify(body)}`, () =>
      withEmulator({ strict: true }, async ({ organization, isEmpty }, call) => {
        const reply = await call(`POST /${collection}/${organization.uid}`, body);
        assert.deepEqual(violationOf(reply), { field, description });
        assert.equal(reply.body.message, `Invalid argument: ${field}: ${description}`);
        assert.equal(reply.status, 400);
        assert.equal(isEmpty(), true);
      })());
  }

  test("may spell keys in either way, and unknown keys are ignored", async ({ organization, call }) => {
    const body = {
      name: "ci",
      group: { name: "x" },
      static_keys: { issuer: "https://k.example.com", subject: "s", issuer_keys: "{}" },
    };
    const { body: made } = await call(`POST /iam/v2/identities/${organization.uid}`, body);
    assert.deepEqual([made.name, (made.staticKeys as { issuerKeys: string }).issuerKeys], ["ci", "{}"]);
    assert.equal(made.group, undefined);
  });

  test("may be wrapped in the message's name", async ({ organization, call }) => {
    const reply = await call(`POST /iam/v2/groups/${organization.uid}`, { group: { name: "team" } });
    assert.deepEqual(violationOf(reply), { field: "name", description: NAME });
  });

  test("may have numbers for enums and texts for integers, and what follows the first value is ignored", async ({
    organization,
    call,
  }) => {
    const accounts = { users: [{ username: "u", uid: "65532", gid: 1e3 }] };
    const body = `${JSON.stringify({ name: "app", catalogTier: 2, customOverlay: { accounts } })} trailing`;
    const { body: made } = await call(`POST /registry/v2/repos/${organization.uid}`, body);
    assert.equal(made.catalogTier, "CATALOG_TIER_BASE");
    assert.deepEqual(made.customOverlay, { accounts: { users: [{ username: "u", uid: 65532, gid: 1000 }] } });
  });

  test("cannot set fields that only the server sets", async ({ organization, call }) => {
    const body = { uid: "x", name: "ci", email: "a@example.com", createTime: "2020-01-01T00:00:00Z", claimMatch };
    const { body: made } = await call(`POST /iam/v2/identities/${organization.uid}`, body);
    assert.match(String(made.uid), new RegExp(`^${organization.uid}/[0-9a-f]{16}$`));
    assert.equal(made.email, undefined);
    assert.notEqual(made.createTime, body.createTime);
  });

  testWith({ now: () => new Date("2026-01-05T08:30:08Z") })(
    "has its times normalized to UTC, without a fraction on a whole second",
    async ({ organization, call }) => {
      const keys = {
        issuer: "https://k.example.com",
        subject: "s",
        issuerKeys: "{}",
        expirationTime: "2027-01-01T02:00:00.5+02:00",
      };
      const { body: made } = await call(`POST /iam/v2/identities/${organization.uid}`, {
        name: "ci",
        staticKeys: keys,
      });
      assert.equal((made.staticKeys as { expirationTime: string }).expirationTime, "2027-01-01T00:00:00.500Z");
      assert.equal(made.createTime, "2026-01-05T08:30:08Z");
    },
  );

  test("keeps the keys of maps unchanged, even unusual ones", async ({ organization, call }) => {
    const claims = JSON.parse('{"__proto__":"a","constructor":"b","":"c"}') as unknown;
    const { body: made } = await call(`POST /iam/v2/identities/${organization.uid}`, {
      name: "ci",
      claimMatch: { ...claimMatch, claims },
    });
    assert.equal(JSON.stringify((made.claimMatch as { claims: unknown }).claims), JSON.stringify(claims));
  });

  test("is refused with RESOURCE_EXHAUSTED above 4 MiB", async ({ organization, call }) => {
    const reply = await call(`POST /iam/v2/groups/${organization.uid}`, { name: "x".repeat(4 * 1024 * 1024) });
    const message = "grpc: received message larger than max (4194315 vs. 4194304)";
    assert.deepEqual([reply.status, reply.body], [429, { code: 8, message }]);
  });

  test("is refused when it is nested too deep", async ({ organization, call }) => {
    const reply = await call(`POST /iam/v2/groups/${organization.uid}`, `{"x":${"[".repeat(20_000)}`);
    assert.deepEqual([reply.status, reply.body.message], [400, "exceeded max depth"]);
  });

  test("may be missing, which means an empty one", async ({ organization, call }) => {
    const reply = await call(`POST /iam/v2/groups/${organization.uid}`);
    assert.deepEqual(violationOf(reply), { field: "name", description: NAME });
  });

  test("is accepted with any content type", async ({ url, organization, token }) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "text/plain" };
    const reply = await fetch(`${url}/iam/v2/groups/${organization.uid}`, {
      method: "POST",
      body: '{"name":"a"}',
      headers,
    });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get("grpc-metadata-content-type"), "application/grpc");
    assert.equal(reply.headers.get("location"), null);
  });

  test("never makes the emulator crash, whatever it contains", async ({ organization, put, call }) => {
    const { uid } = put("registry:Repo", organization.uid, { name: "app" });
    const requests = [
      ...Object.values(resources).map(({ collection }) => `POST ${collection}/${organization.uid}`),
      `PATCH /registry/v2/repos/${uid}`,
      `PATCH /registry/v2/repos/${uid}?updateMask=*`,
    ];
    const keys = Object.values(resources).flatMap(({ fields }) => Object.keys(fields));
    const value = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()));
    const body = fc.dictionary(fc.constantFrom(...keys, "sync_config", "role_uid", "__proto__"), value);
    const property = fc.asyncProperty(fc.constantFrom(...requests), body, async (request, json) => {
      const { status } = await call(request, json);
      assert.ok([200, 400, 404, 409].includes(status), `${status}`);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
