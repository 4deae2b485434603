import { typeOfUrn } from "../../../description/names/urn";
import { CLEAN, type ExitCode, FOUND, type Page, type Report, UNKNOWN } from "../../declaration";
import { instantText, reportOf } from "../../document";
import { counted } from "../../output/text";
import { type Finding, type Row, resourceOf } from "./finding";
import { countsOf, type Drift, foundOf, isComplete, isFinding, openedIn, unseenIn } from "./findings";
import { headlineOf, notesOn, resultOf } from "./notes";
import { driftDocument } from "./schema";
import { flatTable, grantsIn, rowsOf, tablesOf } from "./tables";

export function driftReport(drift: Drift): Report {
  const { findings, name, facts } = drift;
  const notes = notesOn(drift);
  const rows = rowsOf(findings);
  return reportOf({
    document: documentFor(drift, notes),
    schema: driftDocument,
    tables: tablesOf(rows, findings.search?.notChecked ?? []),
    list: flatTable(rows),
    ...(facts && { page: driftPage(drift, { rows, facts }) }),
    notes,
    comment: {
      id: ["drift", name?.project, name?.stack].filter((part) => part !== undefined).join(" "),
      headline: headlineOf(drift),
    },
    exit: exitFor(drift),
  });
}

function driftPage(
  drift: Drift,
  { rows, facts }: { readonly rows: readonly Row[]; readonly facts: Page["facts"] },
): Page {
  const { search, unread } = drift.findings;
  const { grants, unmanaged, changed, deleted, ignoredChanges, resources } = countsOf(drift.findings);
  const dangerous = grantsIn(rows).filter(({ rank }) => rank === 0).length;
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

function exitFor({ findings, failOn }: Drift): ExitCode {
  if (!isComplete(findings)) return UNKNOWN;
  // ignoreChanges is for values that others set. Who gets access is not such a value.
  const isOpened = failOn.includes("changed") && findings.ignored.some((one) => openedIn(one).length > 0);
  return isOpened || failOn.some((sort) => foundOf(findings, sort).some(isFinding)) ? FOUND : CLEAN;
}

function documentFor({ findings, name, failOn, time }: Drift, notes: readonly string[]) {
  const { changed, deleted, unread, unmanaged, explained, scim, ignored, interrupted, search } = findings;
  return {
    project: name?.project ?? null,
    stack: name?.stack ?? null,
    time: instantText(time.getTime()),
    failOn,
    isComplete: isComplete(findings),
    counts: countsOf(findings),
    changed: entriesOf(changed),
    deleted: entriesOf(deleted),
    unread: unread.map(({ urn, message }) => ({ ...resourceOf(urn, typeOfUrn(urn)), message })),
    unmanaged:
      search === undefined
        ? null
        : {
            groups: search.groups.map(({ uid, name: known, isWhole }) => ({ uid, name: known ?? null, isWhole })),
            objects: entriesOf(unmanaged),
            explained: entriesOf(explained),
            unlisted: search.unlisted,
          },
    scim: entriesOf(scim),
    ignoredChanges: entriesOf(ignored),
    interrupted,
    notChecked: search?.notChecked ?? [],
    notes,
  };
}

const entriesOf = <Entry>(all: readonly Finding<Entry>[]): Entry[] => all.map(({ entry }) => entry);
