import { boolean, computed, message, optional, required, string, uid } from "../spec/types";
import { defineOperation } from "./operation";

/**
 * Finds the identity of a person by the issuer and the subject of their token. For somebody who has never signed in, it
 * returns the uid that they will get. It finds no identities of jobs: use their uids (platform API: IAM-5).
 */
export const lookupIdentity = defineOperation({
  functions: ["getIdentityUid", "getIdentity"],
  method: "GET",
  path: "/iam/v2/identities:lookupIdentity",
  params: {},
  request: {
    /** Issuer of the person's token (`iss`). */
    issuer: required(string()),
    /** Subject of the person's token (`sub`). */
    subject: required(string()),
  },
  answer: { uid: computed(uid("iam:Identity"), { alwaysReturned: true }) },
  returns: "uid",
  repeat: "safe",
  needs: { anyCaller: "who knows issuer and subject may learn the uid, which opens nothing" },
});

/** What people say about themselves (platform API: IAM-27). */
export const identityMetadata = {
  /** Company that the person works for. */
  company: optional(string()),
  /** What the person does there. */
  jobTitle: optional(string()),
  /** Product that the person has come for. */
  product: optional(string()),
  /** Whether the person has signed up without help. */
  selfServe: optional(boolean),
  /** Whether the person wants news by e-mail. */
  updatesOptIn: optional(boolean),
  /** Token of the form service that the person has used. */
  hubspotUtk: optional(string()),
  /** Page of the form that the person has last sent. */
  latestFormSubmitUrl: optional(string()),
  /** Page of the platform that the person has last come from. */
  latestInternalReferringUrl: optional(string()),
  /** Campaign that the person has come by. */
  utmCampaign: optional(string()),
  /** Advertisement that the person has come by. */
  utmContent: optional(string()),
  /** Kind of channel that the person has come by. */
  utmMedium: optional(string()),
  /** Site that the person has come from. */
  utmSource: optional(string()),
  /** Words that the person has searched for. */
  utmTerm: optional(string()),
} as const;

/** Changes what the caller has said about themselves: the fields in the mask (platform API: IAM-27). */
export const updateIdentityMetadata = defineOperation({
  functions: ["updateIdentityMetadata"],
  method: "PATCH",
  path: "/iam/v2/identities:updateIdentityMetadata",
  params: {},
  request: {
    identityMetadata: required(message(identityMetadata)),
    /** Names of the fields, joined by commas. In a body the gateway's JSON wants camelCase, and gives the service proto names. */
    updateMask: optional(string()),
  },
  answer: {
    /** uid of the caller's identity. */
    uid: computed(uid("iam:Identity"), { alwaysReturned: true }),
    /** Name of the person. */
    name: computed(string()),
    /** Given name of the person. */
    givenName: computed(string()),
    /** Family name of the person. */
    familyName: computed(string()),
    ...identityMetadata,
  },
  repeat: "safe",
  needs: { anyCaller: "callers change only what they have said about themselves" },
});
