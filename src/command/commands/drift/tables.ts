import { type Column, column, columns, named, type Table, uids, wrapping } from "../../declaration";
import { type NotChecked, notCheckedTables } from "../../organization/visibility";
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

const [KIND, UID, GROUP] = [column("KIND"), uids("UID"), named("GROUP")];
const WHO = named("WHO", { isFinding: true });
const ROLE = named("ROLE", { isFinding: true });
const RESOURCE = named("RESOURCE", { isFinding: true });
const sides = [wrapping("RECORDED", { isFinding: true }), wrapping("LIVE", { isFinding: true })];
const CHANGE = columns(RESOURCE, named("FIELD", { isFinding: true }), ...sides, KIND);

/** Returns the tables that have rows, the most important first. */
export function tablesOf(rows: readonly Row[], notChecked: readonly NotChecked[]): readonly [Table, ...Table[]] {
  const of = (name: Row["table"]) => rows.filter(({ table }) => table === name);
  const unknown = columns(named("WHAT", { isFinding: true }), wrapping("WHY", { isFinding: true }));
  const count = column("CONTAINS", { isNumber: true });
  const object = columns(named("NAME", { isFinding: true }), named("IN"), KIND, count, UID);
  const allows = named("ALLOWS", { isFinding: true });
  const [first, ...rest] = [
    tableOf("Could not be checked", unknown, of("unknown")),
    ...notCheckedTables(notChecked),
    tableOf("Unmanaged grants", columns(WHO, ROLE, allows, GROUP, KIND, UID), grantsIn(rows)),
    tableOf("Other unmanaged objects", object, of("objects")),
    tableOf("Changed outside of Pulumi", CHANGE, of("changed")),
    tableOf("Deleted outside of Pulumi", columns(RESOURCE, KIND, UID), of("deleted")),
    tableOf("Changed outside of Pulumi, under ignoreChanges", CHANGE, of("ignored")),
    tableOf(
      "Grants that an identity provider explains",
      columns(WHO, ROLE, GROUP, named("EXPLAINED BY"), UID),
      of("explained"),
    ),
  ].filter((table) => table.rows.length > 0);
  return first === undefined ? [{ columns: [], rows: [] }] : [first, ...rest];
}

const tableOf = (title: string, heads: readonly Column[], rows: readonly Row[]): Table => ({
  title,
  columns: heads,
  rows: rows.map(({ values, cells }) => heads.map(({ key }) => cells[key] ?? values[key] ?? "")),
});

const listColumns = columns(
  ...["FINDING", "KIND", "NAME", "UID", "URN", "FIELD", "RECORDED", "LIVE", "WHO", "ROLE", "GROUP"],
);

/** Returns all rows with the same columns, for CSV. */
export const flatTable = (rows: readonly Row[]): Table => ({
  columns: listColumns,
  rows: rows.map(({ values }) => listColumns.map(({ key }) => values[key] ?? "")),
});
