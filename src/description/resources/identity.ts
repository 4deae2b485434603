import { atMostOneOf, exactlyOneOf } from "../spec/field-options";
import { defineResource } from "../spec/resource";
import {
  account,
  computed,
  enumOf,
  https,
  map,
  message,
  optional,
  re2,
  required,
  set,
  string,
  timestamp,
  timestampWithin,
  uid,
} from "../spec/types";
import { needsOf } from "./capabilities";
import { oneLine, properName } from "./text-rules";

/** A person or workload, recognized by its token (platform API: IAM-3, STS-2). */
export const identity = defineResource({
  type: "iam:Identity",
  collection: "/iam/v2/identities",
  needs: needsOf("IAM_IDENTITY"),
  update: "patch",
  fields: {
    /**
     * uid of the group that contains and limits the identity. Only an identity in the root group can reach the registry.
     * To limit a role to one team, create the role binding in the team's group instead.
     */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. Default: the name of the Pulumi resource. */
    name: required(string(properName), { key: true, filter: "name" }),
    /** Description, in one line of text. */
    description: optional(string(oneLine)),
    /** Rule for OIDC tokens: their claims must match. The caller passes the uid of the identity in the token exchange. */
    claimMatch: optional(
      message({
        /** Exact issuer URL of the token (`iss`). */
        issuer: optional(https, exactlyOneOf("iss")),
        /** Pattern (RE2) of accepted issuers. Write `^…$`, because the platform may also match a part of the value. */
        issuerPattern: optional(re2, exactlyOneOf("iss")),
        /** Exact subject of the token (`sub`). */
        subject: optional(string(), exactlyOneOf("sub")),
        /** Pattern (RE2) of accepted subjects. Write `^…$`, because the platform may also match a part of the value. */
        subjectPattern: optional(re2, exactlyOneOf("sub")),
        /** Exact audience of the token (`aud`). Default, if there is no pattern either: the host name of the platform's issuer. */
        audience: optional(string(), atMostOneOf("aud")),
        /** Pattern (RE2) of accepted audiences. Write `^…$`, because the platform may also match a part of the value. */
        audiencePattern: optional(re2, atMostOneOf("aud")),
        /** Other claims and their exact values. */
        claims: optional(map(string())),
        /** Other claims and the patterns (RE2) of their values. Write `^…$`. */
        claimPatterns: optional(map(re2)),
      }),
      exactlyOneOf("relationship"),
    ),
    /** Rule for AWS callers, who send a signed GetCallerIdentity request. This way is old. Prefer `claimMatch` with an OIDC token of AWS. */
    awsIdentity: optional(
      message({
        /** Account number of twelve digits. */
        awsAccount: required(account),
        /** Exact UserId of GetCallerIdentity. A role needs a pattern, because its UserId is `ROLE_UNIQUE_ID:SESSION`. */
        userId: optional(string(), exactlyOneOf("user")),
        /** Pattern (RE2) of accepted UserIds. Write `^…$`, because the platform may also match a part of the value. */
        userIdPattern: optional(re2, exactlyOneOf("user")),
        /** Exact ARN of GetCallerIdentity. A role needs a pattern, because its ARN is `arn:aws:sts::ACCOUNT:assumed-role/ROLE/SESSION`. */
        arn: optional(string(), exactlyOneOf("arn")),
        /** Pattern (RE2) of accepted ARNs. Write `^…$`, because the platform may also match a part of the value. */
        arnPattern: optional(re2, exactlyOneOf("arn")),
      }),
      exactlyOneOf("relationship"),
    ),
    /**
     * Rule for tokens of an issuer that the platform cannot reach, such as a private cluster. You register the keys of the
     * issuer here. The identity stops working when the issuer rotates them.
     */
    staticKeys: optional(
      message({
        /** Issuer of the token (`iss`). */
        issuer: required(https),
        /** Exact subject of the token (`sub`). */
        subject: required(string()),
        /** JSON Web Key Set of the issuer, as JSON text. */
        issuerKeys: required(string()),
        /** When the identity expires, UTC: at most 365 days ahead, which is the default. An expired identity is still listed. */
        expirationTime: optional(timestampWithin(365), { serverDefault: true }),
        /** Audience of the token, exactly one. Default: the platform's general list of audiences. */
        audiences: optional(set(string(), 1)),
      }),
      exactlyOneOf("relationship"),
    ),
    /** Service of the platform that may act as this identity. `serviceBindings` of an account association refer to it. */
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
        "SERVICE_PRINCIPAL_SANDBOX",
      ),
      exactlyOneOf("relationship"),
    ),
    /** E-mail address of a person, if the token of the last sign-in contained it as verified. */
    email: computed(string()),
    /** E-mail address of a person, if the token of the last sign-in contained it as unverified. */
    emailUnverified: computed(string()),
    /** Company of the identity. A person can set their own, so it stays unchanged when omitted. */
    company: optional(string(), { serverDefault: "kept" }),
    /** When a token was last exchanged for the identity, UTC. Initially, when the identity was created. */
    lastSeenTime: computed(timestamp, { returned: "changing" }),
    /** When the identity was created, UTC. */
    createTime: computed(timestamp, { returned: "always" }),
    /** When the identity was last changed, UTC. */
    updateTime: computed(timestamp, { returned: "always changing" }),
  },
});
