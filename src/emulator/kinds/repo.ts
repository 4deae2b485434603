import { isEqual, isValues, type Values } from "../../description/spec/values";
import { invalidArgument } from "../gateway/errors";
import { snake } from "../gateway/names";
import { daysAfter, formatTime } from "../gateway/times";
import { type Resource, rootOf, type Store } from "../store";
import type { Draft, Rules } from "./rules";

const SYNC_DAYS = 14;

/** Fields that a syncing repo copies from its source if they are empty, and fields that always follow the source. */
const COPIED = ["description"];
const INHERITED = ["readme", "catalogTier", "bundles", "aliases", "activeTags"];

const only = (names: readonly string[], values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** Returns the source that a repo starts to sync from. Returns undefined if it syncs from none or already did. */
function newSource({ values, former }: Pick<Draft, "values" | "former">): string | undefined {
  const { syncConfig } = values;
  if (!isValues(syncConfig)) return undefined;
  const before = isValues(former?.syncConfig) ? former.syncConfig.source : undefined;
  return syncConfig.source === before ? undefined : String(syncConfig.source);
}

/** Repos. A syncing repo copies missing values from its source (platform API: REG-3). */
export const repoRules: Rules = {
  unique: true,
  filtersByEmpty: ["name"],
  overwritesSubresources: ({ syncConfig }) => isValues(syncConfig),
  refuse: ({ spec, values, former, store }) => {
    if (!isValues(values.syncConfig)) return;
    const source = newSource({ values, former });
    const inherited = source === undefined ? former : repoNamed(store, source)?.values;
    for (const name of INHERITED) {
      const type = spec.fields[name]?.type;
      if (type === undefined || [former, inherited].some((side) => isEqual(type, values[name], side?.[name]))) continue;
      const reason = `${snake(name)} of a syncing repo is its source's, and cannot be changed`;
      throw invalidArgument(spec, snake(name), reason);
    }
  },
  fill: ({ spec, values, former, now, store, settings: { strict, uniqueTags, gracePeriod } }) => {
    const reference = newSource({ values, former });
    if (reference === undefined) return values;
    const source = repoNamed(store, reference);
    if (source === undefined) throw invalidArgument(spec, "sync_config.source", `there is no repo "${reference}"`);
    const own = strict ? Object.entries(values).filter(([name]) => !INHERITED.includes(name)) : Object.entries(values);
    const expirationTime = formatTime(daysAfter(now, SYNC_DAYS));
    return {
      ...only([...COPIED, ...INHERITED], source.values),
      ...Object.fromEntries(own),
      syncConfig: {
        ...(isValues(values.syncConfig) ? values.syncConfig : {}),
        source: source.uid,
        expirationTime,
        uniqueTags,
        gracePeriod,
      },
    };
  },
};

/** Returns the organization of a reference to a repo by name, `organization/name`. */
export const organizationOf = (store: Store, reference: string): Resource | undefined =>
  store.children("iam:Group", "").find(({ values }) => values.name === rootOf(reference));

/** Resolves a reference to a repo: its uid, or `organization/name`. */
export function repoNamed(store: Store, reference: string): Resource | undefined {
  const byUid = store.get("registry:Repo", reference);
  if (byUid !== undefined) return byUid;
  const organization = organizationOf(store, reference);
  if (organization === undefined) return undefined;
  const name = reference.slice(rootOf(reference).length + 1);
  return store.children("registry:Repo", organization.uid).find(({ values }) => values.name === name);
}

/** Patterns of generated tags, with the parameter that makes List show them (platform API: LIST-7). */
const hidden: readonly (readonly [parameter: string, pattern: RegExp])[] = [
  ["include_referrers", /^sha256-/],
  ["include_dates", /-20\d{6}$/],
  ["include_epochs", /-r\d+$/],
  ["include_vcs_snapshots", /_(cvs|svn|git|hg)\d*/],
];

/** Tags. List hides generated tags by default, and can be limited to recent changes. */
export const tagRules: Rules = {
  filteredBy: ["digest"],
  filter: (query) => {
    const patterns = hidden.filter(([parameter]) => !query.boolean(parameter)).map(([, pattern]) => pattern);
    const since = query.time("updated_since")?.getTime() ?? Number.NEGATIVE_INFINITY;
    return ({ values }) =>
      !patterns.some((pattern) => pattern.test(String(values.name))) && Date.parse(String(values.updateTime)) >= since;
  },
};
