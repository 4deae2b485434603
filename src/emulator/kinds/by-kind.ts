import type { ResourceSpec } from "../../spec/resource";
import { parentOf, rootOf } from "../store";
import { advisory } from "./advisory";
import { advisoryFilter } from "./advisory-filter";
import { groupInviteRules } from "./group-invite";
import { identityRules } from "./identity";
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

/** Mappings. The API guarantees unique keys. */
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

export const rulesOf = (spec: ResourceSpec): Rules => table[spec.type] ?? {};
