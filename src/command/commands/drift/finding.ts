import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { scimToken } from "../../../description/resources/scim-token";
import { powerCell, powerOf } from "../../access/danger";
import type { Cell } from "../../declaration";
import type { Rule } from "../../ignoring/ignore-file";
import type { Sort } from "../../ignoring/sorts";
import type { Named } from "../../organization/directory";
import { roleText } from "../../organization/grants";
import type { Refreshed } from "../../stack/event-log";
import { kindOfType, nameOfUrn } from "../../stack/export";
import type { ChangedField } from "./fields";
import type { driftDocument } from "./schema";
import { type OpenScim, scimText } from "./scim";
import type { Explained, Unmanaged } from "./unmanaged";

/** Something with the rule of the ignore file that hides it. Without a rule, it is a finding. */
export interface Judged {
  readonly rule: Rule | undefined;
}

/** A finding, formatted once for all formats. */
export interface Finding<Entry = unknown> extends Judged {
  readonly entry: Entry;
  /** Its rows in tables and CSV, without what a rule hides. */
  readonly rows: readonly Row[];
}

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

type Document = z.infer<typeof driftDocument>;
export type ChangedFinding = Finding<Document["changed"][number]>;
export type ObjectFinding = Finding<NonNullable<Document["unmanaged"]>["objects"][number]>;

const lineOf = (rule: Rule | undefined) => rule?.line ?? null;

export const resourceOf = (urn: string, type: string) => ({
  urn,
  name: nameOfUrn(urn),
  type,
  kind: kindOfType(type) ?? null,
});

function resourceRow(table: "changed" | "deleted" | "ignored", { urn, type, id }: Refreshed): Row {
  const { name, kind } = resourceOf(urn, type);
  return { table, values: { finding: table, kind: kind ?? type, name, uid: id, urn }, cells: { resource: name } };
}

export function changedFinding(
  sort: "changed" | "ignored",
  resource: Refreshed,
  { fields, rule }: Judged & { readonly fields: readonly (ChangedField & Judged)[] },
): ChangedFinding {
  const { urn, type, id } = resource;
  const texts = fields.map(({ rule: own, recorded, live, ...field }) => ({
    ...field,
    recorded: JSON.stringify(recorded) ?? null,
    live: JSON.stringify(live) ?? null,
    ignoredBy: lineOf(own),
  }));
  const row = resourceRow(sort, resource);
  const rows = texts.flatMap(({ path, recorded, live, decidesAccess, ignoredBy }, i): Row[] => {
    const danger = decidesAccess && { field: { text: path, tone: "bad" as const } };
    const cells = { ...row.cells, ...danger, ...sidesOf(fields[i]) };
    const values = { ...row.values, field: path, recorded: recorded ?? "", live: live ?? "" };
    return ignoredBy === null ? [{ ...row, values, cells }] : [];
  });
  const entry = { ...resourceOf(urn, type), uid: id, fields: texts, ignoredBy: lineOf(rule) };
  return { rule, entry, rows: rows.length > 0 ? rows : [row] };
}

export const deletedFinding = (resource: Refreshed, rule: Rule | undefined) => ({
  rule,
  entry: { ...resourceOf(resource.urn, resource.type), uid: resource.id, ignoredBy: lineOf(rule) },
  rows: [resourceRow("deleted", resource)],
});

export function objectFinding(one: Unmanaged, rule: Rule | undefined, sort: Sort = "unmanaged"): ObjectFinding {
  const { object, label, ruleName, place, grant, within, contains } = one;
  const [kind, { uid }, { createTime }] = [object.spec.type, object, object.values];
  const values = { finding: sort, kind, name: ruleName, uid };
  const entry = {
    ...{ kind, uid, name: ruleName, place: named(place), within, contains },
    createTime: typeof createTime === "string" ? createTime : null,
    ignoredBy: lineOf(rule),
  };
  if (grant === undefined) {
    const cells = { name: label, in: place.path, contains: contains === 0 ? "" : String(contains) };
    const row: Row = { table: "objects", values: { ...values, group: place.uid }, cells };
    return { rule, entry: { ...entry, grant: null }, rows: [row] };
  }
  const { who, role, group, identity } = grant;
  const power = powerOf(one.capabilities);
  const row: Row = {
    table: "grants",
    values: { ...values, who, role: roleText(role), group: group.uid },
    cells: { allows: powerCell(power), group: group.path },
    rank: power.rank,
  };
  const granted = { role: named(role), identity: identity === undefined ? null : named(identity), who };
  return { rule, entry: { ...entry, grant: { ...granted, group: named(group) } }, rows: [row] };
}

export function explainedFinding({ by, through, ...one }: Explained, rule: Rule | undefined) {
  const { entry, rows } = objectFinding(one, rule, "explained");
  const explainedBy = through === "scim" ? `SCIM of ${by.path}` : by.path;
  const explained = rows.map((row): Row => ({ ...row, table: "explained", cells: { ...row.cells, explainedBy } }));
  return { rule, entry: { ...entry, explainedBy: named(by), through }, rows: explained };
}

const named = ({ uid, name }: Named) => ({ uid, name: name ?? null });

/** Who may use an open SCIM interface decides which people have access. `path` is that of its group. */
export function scimFinding(scim: OpenScim, rule: Rule | undefined, path: string) {
  const { groupUid, ...one } = scim;
  const { name, uid, urn } = one;
  const who = `whoever has the SCIM token of "${name}"`;
  const values = { finding: "unmanaged", kind: scimToken.type, name, uid, urn, who, group: groupUid };
  const cells = { allows: { text: "adding people", tone: "bad" as const }, group: path };
  const row: Row = { table: "grants", values: { ...values, role: scimText(scim) }, cells, rank: 0 };
  return { rule, entry: { ...one, ignoredBy: lineOf(rule) }, rows: [row] };
}

/** The most characters of a value in a table. JSON has all of it. */
const MOST = 200;

/** The two values of a field, or of two lists the items that only one has. */
function sidesOf({ recorded, live }: Partial<ChangedField> = {}): Readonly<Record<"recorded" | "live", string>> {
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

const jsonText = (value: unknown): string => JSON.stringify(value) ?? "";

const cut = (text: string): string => (text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`);
