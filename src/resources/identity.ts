import { defineResource } from "../spec/resource";
import {
  account,
  computed,
  enumOf,
  https,
  map,
  message,
  optional,
  required,
  setUpTo,
  string,
  timestamp,
  timestampWithin,
  uid,
} from "../spec/types";
import { oneLine, properName } from "./text-rules";

/** Who may act, recognized by the token that they bring (platform API: IAM-3, STS-2). */
export const identity = defineResource({
  type: "iam:Identity",
  collection: "/iam/v2/identities",
  needs: {
    see: ["CAP_IAM_IDENTITY_LIST"],
    create: ["CAP_IAM_IDENTITY_CREATE"],
    update: ["CAP_IAM_IDENTITY_UPDATE"],
    delete: ["CAP_IAM_IDENTITY_DELETE"],
  },
  update: "patch",
  fields: {
    /**
     * uid of the group that the identity is limited to. Only an identity of the root group reaches the registry. To
     * grant a role in a team's group alone, create the role binding there.
     */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
    name: required(string(properName), { key: true, filter: "name" }),
    /** Free text shown beside the name. */
    description: optional(string(oneLine)),
    /** Accepts OIDC tokens whose claims match. The caller names the uid of the identity in the exchange. */
    claimMatch: optional(
      message({
        /** Exact issuer URL of the token (`iss`). */
        issuer: optional(https, { exactlyOneOf: "iss" }),
        /** Pattern (RE2) of acceptable issuers. Write `^…$`: nothing says whether a pattern must match the whole value. */
        issuerPattern: optional(string(), { exactlyOneOf: "iss" }),
        /** Exact subject of the token (`sub`), to the letter. */
        subject: optional(string(), { exactlyOneOf: "sub" }),
        /** Pattern (RE2) of acceptable subjects. Write `^…$`: nothing says whether a pattern must match the whole value. */
        subjectPattern: optional(string(), { exactlyOneOf: "sub" }),
        /** Exact audience that the token must name (`aud`). Without this or a pattern, it is the host name of the platform's issuer. */
        audience: optional(string(), { atMostOneOf: "aud" }),
        /** Pattern (RE2) of acceptable audiences. Write `^…$`: nothing says whether a pattern must match the whole value. */
        audiencePattern: optional(string(), { atMostOneOf: "aud" }),
        /** Further claims and their exact values. */
        claims: optional(map(string())),
        /** Further claims and the patterns (RE2) of their values, written as `^…$`. */
        claimPatterns: optional(map(string())),
      }),
      { exactlyOneOf: "relationship" },
    ),
    /**
     * Accepts callers who prove to be an AWS identity by a signed GetCallerIdentity request. This way is old: prefer
     * `claimMatch` with an OIDC token of AWS.
     */
    awsIdentity: optional(
      message({
        /** Account number, twelve digits. */
        awsAccount: required(account),
        /** Exact UserId of GetCallerIdentity. A role needs a pattern, because its UserId is `ROLE_UNIQUE_ID:SESSION`. */
        userId: optional(string(), { exactlyOneOf: "user" }),
        /** Pattern (RE2) of acceptable UserIds. Write `^…$`: nothing says whether a pattern must match the whole value. */
        userIdPattern: optional(string(), { exactlyOneOf: "user" }),
        /** Exact ARN of GetCallerIdentity. A role needs a pattern, because its ARN is `arn:aws:sts::ACCOUNT:assumed-role/ROLE/SESSION`. */
        arn: optional(string(), { exactlyOneOf: "arn" }),
        /** Pattern (RE2) of acceptable ARNs. Write `^…$`: nothing says whether a pattern must match the whole value. */
        arnPattern: optional(string(), { exactlyOneOf: "arn" }),
      }),
      { exactlyOneOf: "relationship" },
    ),
    /**
     * Accepts tokens signed with keys registered here, for issuers that the platform cannot reach, such as a private
     * cluster. The keys are pinned: once the issuer rotates them, the identity stops working.
     */
    staticKeys: optional(
      message({
        /** Issuer of the token (`iss`). */
        issuer: required(https),
        /** Exact subject of the token (`sub`). */
        subject: required(string()),
        /** JSON Web Key Set of the issuer, as JSON text. */
        issuerKeys: required(string()),
        /** When the identity expires with its keys, UTC: at most 365 days ahead, which is also the default. It stays listed. */
        expirationTime: optional(timestampWithin(365), { serverDefault: true }),
        /** The audience that the token must name: exactly one. Without it, the platform's general list of audiences counts. */
        audiences: optional(setUpTo(1, string())),
      }),
      { exactlyOneOf: "relationship" },
    ),
    /** A service of the platform that may act as this identity. `serviceBindings` of an account association name such identities. */
    servicePrincipal: optional(
      enumOf(
        "SERVICE_PRINCIPAL_UNSPECIFIED",
        "SERVICE_PRINCIPAL_COSIGNED",
        "SERVICE_PRINCIPAL_INGESTER",
        "SERVICE_PRINCIPAL_CATALOG_SYNCER",
        "SERVICE_PRINCIPAL_APKO_BUILDER",
        "SERVICE_PRINCIPAL_ENTITLEMENT_SYNCER",
        "SERVICE_PRINCIPAL_TENANT_SCANNER",
        "SERVICE_PRINCIPAL_SEDIMENTOLOGY",
        "SERVICE_PRINCIPAL_SKILLUP",
        "SERVICE_PRINCIPAL_MATERIALIZER",
        "SERVICE_PRINCIPAL_MICROFLOW",
        "SERVICE_PRINCIPAL_GUARDENER",
        "SERVICE_PRINCIPAL_MICROVM",
        "SERVICE_PRINCIPAL_SKILLS",
      ),
      { exactlyOneOf: "relationship" },
    ),
    /** E-mail address of a person, if the token of the last sign-in called it verified. */
    email: computed(string()),
    /** E-mail address of a person, if the token of the last sign-in called it unverified. */
    emailUnverified: computed(string()),
    /** Company that the identity belongs to; a person may name their own. Stays as it is when left out. */
    company: optional(string(), { serverDefault: "kept" }),
    /** When a token was last exchanged for the identity, UTC; at first, when it was created. */
    lastSeenTime: computed(timestamp, { serverManaged: true }),
    /** When the identity was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
    /** When the identity was last changed, UTC. */
    updateTime: computed(timestamp, { alwaysReturned: true, serverManaged: true }),
  },
});
