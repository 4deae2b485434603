import type { ResourceSpec } from "../../spec/resource";
import { isValues } from "../../spec/values";
import { invalidArgument } from "../gateway/errors";
import { daysAfter, formatTime } from "../gateway/times";
import { parentOf, rootOf } from "../store";
import { advisory } from "./advisory";
import { advisoryFilter } from "./advisory-filter";
import { groupInviteRules } from "./group-invite";
import { identityProviderRules } from "./identity-provider";
import { repoRules, tagRules } from "./repo";
import { roleRules } from "./role";
import type { Rules } from "./rules";
import { termsRules } from "./terms";

const groupRules: Rules = {
  fill: ({ uid, values, former, store }) => {
    if (former !== undefined) return values;
    const root = store.get("iam:Group", rootOf(uid))?.values;
    return {
      ...values,
      ...(root?.kind === undefined ? {} : { kind: root.kind }),
      status: root?.status ?? "ORG_STATUS_READY",
    };
  },
};

const RELATIONSHIPS = ["UNSPECIFIED", "CLAIM_MATCH", "STATIC", "AWS_IDENTITY", "SERVICE_PRINCIPAL"].map(
  (name) => `RELATIONSHIP_TYPE_${name}`,
);
const RELATIONSHIP_FIELDS = [undefined, "claimMatch", "staticKeys", "awsIdentity", "servicePrincipal"];

/** How long static keys last, and how far ahead their end may lie (platform API: IAM-6). */
const STATIC_KEYS_DAYS = 365;

const identityRules: Rules = {
  fill: ({ spec, values, former, now }) => {
    const { staticKeys } = values;
    const seen = former === undefined ? { lastSeenTime: formatTime(now) } : {};
    if (!isValues(staticKeys)) return { ...values, ...seen };
    const last = daysAfter(now, STATIC_KEYS_DAYS);
    const { expirationTime = formatTime(last) } = staticKeys;
    const isNew = !isValues(former?.staticKeys) || former.staticKeys.expirationTime !== expirationTime;
    if (isNew && Date.parse(String(expirationTime)) > last.getTime()) {
      const reason = `expiration_time must be at most ${STATIC_KEYS_DAYS} days from now`;
      throw invalidArgument(spec, "static_keys.expiration_time", reason);
    }
    return { ...values, ...seen, staticKeys: { ...staticKeys, expirationTime } };
  },
  filter: (query) => {
    const [relationship] = query.enumNames("relationship_type", RELATIONSHIPS);
    const field = RELATIONSHIP_FIELDS[RELATIONSHIPS.indexOf(relationship ?? "")];
    return ({ values }) => field === undefined || values[field] !== undefined;
  },
};

/** Mappings. The API promises that keys are unique. */
const mappingRules: Rules = {
  unique: true,
  grants: "roleUid",
  filteredBy: ["identityProviderUid"],
  fill: ({ uid, values }) => ({ ...values, identityProviderUid: parentOf(uid) }),
};

const associationRules: Rules = { filteredBy: ["name"] };

const advisoryRules: Rules = { orderedBy: ["advisoryId", "artifactName"], filter: advisoryFilter };

const table: Readonly<Record<string, Rules>> = {
  "iam:Group": groupRules,
  "iam:Identity": identityRules,
  "iam:Role": roleRules,
  "iam:IdentityProvider": identityProviderRules,
  "iam:ExternalGroupRoleMapping": mappingRules,
  "iam:GroupInvite": groupInviteRules,
  "iam:AccountAssociation": associationRules,
  "iam:TermsAcceptance": termsRules,
  "registry:Repo": repoRules,
  "registry:Tag": tagRules,
  [advisory.type]: advisoryRules,
};

/** The rules of a kind; most have none. */
export const rulesOf = (spec: ResourceSpec): Rules => table[spec.type] ?? {};
