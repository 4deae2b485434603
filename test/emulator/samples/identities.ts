import { created, FOURTH, json, kind, listed, NOW, SECOND, THIRD } from "./shapes";

const groupExtra = { resourceLimits: {}, verified: false };
const team = { uid: "$TEAM", name: "team", ...kind };
export const groups = `
  TEAM = POST /iam/v2/groups/$ORG {"name":"team","description":"a team"}
  -> ${json({ ...team, description: "a team", ...groupExtra, ...created })}
  GET /iam/v2/groups/$TEAM -> ${json({ ...team, description: "a team", ...groupExtra, ...created })}
  GET /iam/v2/groups?uidp.descendants_of=$ORG&page_size=1
  -> ${listed("groups", { ...team, description: "a team", ...groupExtra, ...created })}
  PATCH /iam/v2/groups/$TEAM {"description":""}
  -> ${json({ ...team, description: "", ...groupExtra, createTime: NOW, updateTime: SECOND })}
  DELETE /iam/v2/groups/$TEAM -> {}
  NEWORG = POST /iam/v2/groups {"name":"neworg"}
  -> ${json({ uid: "$NEWORG", name: "neworg", description: "", ...groupExtra, kind: "ORG_KIND_UNSPECIFIED", status: "ORG_STATUS_READY", ...created })}
`;

const issuer = "https://token.example.com";
const bot = { uid: "$IDENTITY", name: "ci-bot", lastSeenTime: NOW, createTime: NOW };
const botExtra = { email: "", emailUnverified: "", company: "" };
const noClaims = { claims: {}, claimPatterns: {} };
const keys = {
  issuer: "https://k.example.com",
  subject: "x",
  issuerKeys: "{}",
  expirationTime: "2027-11-21T11:32:03.384Z",
};
/** Identities; the last sample leaves one with static keys. */
export const identities = `
  IDENTITY = POST /iam/v2/identities/$ORG ${json({ name: "ci-bot", description: "CI", claimMatch: { issuer, subject: "repo:o/r", audience: "aud" } })}
  -> ${json({ ...bot, description: "CI", ...botExtra, updateTime: NOW, claimMatch: { issuer, subject: "repo:o/r", audience: "aud", ...noClaims } })}
  PATCH /iam/v2/identities/$IDENTITY ${json({ claimMatch: { issuer, subject: "repo:o/r2" } })}
  -> ${json({ ...bot, description: "CI", ...botExtra, updateTime: SECOND, claimMatch: { issuer, subject: "repo:o/r2", audience: "aud", ...noClaims } })}
  PATCH /iam/v2/identities/$IDENTITY?updateMask=claim_match,description ${json({ claimMatch: { issuer, subject: "repo:o/r2" } })}
  -> ${json({ ...bot, description: "", ...botExtra, updateTime: THIRD, claimMatch: { issuer, subject: "repo:o/r2", ...noClaims } })}
  PATCH /iam/v2/identities/$IDENTITY {"staticKeys":{"issuer":"https://k.example.com","subject":"x","issuerKeys":"{}"}}
  -> ${json({ ...bot, description: "", ...botExtra, updateTime: FOURTH, staticKeys: { ...keys, audiences: [] } })}
`;
