import assert from "node:assert/strict";
import { brief, roleNamed, violationOf, withEmulator } from "./local";

describe("lookups of groups in the emulator", () => {
  it(
    "are not available unless an option enables them",
    withEmulator({}, async (_, call) => {
      for (const [verb, rpc] of [
        ["lookupGroup", "LookupGroup"],
        ["checkEligibility", "CheckEligibility"],
      ]) {
        const reply = await call(`GET /iam/v2/groups:${verb}`);
        assert.deepEqual(brief(reply), [501, 12, `method ${rpc} not implemented`]);
      }
    }),
  );

  it(
    "find the caller's organisation",
    withEmulator({ lookupGroup: true }, async ({ organization, get }, call) => {
      assert.deepEqual((await call("GET /iam/v2/groups:lookupGroup")).body, { group: get(organization.uid) });
      assert.deepEqual((await call("GET /iam/v2/groups:checkEligibility")).body, { eligible: true });
      assert.equal((await call("GET /iam/v2/groups:lookupGroup", undefined, null)).status, 401);
    }),
  );

  it(
    "accept a request for access where a group exists",
    withEmulator({}, async ({ organization: { uid } }, call) => {
      const reply = await call(`POST /iam/v2/groups/${uid}:requestGroupAccess`, {});
      assert.deepEqual([reply.status, reply.body], [200, {}]);
      const missing = await call("POST /iam/v2/groups/none:requestGroupAccess");
      assert.deepEqual(brief(missing), [404, 5, 'Not found: iam.platform.example/Group "none"']);
    }),
  );
});

describe("lookups of identities in the emulator", () => {
  const issuer = "https://token.example.com";
  const identities = {
    exact: { claimMatch: { issuer, subject: "repo:o/r" } },
    subjects: { claimMatch: { issuer, subjectPattern: "repo:o/.*|user" } },
    issuers: { claimMatch: { issuerPattern: "https://[a-z]+\\.example\\.org", subject: "s" } },
    broken: { claimMatch: { issuer, subjectPattern: "(" } },
    keys: { staticKeys: { issuer: "https://k.example.com", subject: "x", issuerKeys: "{}" } },
    service: { servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" },
  };
  const cases: readonly (readonly [issuer: string, subject: string, name: string | undefined])[] = [
    [issuer, "repo:o/r", "exact"],
    [issuer, "repo:o/other", "subjects"],
    [issuer, "user", "subjects"],
    [issuer, "a user", undefined],
    [`${issuer}/`, "repo:o/r", undefined],
    ["https://a.example.org", "s", "issuers"],
    ["https://a.example.org.evil", "s", undefined],
    ["https://k.example.com", "x", "keys"],
    ["https://k.example.com", "y", undefined],
  ];
  for (const [iss, sub, name] of cases) {
    it(
      `find ${name ?? "the uid to come"} for ${sub} of ${iss}`,
      withEmulator({}, async ({ organization, put, list }, call) => {
        const uids = Object.entries(identities).map(([own, body]): [string, unknown] => [
          own,
          put("iam:Identity", organization.uid, { name: own, ...body }).uid,
        ]);
        const query = `issuer=${encodeURIComponent(iss)}&subject=${encodeURIComponent(sub)}`;
        const reply = await call(`GET /iam/v2/identities:lookupIdentity?${query}`);
        if (name !== undefined) assert.deepEqual(reply.body, { uid: new Map(uids).get(name) });
        else {
          assert.match(String(reply.body.uid), /^[0-9a-f]{40}$/);
          assert.deepEqual((await call(`GET /iam/v2/identities:lookupIdentity?${query}`)).body, reply.body);
          assert.equal((await call(`GET /iam/v2/identities/${reply.body.uid}`)).status, 404);
          const binding = { identityUid: reply.body.uid, roleUid: roleNamed({ list }, "viewer") };
          assert.equal((await call(`POST /iam/v2/roleBindings/${organization.uid}`, binding)).status, 200);
        }
      }),
    );
  }

  it(
    "need an issuer and a subject",
    withEmulator({}, async (_, call) => {
      const look = async (query: string) => violationOf(await call(`GET /iam/v2/identities:lookupIdentity?${query}`));
      assert.deepEqual(await look("subject=s"), { field: "issuer", description: "issuer is required" });
      assert.deepEqual(await look("issuer=i&subject="), { field: "subject", description: "subject is required" });
    }),
  );

  it(
    "cannot change the caller's profile",
    withEmulator({}, async (_, call) => {
      const reply = await call("PATCH /iam/v2/identities:updateIdentityMetadata", {});
      assert.deepEqual(brief(reply), [501, 12, "method UpdateIdentityMetadata not implemented"]);
    }),
  );
});
