import { created, FOURTH, json, kind, listed, NOW, SECOND, THIRD } from "./shapes";

const groupExtra = { resourceLimits: {}, verified: false };
const team = { uid: "$TEAM", name: "team", ...kind };
export const groups = `
  # creates a group
  TEAM = POST /iam/v2/groups/$ORG {"name":"team","description":"a team"}
  -> ${json({ ...team, description: "a team", ...groupExtra, ...created })}

  # gets a group
  GET /iam/v2/groups/$TEAM -> ${json({ ...team, description: "a team", ...groupExtra, ...created })}

  # lists everything below a group, without the group
  GET /iam/v2/groups?uidp.descendants_of=$ORG&page_size=1
  -> ${listed("groups", { ...team, description: "a team", ...groupExtra, ...created })}

  # clears a field with an empty value
  PATCH /iam/v2/groups/$TEAM {"description":""}
  -> ${json({ ...team, description: "", ...groupExtra, createTime: NOW, updateTime: SECOND })}

  # deletes a group
  DELETE /iam/v2/groups/$TEAM -> {}

  # creates a root group without a parent
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
  # creates an identity
  IDENTITY = POST /iam/v2/identities/$ORG ${json({ name: "ci-bot", description: "CI", claimMatch: { issuer, subject: "repo:o/r", audience: "aud" } })}
  -> ${json({ ...bot, description: "CI", ...botExtra, updateTime: NOW, claimMatch: { issuer, subject: "repo:o/r", audience: "aud", ...noClaims } })}

  # merges a nested message when no mask is given
  PATCH /iam/v2/identities/$IDENTITY ${json({ claimMatch: { issuer, subject: "repo:o/r2" } })}
  -> ${json({ ...bot, description: "CI", ...botExtra, updateTime: SECOND, claimMatch: { issuer, subject: "repo:o/r2", audience: "aud", ...noClaims } })}

  # replaces fields that a mask names and clears those that the body lacks
  PATCH /iam/v2/identities/$IDENTITY?updateMask=claim_match,description ${json({ claimMatch: { issuer, subject: "repo:o/r2" } })}
  -> ${json({ ...bot, description: "", ...botExtra, updateTime: THIRD, claimMatch: { issuer, subject: "repo:o/r2", ...noClaims } })}

  # clears the former member of a oneof and fills in when static keys expire
  PATCH /iam/v2/identities/$IDENTITY {"staticKeys":{"issuer":"https://k.example.com","subject":"x","issuerKeys":"{}"}}
  -> ${json({ ...bot, description: "", ...botExtra, updateTime: FOURTH, staticKeys: { ...keys, audiences: [] } })}
`;
