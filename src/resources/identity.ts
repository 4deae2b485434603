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

/** Who may act, recognised by the token that they bring (platform API: IAM-3, STS-2). */
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
    /** uid of the group that the identity is scoped to; the root group for one that must reach the registry. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
    name: required(string(properName), { key: true, filter: "name" }),
    /** Free text shown beside the name. */
    description: optional(string(oneLine)),
    /** Accepts OIDC tokens whose claims match. */
    claimMatch: optional(
      message({
        /** Exact issuer URL of the token (`iss`). */
        issuer: optional(https, { exactlyOneOf: "iss" }),
        /** Pattern (RE2) of acceptable issuers. */
        issuerPattern: optional(string(), { exactlyOneOf: "iss" }),
        /** Exact subject of the token (`sub`), to the letter. */
        subject: optional(string(), { exactlyOneOf: "sub" }),
        /** Pattern (RE2) of acceptable subjects. */
        subjectPattern: optional(string(), { exactlyOneOf: "sub" }),
        /** Exact audience of the token (`aud`); the host where the platform makes its tokens when neither this nor a pattern is given. */
        audience: optional(string(), { atMostOneOf: "aud" }),
        /** Pattern (RE2) of acceptable audiences. */
        audiencePattern: optional(string(), { atMostOneOf: "aud" }),
        /** Further claims and their exact values. */
        claims: optional(map(string())),
        /** Further claims and the patterns (RE2) of their values. */
        claimPatterns: optional(map(string())),
      }),
      { exactlyOneOf: "relationship" },
    ),
    /** Accepts callers who prove to be an AWS identity. */
    awsIdentity: optional(
      message({
        /** Account number, twelve digits. */
        awsAccount: required(account),
        /** Exact UserId of GetCallerIdentity. */
        userId: optional(string(), { exactlyOneOf: "user" }),
        /** Pattern (RE2) of acceptable UserIds. */
        userIdPattern: optional(string(), { exactlyOneOf: "user" }),
        /** Exact ARN of GetCallerIdentity. */
        arn: optional(string(), { exactlyOneOf: "arn" }),
        /** Pattern (RE2) of acceptable ARNs. */
        arnPattern: optional(string(), { exactlyOneOf: "arn" }),
      }),
      { exactlyOneOf: "relationship" },
    ),
    /** Accepts tokens signed with keys registered here, for issuers that publish none. */
    staticKeys: optional(
      message({
        /** Issuer of the token (`iss`). */
        issuer: required(https),
        /** Exact subject of the token (`sub`). */
        subject: required(string()),
        /** JSON Web Key Set of the issuer, as JSON text. */
        issuerKeys: required(string()),
        /** When the keys stop being accepted, UTC: at most 365 days ahead, which is also what holds when left out. */
        expirationTime: optional(timestampWithin(365), { serverDefault: true }),
        /** The audience that the token must name. The platform takes one for now. */
        audiences: optional(setUpTo(1, string())),
      }),
      { exactlyOneOf: "relationship" },
    ),
    /** A service of the platform that may act as this identity. */
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
    /** Verified e-mail address, where the identity is a person's. */
    email: computed(string()),
    /** E-mail address that nobody has verified. */
    emailUnverified: computed(string()),
    /** Company that the identity belongs to; a person may name their own. Stays as it is when left out. */
    company: optional(string(), { serverDefault: "kept" }),
    /** When the identity last exchanged a token, UTC. */
    lastSeenTime: computed(timestamp, { serverManaged: true }),
    /** When the identity was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
    /** When the identity was last changed, UTC. */
    updateTime: computed(timestamp, { alwaysReturned: true, serverManaged: true }),
  },
});
