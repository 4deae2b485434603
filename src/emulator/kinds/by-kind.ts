import type { ResourceSpec } from "../../spec/resource";
import { isValues } from "../../spec/values";
import { invalidArgument } from "../gateway/errors";
import { aYearAfter, formatTime } from "../gateway/protojson";
import { parentOf, type Resource, rootOf, type Store } from "../store";
import { advisory } from "./advisory";
import { advisoryFilter } from "./advisory-filter";
import { groupInviteRules } from "./group-invite";
import { identityProviderRules } from "./identity-provider";
import type { Rules } from "./rules";
import { tagRules } from "./tag";
import { termsRules } from "./terms";

const DAY_MS = 24 * 60 * 60 * 1000;

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

const identityRules: Rules = {
  fill: ({ values, former, now }) => {
    const { staticKeys } = values;
    const seen = former === undefined ? { lastSeenTime: formatTime(now) } : {};
    if (!isValues(staticKeys) || staticKeys.expirationTime !== undefined) return { ...values, ...seen };
    return { ...values, ...seen, staticKeys: { ...staticKeys, expirationTime: formatTime(aYearAfter(now)) } };
  },
  filter: (query) => {
    const [relationship] = query.enumNames("relationship_type", RELATIONSHIPS);
    const field = RELATIONSHIP_FIELDS[RELATIONSHIPS.indexOf(relationship ?? "")];
    return ({ values }) => field === undefined || values[field] !== undefined;
  },
};

/** Mappings: the API states that there is but one of a key. */
const mappingRules: Rules = {
  unique: true,
  filteredBy: ["identityProviderUid"],
  fill: ({ uid, values }) => ({ ...values, identityProviderUid: parentOf(uid) }),
};

const associationRules: Rules = { filteredBy: ["name"] };

/** What a syncing repo takes from its source where it has nothing of its own. */
const SYNCED = ["description", "readme", "catalogTier", "bundles", "aliases", "activeTags"];

const repoRules: Rules = {
  unique: true,
  filtersByEmpty: ["name"],
  fill: ({ spec, values, former, now, store }) => {
    const { syncConfig } = values;
    if (!isValues(syncConfig)) return values;
    const before = isValues(former?.syncConfig) ? former.syncConfig.source : undefined;
    if (syncConfig.source === before) return values;
    const source = repoNamed(store, String(syncConfig.source));
    if (source === undefined)
      throw invalidArgument(spec, "sync_config.source", `there is no repo "${syncConfig.source}"`);
    const given = Object.fromEntries(Object.entries(source.values).filter(([name]) => SYNCED.includes(name)));
    const expirationTime = formatTime(new Date(now.getTime() + 14 * DAY_MS));
    return {
      ...given,
      ...values,
      syncConfig: { ...syncConfig, source: source.uid, expirationTime, gracePeriod: true },
    };
  },
};

/** The repo that a reference means: its uid, or `organisation/name`. */
export function repoNamed(store: Store, reference: string): Resource | undefined {
  const byUid = store.get("registry:Repo", reference);
  if (byUid !== undefined) return byUid;
  const organization = store.children("iam:Group", "").find(({ values }) => values.name === rootOf(reference));
  if (organization === undefined) return undefined;
  const name = reference.slice(rootOf(reference).length + 1);
  return store.children("registry:Repo", organization.uid).find(({ values }) => values.name === name);
}

const advisoryRules: Rules = { orderedBy: ["advisoryId", "artifactName"], filter: advisoryFilter };

const table: Readonly<Record<string, Rules>> = {
  "iam:Group": groupRules,
  "iam:Identity": identityRules,
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
