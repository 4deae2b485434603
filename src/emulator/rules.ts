import type { ResourceSpec } from "../spec/resource";
import { isValues, type Values } from "../spec/values";
import { advisory } from "./advisories";
import { advisoryFilter } from "./advisory-filter";
import { invalidArgument } from "./errors";
import { formatTime } from "./json";
import type { Query } from "./query";
import { parentOf, type Resource, rootOf, type Store } from "./store";

/** A resource about to be stored. */
export interface Draft {
  readonly spec: ResourceSpec;
  readonly uid: string;
  readonly values: Values;
  /** What is stored so far; absent on create. */
  readonly former: Values | undefined;
  readonly now: Date;
  readonly store: Store;
}

/** What a kind of resource has beyond what its spec says. */
export interface Rules {
  /** The key fields are unique under the parent. Where the API does not state it, twins are let in on purpose. */
  readonly unique?: true;
  /** Values that the server sets by itself (wire 32). */
  readonly fill?: (draft: Draft) => Values;
  /** Filters that count even when they are empty (wire 11). */
  readonly filtersByEmpty?: readonly string[];
  /** Fields to order a List by, besides uid, name and the times. */
  readonly orderedBy?: readonly string[];
  /** Filters of List that no field declares. */
  readonly filter?: (query: Query) => (resource: Resource) => boolean;
}

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
    const inAYear = new Date(now);
    inAYear.setUTCFullYear(now.getUTCFullYear() + 1);
    return { ...values, ...seen, staticKeys: { ...staticKeys, expirationTime: formatTime(inAYear) } };
  },
  filter: (query) => {
    const [relationship] = query.enumNames("relationship_type", RELATIONSHIPS);
    const field = RELATIONSHIP_FIELDS[RELATIONSHIPS.indexOf(relationship ?? "")];
    return ({ values }) => field === undefined || values[field] !== undefined;
  },
};

const bindingRules: Rules = {
  filter: (query) => {
    const group = query.text("group") ?? "";
    return ({ uid }) => group === "" || parentOf(uid) === group;
  },
};

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
  "iam:RoleBinding": bindingRules,
  "registry:Repo": repoRules,
  [advisory.type]: advisoryRules,
};

/** The rules of a kind; most have none. */
export const rulesOf = (spec: ResourceSpec): Rules => table[spec.type] ?? {};
