import { nameOfUrn } from "../../stack/export";
import type { Row } from "./finding";
import { type Findings, foundOf, isFinding } from "./findings";

/** Returns the rows of all findings that no rule ignores, and of what could not be checked. */
export function rowsOf(findings: Findings): Row[] {
  const { unread, search } = findings;
  return [
    ...unread.map(({ urn, message }) => {
      const name = nameOfUrn(urn);
      return unknownRow(`resource ${name}`, { name, urn, live: message });
    }),
    ...(search?.unlisted ?? []).map(({ kind, group, message }) =>
      unknownRow(kind === null ? `group ${group}` : `${kind} in ${group}`, { kind: kind ?? "", group, live: message }),
    ),
    ...(search?.notChecked ?? []).map(({ kind, group, reason }): Row => {
      return { table: undefined, values: { finding: "not checked", kind, live: reason, group: group.uid }, cells: {} };
    }),
    ...(["unmanaged", "changed", "deleted", "ignored", "explained"] as const)
      .flatMap((sort) => foundOf(findings, sort))
      .filter(isFinding)
      .flatMap(({ rows }) => rows),
  ];
}

/** The grants among the findings, the most dangerous first. */
export const grantsIn = (rows: readonly Row[]): Row[] =>
  rows.filter(({ table }) => table === "grants").sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));

const unknownRow = (what: string, values: Row["values"]): Row => ({
  table: "unknown",
  values: { finding: "unknown", ...values },
  cells: { what: { text: what, tone: "warning" }, why: values.live ?? "" },
});
