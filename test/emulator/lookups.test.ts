import assert from "node:assert/strict";
import { testWith } from "./local";
import { stories } from "./story";

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
  testWith({ objects })("find people, and for others the uid to come (row 271)", async ({ call }) => {
    const lookUp = async (iss: string, sub: string) => {
      const query = `issuer=${encodeURIComponent(iss)}&subject=${encodeURIComponent(sub)}`;
      return (await call(`GET /iam/v2/identities:lookupIdentity?${query}`)).body;
    };
    assert.deepEqual(await lookUp(issuer, "ada"), { uid: person });
    const others = { bea: issuer, ada: `${issuer}/`, [job.subject]: job.issuer };
    for (const [sub, iss] of Object.entries(others)) {
      const found = await lookUp(iss, sub);
      assert.match(String(found.uid), /^[0-9a-f]{40}$/);
      assert.notEqual(found.uid, person);
      assert.deepEqual(await lookUp(iss, sub), found);
      assert.equal((await call(`GET /iam/v2/identities/${found.uid}`)).status, 404);
    }
  });

  stories(`
    # need an issuer and a subject, and cannot change the caller's profile
    GET /iam/v2/identities:lookupIdentity?subject=s -> invalid issuer: issuer is required
    GET /iam/v2/identities:lookupIdentity?issuer=i&subject= -> invalid subject: subject is required
    PATCH /iam/v2/identities:updateIdentityMetadata {}
    -> UNIMPLEMENTED method UpdateIdentityMetadata not implemented
  `);
});
