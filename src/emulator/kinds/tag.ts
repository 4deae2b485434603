import type { Rules } from "./rules";

/** Tags that look generated, and the parameter without which a List hides them (wire 14). */
const hidden: readonly (readonly [parameter: string, pattern: RegExp])[] = [
  ["include_referrers", /^sha256-/],
  ["include_dates", /-20\d{6}$/],
  ["include_epochs", /-r\d+$/],
];

/** Tags: what a List hides unless it is told not to, and from when on it looks. */
export const tagRules: Rules = {
  filteredBy: ["digest"],
  filter: (query) => {
    const patterns = hidden.filter(([parameter]) => !query.boolean(parameter)).map(([, pattern]) => pattern);
    const since = query.time("updated_since")?.getTime() ?? Number.NEGATIVE_INFINITY;
    return ({ values }) =>
      !patterns.some((pattern) => pattern.test(String(values.name))) && Date.parse(String(values.updateTime)) >= since;
  },
};
