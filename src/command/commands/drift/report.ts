import { CLEAN, type ExitCode, FOUND, type Report, UNKNOWN } from "../../declaration";
import { instantText, reportOf } from "../../document";
import { type Finding, resourceOf } from "./finding";
import { countsOf, type Drift, foundOf, isComplete, isFinding, openedIn } from "./findings";
import { headlineOf, notesOn } from "./notes";
import { driftPage } from "./page";
import { driftDocument } from "./schema";
import { flatTable, rowsOf, tablesOf } from "./tables";

export function driftReport(drift: Drift): Report {
  const { findings, name, facts } = drift;
  const notes = notesOn(drift);
  const rows = rowsOf(findings);
  return reportOf({
    document: documentFor(drift, notes),
    schema: driftDocument,
    tables: tablesOf(rows, findings.search?.notChecked ?? []),
    list: flatTable(rows),
    ...(facts && { page: driftPage(drift, facts) }),
    notes,
    comment: {
      id: ["drift", name?.project, name?.stack].filter((part) => part !== undefined).join(" "),
      headline: headlineOf(drift),
    },
    exit: exitFor(drift),
  });
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
    unread: unread.map(({ urn, message }) => ({ ...resourceOf(urn, typeInUrn(urn)), message })),
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

/** Returns the type of the resource in a URN, which also contains the types of its parents. */
const typeInUrn = (urn: string): string => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";
