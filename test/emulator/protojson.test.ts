import assert from "node:assert/strict";
import fc from "fast-check";
import { resources } from "../../src/description/resources/index";
import { test, withEmulator } from "./local";
import { stories, storiesWith } from "./story";

const CLAIM_MATCH = '"claimMatch":{"issuer":"https://token.example.com","subject":"repo:o/r"}';

/** Bodies that the gateway itself refuses, with its words. */
const refused: readonly (readonly [body: string, message: string])[] = [
  ['{"name":"x"', "unexpected EOF"],
  ['{"name":"x', "invalid character '\"' looking for beginning of value"],
  ['{"name":"a\nb"}', "invalid character '\"' looking for beginning of value"],
  ["[]", "proto: syntax error (line 1:1): unexpected token ["],
  ['{"name":"a","name":"b"}', 'proto: (line 1:13): duplicate field "name"'],
  ['{\n  "name": "x",\n  "claimMatch": "y"\n}', 'proto: syntax error (line 3:17): unexpected token "y"'],
  ['{"name":"x","staticKeys":{"audiences":"y"}}', 'proto: syntax error (line 1:39): unexpected token "y"'],
  ...["soon", "2027-02-30T00:00:00Z"].map((time): [string, string] => [
    `{"name":"x","staticKeys":{"expirationTime":"${time}"}}`,
    `proto: (line 1:44): invalid google.protobuf.Timestamp value "${time}"`,
  ]),
  [
    '{"name":"x","claimMatch":{"subject":"a","subjectPattern":"b"}}',
    "proto: (line 1:41): oneof platform.iam.v2.Identity.ClaimMatch.sub is already set",
  ],
  ['{"name":"x","servicePrincipal":true}', "proto: (line 1:32): invalid value for enum field servicePrincipal: true"],
];

const NAME = 'name: name must match "^[a-z0-9 ._-]{1,}$"';
const BOT = "/iam/v2/identities/$ORG";
const CLOUD = "/iam/v2/accountAssociations/$ORG";
const installed = (key: string, id: string): string =>
  `{"name":"cloud","github":{"appInstallations":{"${key}":{"installations":[{"installationId":${id}}]}}}}`;
const BAD_ID = "INVALID_ARGUMENT proto: (line 1:88): invalid value for int64 field installationId";
const REPO = "/registry/v2/repos/$ORG";

describe("a request body in the emulator", () => {
  it("is refused as in protojson", () =>
    withEmulator({}, async ({ organization }, call) => {
      for (const [body, message] of refused) {
        const reply = await call(`POST /iam/v2/identities/${organization.uid}`, body);
        assert.deepEqual([reply.status, reply.body], [400, { code: 3, message }], body);
      }
    })());

  storiesWith({ strict: true })(`
    # is refused with the bad field, and creates nothing
    POST /iam/v2/groups/$ORG -> invalid ${NAME}
    POST /iam/v2/groups/$ORG {"group":{"name":"team"}} -> invalid ${NAME}
    POST ${BOT} {"name":"bot"}
    -> invalid claim_match: one of claim_match, aws_identity, static_keys and service_principal is required
    POST ${BOT} {"name":"bot","claimMatch":{"subject":"s"}}
    -> invalid claim_match.issuer: one of issuer and issuer_pattern is required
    POST ${BOT} {"name":"bot","claimMatch":{"issuer":"http://x.example.com","subject":"s"}}
    -> invalid claim_match.issuer: issuer must be an https URL
    POST ${BOT} {"name":"bot","staticKeys":{"issuer":"https://k.example.com","subject":"s"}}
    -> invalid static_keys.issuer_keys: issuer_keys is required
    POST /iam/v2/roles/$ORG {"name":"r","capabilities":[]} -> invalid capabilities: capabilities is required
    POST /iam/v2/roles/$ORG {"name":"r","capabilities":["groups.list"]}
    -> invalid capabilities: capabilities is required
    POST /iam/v2/roleBindings/$ORG {"roleUid":"x"} -> invalid identity_uid: identity_uid is required
    POST /events/v2/subscriptions/$ORG {"sink":"ftp://sink.example.com"} -> invalid sink: sink must be an https URL
    POST ${REPO} {"name":"m","sync_config":{"source":"public-org/none"}}
    -> invalid sync_config.source: there is no repo "public-org/none"
    POST ${REPO} {"name":"m","customOverlay":{"accounts":{"users":[{"username":"a"},{"uid":1}]}}}
    -> invalid custom_overlay.accounts.users[1].username: username is required
    GET /iam/v2/groups?uidp.childrenOf=$ORG -> []
    GET /iam/v2/identities -> []
    GET /registry/v2/repos?uidp.childrenOf=$ORG -> []
  `);

  stories(`
    # may spell keys in either way, and unknown keys are ignored
    POST ${BOT} {"name":"ci","group":{"name":"x"},"static_keys":{"issuer":"https://k.example.com","subject":"s","issuer_keys":"{}","expirationTime":"2027-01-01T02:00:00.5+02:00"}}
    -> {"group":null,"staticKeys":{"issuer":"https://k.example.com","subject":"s","issuerKeys":"{}","expirationTime":"2027-01-01T00:00:00.500Z"}}

    # may have numbers for enums and texts for integers, and what follows the first value is ignored
    POST ${REPO} {"name":"app","catalogTier":2,"customOverlay":{"accounts":{"users":[{"username":"u","uid":"65532","gid":1e3}]}}} trailing
    -> {"catalogTier":"CATALOG_TIER_BASE","customOverlay":{"accounts":{"users":[{"username":"u","uid":65532,"gid":1000}]}}}

    # has 64-bit integers, also as keys of maps, in one spelling only
    POST ${CLOUD} ${installed("-7", '"7"')} -> {"github":{"appInstallations":{"-7":{"installations":[{"installationId":"7"}]}}}}
    PATCH ${CLOUD} ${installed("42", "7")} -> {"github":{"appInstallations":{"42":{"installations":[{"installationId":"7"}]}}}}
    ${["042", "-0", "a"].map((key) => `PATCH ${CLOUD} ${installed(key, '"7"')} -> 400`).join("\n")}
    ${['"0007"', '"-0"', '"x"', "true"]
      .map((id) => [`PATCH ${CLOUD} ${installed("42", id)}`, `${BAD_ID}: ${id}`].join(" -> "))
      .join("\n")}

    # cannot set fields that only the server sets, and keeps the keys of maps, even unusual ones
    MADE = POST ${BOT} {"uid":"x","name":"ci","email":"a@example.com","createTime":"2020-01-01T00:00:00Z",${CLAIM_MATCH}}
    GET /iam/v2/identities/$MADE -> {"email":null,"createTime":"2026-11-21T11:32:03.384Z"}
    PATCH /iam/v2/identities/$MADE {"claimMatch":{"claims":{"__proto__":"a","constructor":"b","":"c"}}}
    -> {"claimMatch":{"issuer":"https://token.example.com","subject":"repo:o/r","claims":{"__proto__":"a","constructor":"b","":"c"}}}
  `);

  storiesWith({ now: () => new Date("2026-01-05T08:30:08Z") })(`
    # has times without a fraction on a whole second
    POST /iam/v2/groups/$ORG {"name":"team"} -> {"createTime":"2026-01-05T08:30:08Z"}
  `);

  test("is refused when it is nested too deep", async ({ organization, call }) => {
    const reply = await call(`POST /iam/v2/groups/${organization.uid}`, `{"x":${"[".repeat(20_000)}`);
    assert.deepEqual([reply.status, reply.body.message], [400, "exceeded max depth"]);
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
