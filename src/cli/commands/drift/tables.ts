import { isDeepStrictEqual } from "node:util";
import { scimToken } from "../../../resources/scim-token";
import { type Cell, column, columns, named, type Table, uids, wrapping } from "../../declaration";
import { roleText } from "../../organization/grants";
import { notCheckedTables } from "../../organization/visibility";
import { textOf } from "../../output/text";
import { kindOfType, nameOfUrn } from "../../stack/export";
import type { ChangedField } from "./fields";
import { type Findings, isFinding, type JudgedChange, type JudgedObject, type JudgedResource } from "./findings";
import { ALLOWS, grantsIn, type ListedGrant, scimHolder } from "./grants";
import { type OpenScim, scimText } from "./scim";

const KIND = column("KIND");
const ROLE = named("ROLE", { isFinding: true });
const UID = uids("UID");
const WHO = named("WHO", { isFinding: true });
const RESOURCE = named("RESOURCE", { isFinding: true });

/** The tables that have rows, the most important first. */
export function tablesOf(findings: Findings): readonly [Table, ...Table[]] {
  const { changed, deleted, ignored, search } = findings;
  const [first, ...rest] = [
    unknownTable(findings),
    ...notCheckedTables(search?.notChecked ?? []),
    grantTable(grantsIn(findings)),
    objectTable(othersIn(findings)),
    changeTable(titles.changed, changed),
    deletedTable(deleted.filter(isFinding)),
    changeTable(titles.ignored, ignored),
    explainedTable(findings),
  ].filter(({ rows }) => rows.length > 0);
  return first === undefined ? [{ columns: [], rows: [] }] : [first, ...rest];
}

/** The grants that sign-in creates. */
export const explainedTable = ({ explained }: Findings): Table => ({
  title: "Grants that an identity provider of the stack explains",
  columns: columns(WHO, ROLE, named("GROUP"), named("EXPLAINED BY"), UID),
  rows: explained
    .filter(isFinding)
    .flatMap(({ object, grant, by }): Cell[][] =>
      grant === undefined ? [] : [[grant.who, roleText(grant.role), grant.group.path, by.path, object.uid]],
    ),
});

/** Titles of the tables and of the sections of the page. */
export const titles = {
  changed: "Changed outside of Pulumi",
  deleted: "Deleted outside of Pulumi",
  ignored: "Changed outside of Pulumi, under ignoreChanges",
} as const;

/** The table of deleted objects. */
export const deletedTable = (deleted: readonly JudgedResource[]): Table => ({
  title: titles.deleted,
  columns: columns(RESOURCE, KIND, UID),
  rows: deleted.map(({ resource }): Cell[] => [...nameAndKind(resource), resource.id]),
});

/** The name of a resource in the program, and its kind. */
export const nameAndKind = ({ urn, type }: JudgedResource["resource"]): [name: string, kind: string] => [
  nameOfUrn(urn),
  kindOfType(type) ?? type,
];

/** The table of what could not be checked. */
export const unknownTable = ({ unread, search }: Findings): Table => ({
  title: "Could not be checked",
  columns: columns(named("WHAT", { isFinding: true }), wrapping("WHY", { isFinding: true })),
  rows: [
    ...unread.map(({ urn, message }) => [`resource ${nameOfUrn(urn)}`, message] as const),
    ...(search?.unlisted ?? []).map(
      ({ kind, group, message }) => [kind === null ? `group ${group}` : `${kind} in ${group}`, message] as const,
    ),
  ].map(([text, message]): Cell[] => [{ text, tone: "warning" }, message]),
});

const changeTable = (title: string, changes: readonly JudgedChange[]): Table => ({
  title,
  columns: columns(
    RESOURCE,
    named("FIELD", { isFinding: true }),
    wrapping("RECORDED", { isFinding: true }),
    wrapping("LIVE", { isFinding: true }),
    KIND,
  ),
  rows: changes.filter(isFinding).flatMap(({ resource, fields }) => {
    const rows = fields.filter(isFinding).map((field) => [field.path, ...sidesOf(field)]);
    const [name, kind] = nameAndKind(resource);
    return (rows.length > 0 ? rows : [["", "", ""]]).map((row) => [name, ...row, kind]);
  }),
});

/** The table of unmanaged grants, in the given order. */
export const grantTable = (grants: readonly ListedGrant[]): Table => ({
  title: "Unmanaged grants",
  columns: columns(WHO, ROLE, ALLOWS, named("GROUP"), KIND, UID),
  rows: grants.map(({ who, role, allows, group, kind, uid }): Cell[] => [who, role, allows, group, kind, uid]),
});

/** The unmanaged objects that grant nothing. */
export const othersIn = ({ unmanaged }: Findings): readonly JudgedObject[] =>
  unmanaged.filter((one) => isFinding(one) && one.grant === undefined);

/** The table of unmanaged objects that grant nothing. */
export const objectTable = (objects: readonly JudgedObject[]): Table => ({
  title: "Other unmanaged objects",
  columns: columns(named("NAME", { isFinding: true }), named("IN"), KIND, column("CONTAINS", { isNumber: true }), UID),
  rows: objects.map(({ object, label, place, contains }): Cell[] => [
    label,
    place.path,
    object.spec.type,
    contains === 0 ? "" : String(contains),
    object.uid,
  ]),
});

/** The most characters of a value in a table. JSON has all of it. */
const MOST = 200;

/** The two values of a field, or of two lists the items that only one has. */
function sidesOf(field: ChangedField): [recorded: string, live: string] {
  const { recorded, live } = field;
  const parts = listParts(field);
  if (parts === undefined || parts.kept === 0) return [cut(jsonText(recorded)), cut(jsonText(live))];
  return [partText(parts.removed), partText(parts.added)];
}

/** The items that only one of two lists has. Undefined for other values, and if only the order differs. */
export function listParts({ recorded, live }: Pick<ChangedField, "recorded" | "live">) {
  if (!Array.isArray(recorded) || !Array.isArray(live)) return undefined;
  const [removed, added] = [without(recorded, live), without(live, recorded)];
  return removed.length + added.length === 0 ? undefined : { removed, added, kept: live.length - added.length };
}

const without = (list: readonly unknown[], other: readonly unknown[]): unknown[] =>
  list.filter((item) => !other.some((one) => isDeepStrictEqual(one, item)));

const partText = (part: readonly unknown[]): string =>
  part.length === 0 ? "" : cut(`[${["…", ...part.map(jsonText)].join(",")}]`);

/** A value as JSON, or an empty text for undefined. */
export const jsonText = (value: unknown): string => JSON.stringify(value) ?? "";

const cut = (text: string): string => (text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`);

const listColumns = columns(
  ...["FINDING", "KIND", "NAME", "UID", "URN", "FIELD", "RECORDED", "LIVE", "WHO", "ROLE", "GROUP"],
);

/** Kind and uid of each object that was found, as a rule of an ignore file names it. */
export const namesOf = (list: Table): string[] => {
  const [finding, kind, uid] = ["finding", "kind", "uid"].map((key) =>
    list.columns.findIndex((one) => one.key === key),
  );
  const of = (row: readonly Cell[], i = -1) => textOf(row[i] ?? "");
  const objects = list.rows.filter((row) => of(row, uid) !== "" && of(row, finding) !== "not checked");
  return [...new Set(objects.map((row) => `${of(row, kind)} ${of(row, uid)}`))];
};

/** Cells of a row by the names of their columns. Missing cells are empty. */
type Entry = Readonly<Record<string, string>>;

/** All findings as rows with the same columns, for CSV. */
export function listOf({ changed, deleted, unmanaged, scim, ignored, explained, unread, search }: Findings): Table {
  const entries: Entry[] = [
    ...unread.map(({ urn, message }) => ({ finding: "unknown", name: nameOfUrn(urn), urn, live: message })),
    ...(search?.unlisted ?? []).map(({ kind, message, group }) => gap("unknown", kind ?? "", [message, group])),
    ...(search?.notChecked ?? []).map(({ kind, group, reason }) => gap("not checked", kind, [reason, group.uid])),
    ...unmanaged.filter(isFinding).map((one) => objectEntry("unmanaged", one)),
    ...scim.filter(isFinding).map((one) => scimEntry("unmanaged", one)),
    ...changeEntries("changed", changed),
    ...deleted.filter(isFinding).map(({ resource }) => resourceEntry("deleted", resource)),
    ...changeEntries("ignored", ignored),
    ...explained.filter(isFinding).map((one) => objectEntry("explained", one)),
  ];
  return { columns: listColumns, rows: entries.map((entry) => listColumns.map(({ key }) => entry[key] ?? "")) };
}

/** The row of a kind that was not checked in a group. */
const gap = (finding: string, kind: string, [live, group]: readonly [why: string, groupUid: string]): Entry => ({
  finding,
  kind,
  live,
  group,
});

function objectEntry(finding: string, { object, ruleName, grant, place }: JudgedObject): Entry {
  const entry = { finding, kind: object.spec.type, name: ruleName, uid: object.uid };
  if (grant === undefined) return { ...entry, group: place.uid };
  return { ...entry, who: grant.who, role: roleText(grant.role), group: grant.group.uid };
}

function scimEntry(finding: string, one: OpenScim): Entry {
  const { name, uid, urn, groupUid } = one;
  const [who, role] = [scimHolder(one), scimText(one)];
  return { finding, kind: scimToken.type, name, uid, urn, who, role, group: groupUid };
}

function resourceEntry(finding: string, resource: JudgedResource["resource"]): Entry {
  const [name, kind] = nameAndKind(resource);
  return { finding, kind, name, uid: resource.id, urn: resource.urn };
}

const changeEntries = (finding: string, changes: readonly JudgedChange[]): Entry[] =>
  changes.filter(isFinding).flatMap(({ resource, fields }) => {
    const found = fields.filter(isFinding);
    const rows = found.map(({ path, recorded, live }) => ({
      field: path,
      recorded: jsonText(recorded),
      live: jsonText(live),
    }));
    return (rows.length > 0 ? rows : [{}]).map((row) => ({ ...resourceEntry(finding, resource), ...row }));
  });
