import assert from "node:assert/strict";
import { brief, test, testWith, violationOf } from "./local";

describe("lookups of groups in the emulator", () => {
  test("are not available unless an option enables them", async ({ call }) => {
    for (const [verb, rpc] of [
      ["lookupGroup", "LookupGroup"],
      ["checkEligibility", "CheckEligibility"],
    ]) {
      const reply = await call(`GET /iam/v2/groups:${verb}`);
      assert.deepEqual(brief(reply), [501, 12, `method ${rpc} not implemented`]);
    }
  });

  testWith({ lookupGroup: true })("find the caller's organization", async ({ organization, get, call }) => {
    assert.deepEqual((await call("GET /iam/v2/groups:lookupGroup")).body, { group: get(organization.uid) });
    assert.deepEqual((await call("GET /iam/v2/groups:checkEligibility")).body, { eligible: true });
    assert.equal((await call("GET /iam/v2/groups:lookupGroup", undefined, null)).status, 401);
  });

  test("accept a request for access to an existing group", async ({ organization: { uid }, call }) => {
    const reply = await call(`POST /iam/v2/groups/${uid}:requestGroupAccess`, {});
    assert.deepEqual([reply.status, reply.body], [200, {}]);
    const missing = await call("POST /iam/v2/groups/none:requestGroupAccess");
    assert.deepEqual(brief(missing), [404, 5, 'Not found: iam.platform.example/Group "none"']);
  });
});

describe("lookups of identities in the emulator", () => {
  const issuer = "https://login.example.com";
  const person = "0b".repeat(20);
  const job = { issuer: "https://token.example.com", subject: "repo:o/r" };
  const root = "0a".repeat(20);
  const objects = [
    { type: "iam:Group", uid: root, values: { name: "acme" } },
    { type: "iam:Identity", uid: person, values: { name: "ada", claimMatch: { issuer, subject: "ada" } } },
    { type: "iam:Identity", uid: `${root}/0c`, values: { name: "job", claimMatch: job } },
    { type: "iam:Identity", uid: `${root}/0d`, values: { name: "any", claimMatch: { issuer, subjectPattern: ".*" } } },
  ];
  const cases: readonly (readonly [issuer: string, subject: string, uid: string | undefined])[] = [
    [issuer, "ada", person],
    [issuer, "bea", undefined],
    [`${issuer}/`, "ada", undefined],
    [job.issuer, job.subject, undefined],
  ];
  for (const [iss, sub, uid] of cases) {
    testWith({ objects })(
      `find ${uid === undefined ? "the uid to come" : "the person"} for ${sub} of ${iss} (row 271)`,
      async ({ call }) => {
        const query = `issuer=${encodeURIComponent(iss)}&subject=${encodeURIComponent(sub)}`;
        const reply = await call(`GET /iam/v2/identities:lookupIdentity?${query}`);
        if (uid !== undefined) return assert.deepEqual(reply.body, { uid });
        assert.match(String(reply.body.uid), /^[0-9a-f]{40}$/);
        assert.notEqual(reply.body.uid, person);
        assert.deepEqual((await call(`GET /iam/v2/identities:lookupIdentity?${query}`)).body, reply.body);
        assert.equal((await call(`GET /iam/v2/identities/${reply.body.uid}`)).status, 404);
      },
    );
  }

  test("need an issuer and a subject", async ({ call }) => {
    const look = async (query: string) => violationOf(await call(`GET /iam/v2/identities:lookupIdentity?${query}`));
    assert.deepEqual(await look("subject=s"), { field: "issuer", description: "issuer is required" });
    assert.deepEqual(await look("issuer=i&subject="), { field: "subject", description: "subject is required" });
  });

  test("cannot change the caller's profile", async ({ call }) => {
    const reply = await call("PATCH /iam/v2/identities:updateIdentityMetadata", {});
    assert.deepEqual(brief(reply), [501, 12, "method UpdateIdentityMetadata not implemented"]);
  });
});
