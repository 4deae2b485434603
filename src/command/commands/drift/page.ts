import { isUid, rootOf } from "../../../description/uid";
import type { Page } from "../../declaration";
import { counted } from "../../output/text";
import type { RefreshLog } from "../../stack/event-log";
import { kindOfType } from "../../stack/export";
import { countsOf, type Drift, openedIn, unseenIn } from "./findings";
import { resultOf } from "./notes";
import { grantsIn, rowsOf } from "./tables";
import type { UnmanagedFound } from "./unmanaged";

export function driftPage(drift: Drift, facts: Page["facts"]): Page {
  const { search, unread } = drift.findings;
  const { grants, unmanaged, changed, deleted, ignoredChanges, resources } = countsOf(drift.findings);
  const dangerous = grantsIn(rowsOf(drift.findings)).filter(({ rank }) => rank === 0).length;
  const changes = [...drift.findings.changed, ...drift.findings.ignored];
  const access = changes.filter((one) => openedIn(one).length > 0).length;
  const gaps = unread.length + unseenIn(drift.findings);
  // Only SCIM is checked without --unmanaged.
  const unchecked = (count: number) =>
    search === undefined && count === 0 ? { figure: "–", note: "not checked" } : { figure: String(count) };
  const danger = dangerous > 0 && { note: `${dangerous} can give access, or might`, tone: "bad" as const };
  return {
    title: resultOf(drift).title.replaceAll('"', ""),
    facts,
    tiles: [
      { label: "unmanaged grants", ...unchecked(grants), ...danger },
      ...(gaps === 0 ? [] : [{ figure: String(gaps), label: "could not be checked", tone: "warning" as const }]),
      ...(access === 0 ? [] : [{ figure: String(access), label: "change who has access", tone: "bad" as const }]),
      { label: "other unmanaged objects", ...unchecked(unmanaged - grants) },
      { label: "changed", figure: String(changed), note: `of ${counted(resources, "resource")}` },
      ...(ignoredChanges === 0 ? [] : [{ label: "changed under ignoreChanges", figure: String(ignoredChanges) }]),
      { label: "deleted", figure: String(deleted) },
    ],
  };
}

export function organizationsOf({ resources }: RefreshLog, { groups }: Pick<UnmanagedFound, "groups">): string {
  const names = new Map<string, unknown>(groups.map(({ uid, name }) => [uid, name]));
  for (const { id, live, recorded } of resources) if (!names.has(id)) names.set(id, (live ?? recorded).outputs.name);
  const ours = resources.filter(({ id, type, isReadOnly }) => !isReadOnly && kindOfType(type) && isUid(id));
  const roots = new Set([...ours.map(({ id }) => id), ...groups.map(({ uid }) => uid)].map(rootOf));
  return [...roots].map((uid) => String(names.get(uid) ?? uid)).join(", ");
}
