import { START, stories, storiesWith } from "./story";

describe("lookups of identities in the emulator", () => {
  const issuer = "https://login.example.com";
  const person = "0b".repeat(20);
  const job = { issuer: "https://token.example.com", subject: "repo:o/r" };
  const root = "0a".repeat(20);
  const objects = [
    { type: "iam:Group", uid: root, values: { name: "acme", createTime: START, updateTime: START } },
    { type: "iam:Identity", uid: person, values: { name: "ada", claimMatch: { issuer, subject: "ada" } } },
    { type: "iam:Identity", uid: `${root}/0c`, values: { name: "job", claimMatch: job } },
    { type: "iam:Identity", uid: `${root}/0d`, values: { name: "any", claimMatch: { issuer, subjectPattern: ".*" } } },
  ];
  const lookUp = (issuer: string, subject: string): string =>
    `GET /iam/v2/identities:lookupIdentity?issuer=${encodeURIComponent(issuer)}&subject=${encodeURIComponent(subject)}`;
  const others = [lookUp(issuer, "bea"), lookUp(`${issuer}/`, "ada"), lookUp(job.issuer, job.subject)].map(
    (asked) => `
    OTHER = ${asked}
    ${asked} -> {"uid":"$OTHER"}
    GET /iam/v2/identities/$OTHER -> missing iam/Identity $OTHER`,
  );
  storiesWith({ objects })(`
    # find people, and for others the uid to come (row 271)
    ${lookUp(issuer, "ada")} -> {"uid":"${person}"}
    ${others.join("")}
  `);

  stories(`
    # need an issuer and a subject, and cannot change the caller's profile
    GET /iam/v2/identities:lookupIdentity?subject=s -> invalid issuer: issuer is required
    GET /iam/v2/identities:lookupIdentity?issuer=i&subject= -> invalid subject: subject is required
    PATCH /iam/v2/identities:updateIdentityMetadata {}
    -> UNIMPLEMENTED method UpdateIdentityMetadata not implemented
  `);
});
