import { boolean, computed, message, optional, required, string, uid } from "../spec/types";
import { defineOperation } from "./operation";

/** Returns the uid that a person has, or gets at the first sign-in. It finds no identities of jobs (platform API: IAM-5). */
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
  answer: { uid: computed(uid("iam:Identity"), { returned: "always" }) },
  returns: "uid",
  repeat: "safe",
  needs: { anyCaller: "the uid of a person gives no access" },
});

/** Statement of a person about themselves (platform API: IAM-27). */
export const identityMetadata = {
  /** Company that the person works for. */
  company: optional(string()),
  /** Role of the person at the company. */
  jobTitle: optional(string()),
  /** Product that interests the person. */
  product: optional(string()),
  /** Whether the person signed up without help. */
  selfServe: optional(boolean),
  /** Whether the person wants news by e-mail. */
  updatesOptIn: optional(boolean),
  /** Token of the form service for the person. */
  hubspotUtk: optional(string()),
  /** Last form page that the person sent. */
  latestFormSubmitUrl: optional(string()),
  /** Last page of the platform that led the person here. */
  latestInternalReferringUrl: optional(string()),
  /** Campaign that led the person here. */
  utmCampaign: optional(string()),
  /** Advertisement that led the person here. */
  utmContent: optional(string()),
  /** Kind of channel that led the person here. */
  utmMedium: optional(string()),
  /** Site that led the person here. */
  utmSource: optional(string()),
  /** Words that the person searched for. */
  utmTerm: optional(string()),
} as const;

/** Changes the fields in the mask of the caller's statement about themselves (platform API: IAM-27). */
export const updateIdentityMetadata = defineOperation({
  functions: ["updateIdentityMetadata"],
  method: "PATCH",
  path: "/iam/v2/identities:updateIdentityMetadata",
  params: {},
  request: {
    identityMetadata: required(message(identityMetadata)),
    /** Names of the fields, joined by commas. JSON needs camelCase, and the gateway gives the service proto names. */
    updateMask: optional(string()),
  },
  answer: {
    /** uid of the caller's identity. */
    uid: computed(uid("iam:Identity"), { returned: "always" }),
    /** Name of the person. */
    name: computed(string()),
    /** Given name of the person. */
    givenName: computed(string()),
    /** Family name of the person. */
    familyName: computed(string()),
    ...identityMetadata,
  },
  repeat: "safe",
  needs: { anyCaller: "callers only change their statement about themselves" },
});
