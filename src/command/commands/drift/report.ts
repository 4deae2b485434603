import { CLEAN, type ExitCode, FOUND, type Report, UNKNOWN } from "../../declaration";
import { reportOf } from "../../document";
import { documentFor } from "./document";
import { type Drift, foundOf, isComplete, isFinding, openedIn } from "./findings";
import { headlineOf, notesOn } from "./notes";
import { driftPage } from "./page";
import { rowsOf } from "./rows";
import { driftDocument } from "./schema";
import { flatTable, tablesOf } from "./tables";

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
