import { randomBytes } from "node:crypto";
import { INTERNAL, staffCapabilities } from "../../description/resources/capabilities";
import type { ResourceSpec } from "../../description/spec/resource";
import type { Values } from "../../description/spec/values";
import { invalidArgument } from "../gateway/errors";
import { formatTime, isDuration, secondsIn, timeAfter } from "../gateway/times";
import { parentOf, rootOf } from "../store";
import { advisory } from "./advisory";
import { advisoryFilter } from "./advisory-filter";
import { identityRules } from "./identity";
import { identityProviderRules } from "./identity-provider";
import { repoRules, tagRules } from "./repo";
import type { Rules } from "./rules";
import { termsRules } from "./terms";

const namesIn = ({ capabilities }: Values): readonly unknown[] => (Array.isArray(capabilities) ? capabilities : []);

const added = (values: Values, former: Values): unknown[] =>
  namesIn(values).filter((name) => !namesIn(former).includes(name));

/** Roles. Only a role with CAP_INTERNAL may have staff-only capabilities, and only staff can create it (platform API: PERM-3). */
const roleRules: Rules = {
  neededFor: (values, former) => (added(values, former).includes(INTERNAL) ? INTERNAL : undefined),
  refuse: ({ spec, values, former = {} }) => {
    if (namesIn(values).includes(INTERNAL)) return;
    const internal = staffCapabilities.find((name) => added(values, former).includes(name));
    if (internal === undefined) return;
    throw invalidArgument(spec, "capabilities", `${internal} is only for roles of the platform's staff`);
  },
};

/** Only the response to the create has the code, which is not stored. Expired invites are not returned ([open] in the API). */
const groupInviteRules: Rules = {
  defaultOrder: "created_at desc",
  filteredBy: ["keyId"],
  complaint: (_, { ttl }) =>
    isDuration(String(ttl)) && secondsIn(ttl) > 0 ? undefined : ["ttl", "ttl must be positive"],
  fill: ({ values, former, now }) => {
    if (former !== undefined) return values;
    const { ttl, ...others } = values;
    return {
      ...others,
      expirationTime: formatTime(timeAfter(now, ttl)),
      code: `inv-${randomBytes(20).toString("hex")}`,
      keyId: randomBytes(8).toString("hex"),
    };
  },
  hasEnded: ({ expirationTime }, now) => Date.parse(String(expirationTime)) <= now.getTime(),
};

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

/** Mappings. The API guarantees unique keys. */
const mappingRules: Rules = {
  unique: true,
  grants: "roleUid",
  filteredBy: ["identityProviderUid"],
  fill: ({ uid, values }) => ({ ...values, identityProviderUid: parentOf(uid) }),
};

/** A binding that SCIM manages is made by `edit` of its `managedBy` (platform API: IAM-34). */
const roleBindingRules: Rules = {
  shown: ({ values: { managedBy, managedByUidp, ...others } }, { scimOwnership }) =>
    scimOwnership ? { managedBy: managedBy ?? "MANAGED_BY_MANUAL", managedByUidp, ...others } : others,
};

const table: Readonly<Record<string, Rules>> = {
  "iam:Group": groupRules,
  "iam:Identity": identityRules,
  "iam:Role": roleRules,
  "iam:RoleBinding": roleBindingRules,
  "iam:IdentityProvider": identityProviderRules,
  "iam:ExternalGroupRoleMapping": mappingRules,
  "iam:GroupInvite": groupInviteRules,
  "iam:AccountAssociation": { filteredBy: ["name"] },
  "iam:TermsAcceptance": termsRules,
  "registry:Repo": repoRules,
  "registry:Tag": tagRules,
  [advisory.type]: { orderedBy: ["advisoryId", "artifactName"], filter: advisoryFilter },
};

export const rulesOf = (spec: ResourceSpec): Rules => table[spec.type] ?? {};
