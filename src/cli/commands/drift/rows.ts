import { isDeepStrictEqual } from "node:util";
import { scimToken } from "../../../resources/scim-token";
import { powerCell, powerOf } from "../../access/danger";
import type { Cell } from "../../declaration";
import type { Sort } from "../../ignoring/sorts";
import { roleText } from "../../organization/grants";
import { kindOfType, nameOfUrn } from "../../stack/export";
import type { ChangedField } from "./fields";
import { type Findings, isFinding, type Judged, type JudgedChange, type JudgedObject } from "./findings";
import { type OpenScim, scimText } from "./scim";

/** A finding, or a part of one, as every format writes it. */
export interface Row {
  /** The table that it is in. Kinds that were not checked have a table of their own. */
  readonly table: "unknown" | "grants" | "objects" | "changed" | "deleted" | "ignored" | "explained" | undefined;
  /** The values of CSV, by the keys of its columns. */
  readonly values: Readonly<Record<string, string>>;
  /** What a table shows instead of a value, or in addition, by the keys of its columns. */
  readonly cells: Readonly<Record<string, Cell>>;
  /** The danger of a grant. 0 allows granting access to others, or might. */
  readonly rank?: number;
}

/** Returns all findings that no rule ignores, and what could not be checked. */
export function rowsOf({ changed, deleted, unmanaged, scim, ignored, explained, unread, search }: Findings): Row[] {
  const pathOf = (uid: string) => search?.groups.find((group) => group.uid === uid)?.path ?? uid;
  const found = <T extends Judged>(all: readonly T[]) => all.filter(isFinding);
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
    ...found(unmanaged).map((one) => objectRow("unmanaged", one)),
    ...found(scim).map((one) => scimRow(one, pathOf(one.groupUid))),
    ...found(changed).flatMap((change) => changeRows("changed", change)),
    ...found(deleted).map(({ resource }) => resourceRow("deleted", resource)),
    ...found(ignored).flatMap((change) => changeRows("ignored", change)),
    ...found(explained).map((one): Row => {
      const row = objectRow("explained", one);
      return { ...row, table: "explained", cells: { ...row.cells, explainedBy: one.by.path } };
    }),
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

function objectRow(finding: Sort, { object, label, ruleName, place, grant, ...one }: JudgedObject): Row {
  const values = { finding, kind: object.spec.type, name: ruleName, uid: object.uid };
  if (grant === undefined) {
    const contains = one.contains === 0 ? "" : String(one.contains);
    const cells = { name: label, in: place.path, contains };
    return { table: "objects", values: { ...values, group: place.uid }, cells };
  }
  const { who, role, group } = grant;
  const power = powerOf(one.capabilities);
  return {
    table: "grants",
    values: { ...values, who, role: roleText(role), group: group.uid },
    cells: { allows: powerCell(power), group: group.path },
    rank: power.rank,
  };
}

/** Who may use an open SCIM interface decides which people have access. */
const scimRow = (one: OpenScim, path: string): Row => ({
  table: "grants",
  values: {
    ...{ finding: "unmanaged", kind: scimToken.type, name: one.name, uid: one.uid, urn: one.urn },
    ...{ who: `whoever has the SCIM token of "${one.name}"`, role: scimText(one), group: one.groupUid },
  },
  cells: { allows: { text: "adding people", tone: "bad" }, group: path },
  rank: 0,
});

function resourceRow(finding: "changed" | "deleted" | "ignored", { urn, type, id }: JudgedChange["resource"]): Row {
  const name = nameOfUrn(urn);
  return {
    table: finding,
    values: { finding, kind: kindOfType(type) ?? type, name, uid: id, urn },
    cells: { resource: name },
  };
}

function changeRows(finding: "changed" | "ignored", { resource, fields }: JudgedChange): Row[] {
  const row = resourceRow(finding, resource);
  const changes = fields.filter(isFinding).map((field): Row => {
    const [recorded, live] = [jsonText(field.recorded), jsonText(field.live)];
    const danger = field.decidesAccess && { field: { text: field.path, tone: "bad" as const } };
    const cells = { ...row.cells, ...danger, ...sidesOf(field) };
    return { ...row, values: { ...row.values, field: field.path, recorded, live }, cells };
  });
  return changes.length > 0 ? changes : [row];
}

/** The most characters of a value in a table. JSON has all of it. */
const MOST = 200;

/** The two values of a field, or of two lists the items that only one has. */
function sidesOf({ recorded, live }: ChangedField): { readonly recorded: string; readonly live: string } {
  const whole = { recorded: cut(jsonText(recorded)), live: cut(jsonText(live)) };
  if (!Array.isArray(recorded) || !Array.isArray(live)) return whole;
  const [removed, added] = [without(recorded, live), without(live, recorded)];
  // Without a difference, only the order differs. Without a common item, both are shown whole.
  if (removed.length + added.length === 0 || added.length === live.length) return whole;
  return { recorded: partText(removed), live: partText(added) };
}

const without = (list: readonly unknown[], other: readonly unknown[]): unknown[] =>
  list.filter((item) => !other.some((one) => isDeepStrictEqual(one, item)));

const partText = (part: readonly unknown[]): string =>
  part.length === 0 ? "" : cut(`[${["…", ...part.map(jsonText)].join(",")}]`);

/** A value as JSON, or an empty text for undefined. */
const jsonText = (value: unknown): string => JSON.stringify(value) ?? "";

const cut = (text: string): string => (text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`);
