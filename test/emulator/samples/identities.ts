import { created, FOURTH, kind, listed, NOW, type Sample, SECOND, THIRD } from "./shapes";

const groupExtra = { resourceLimits: {}, verified: false };
const team = { uid: "$TEAM", name: "team", ...kind };
export const groups: readonly Sample[] = [
  {
    it: "creates a group",
    request: "POST /iam/v2/groups/$ORG",
    body: { name: "team", description: "a team" },
    as: "TEAM",
    full: { ...team, description: "a team", ...groupExtra, ...created },
  },
  {
    it: "gets a group",
    request: "GET /iam/v2/groups/$TEAM",
    full: { ...team, description: "a team", ...groupExtra, ...created },
  },
  {
    it: "lists everything below a group, without the group",
    request: "GET /iam/v2/groups?uidp.descendants_of=$ORG&page_size=1",
    ...listed("groups", { ...team, description: "a team", ...groupExtra, ...created }),
  },
  {
    it: "clears a field with an empty value",
    request: "PATCH /iam/v2/groups/$TEAM",
    body: { description: "" },
    full: { ...team, description: "", ...groupExtra, createTime: NOW, updateTime: SECOND },
  },
  { it: "deletes a group", request: "DELETE /iam/v2/groups/$TEAM", full: {} },
  {
    it: "creates a root group without a parent",
    request: "POST /iam/v2/groups",
    body: { name: "neworg" },
    as: "NEWORG",
    full: {
      uid: "$NEWORG",
      name: "neworg",
      description: "",
      ...groupExtra,
      kind: "ORG_KIND_UNSPECIFIED",
      status: "ORG_STATUS_READY",
      ...created,
    },
  },
];

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
export const identities: readonly Sample[] = [
  {
    it: "creates an identity",
    request: "POST /iam/v2/identities/$ORG",
    body: { name: "ci-bot", description: "CI", claimMatch: { issuer, subject: "repo:o/r", audience: "aud" } },
    as: "IDENTITY",
    full: {
      ...bot,
      description: "CI",
      ...botExtra,
      updateTime: NOW,
      claimMatch: { issuer, subject: "repo:o/r", audience: "aud", ...noClaims },
    },
  },
  {
    it: "merges a nested message when no mask is given",
    request: "PATCH /iam/v2/identities/$IDENTITY",
    body: { claimMatch: { issuer, subject: "repo:o/r2" } },
    full: {
      ...bot,
      description: "CI",
      ...botExtra,
      updateTime: SECOND,
      claimMatch: { issuer, subject: "repo:o/r2", audience: "aud", ...noClaims },
    },
  },
  {
    it: "replaces fields that a mask names and clears those that the body lacks",
    request: "PATCH /iam/v2/identities/$IDENTITY?updateMask=claim_match,description",
    body: { claimMatch: { issuer, subject: "repo:o/r2" } },
    full: {
      ...bot,
      description: "",
      ...botExtra,
      updateTime: THIRD,
      claimMatch: { issuer, subject: "repo:o/r2", ...noClaims },
    },
  },
  {
    it: "clears the former member of a oneof and fills in when static keys expire",
    request: "PATCH /iam/v2/identities/$IDENTITY",
    body: { staticKeys: { issuer: "https://k.example.com", subject: "x", issuerKeys: "{}" } },
    full: { ...bot, description: "", ...botExtra, updateTime: FOURTH, staticKeys: { ...keys, audiences: [] } },
  },
];
