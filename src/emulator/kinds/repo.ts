import { isValues } from "../../spec/values";
import { invalidArgument } from "../gateway/errors";
import { formatTime } from "../gateway/times";
import { type Resource, rootOf, type Store } from "../store";
import type { Rules } from "./rules";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Fields that a syncing repo copies from its source if they are empty. */
const SYNCED = ["description", "readme", "catalogTier", "bundles", "aliases", "activeTags"];

/** Repos. A mirror copies values that it does not have from its source (platform API: REG-3). */
export const repoRules: Rules = {
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

/** Resolves a reference to a repo: its uid, or `organization/name`. */
export function repoNamed(store: Store, reference: string): Resource | undefined {
  const byUid = store.get("registry:Repo", reference);
  if (byUid !== undefined) return byUid;
  const organization = store.children("iam:Group", "").find(({ values }) => values.name === rootOf(reference));
  if (organization === undefined) return undefined;
  const name = reference.slice(rootOf(reference).length + 1);
  return store.children("registry:Repo", organization.uid).find(({ values }) => values.name === name);
}

/** Patterns of generated tags, with the parameter that makes List show them (platform API: LIST-7). */
const hidden: readonly (readonly [parameter: string, pattern: RegExp])[] = [
  ["include_referrers", /^sha256-/],
  ["include_dates", /-20\d{6}$/],
  ["include_epochs", /-r\d+$/],
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
