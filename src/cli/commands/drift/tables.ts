import { isDeepStrictEqual } from "node:util";
import { scimToken } from "../../../resources/scim-token";
import { type Cell, column, type Table } from "../../declaration";
import type { Sort } from "../../ignoring/sorts";
import { notCheckedTables } from "../../not-checked";
import { kindOfType, nameOfUrn } from "../../stack/export";
import type { ChangedField } from "./fields";
import { type Findings, isFinding, type JudgedChange, type JudgedObject, type JudgedResource } from "./findings";
import { roleText } from "./grants";
import { type OpenScim, scimText } from "./scim";

/** The tables of a report for people: what has something to tell, what matters most first. */
export function tablesOf(findings: Findings): readonly [Table, ...Table[]] {
  const { changed, deleted, unmanaged, scim, ignored, explained } = findings;
  const objects = unmanaged.filter(isFinding);
  const [first, ...rest] = [
    unknownTable(findings),
    ...notCheckedTables(findings.search?.notChecked ?? []),
    grantTable(objects, scim.filter(isFinding)),
    objectTable(objects.filter(({ grant }) => grant === undefined)),
    changeTable("Changed outside", changed),
    {
      title: "Deleted outside",
      columns: [column("RESOURCE"), column("KIND"), column("UID", { isWhole: true })],
      rows: deleted.filter(isFinding).map((one): Cell[] => [...nameAndKind(one), one.resource.id]),
      empty: "",
    },
    changeTable("Changed outside, under ignoreChanges", ignored),
    {
      title: "Grants that an identity provider of the stack explains",
      columns: [
        column("WHO"),
        column("ROLE"),
        column("GROUP"),
        column("EXPLAINED BY"),
        column("UID", { isWhole: true }),
      ],
      rows: explained
        .filter(isFinding)
        .flatMap(({ object, grant, by }): Cell[][] =>
          grant === undefined ? [] : [[grant.who, roleText(grant.role), grant.group.path, by.path, object.uid]],
        ),
      empty: "",
    },
  ].filter(({ rows }) => rows.length > 0);
  return first === undefined ? [{ columns: [], rows: [], empty: NONE }] : [first, ...rest];
}

const NONE = "There is no drift.";

const nameAndKind = ({ resource: { urn, type } }: JudgedResource): Cell[] => [nameOfUrn(urn), kindOfType(type) ?? type];

const unknownTable = ({ unread, search }: Findings): Table => ({
  title: "Could not be found out",
  columns: [column("WHAT"), column("WHY")],
  rows: [
    ...unread.map(({ urn, message }): Cell[] => [{ text: `resource ${nameOfUrn(urn)}`, tone: "bad" }, message]),
    ...(search?.unlisted ?? []).map(({ kind, group, message }): Cell[] => [
      { text: kind === undefined ? `group ${group}` : `${kind} in ${group}`, tone: "bad" },
      message,
    ]),
  ],
  empty: "",
});

const changeTable = (title: string, changes: readonly JudgedChange[]): Table => ({
  title,
  columns: [column("RESOURCE"), column("KIND"), column("FIELD"), column("RECORDED"), column("LIVE")],
  rows: changes.filter(isFinding).flatMap((change) => {
    const fields = change.fields.filter(isFinding);
    const rows = fields.map((field): Cell[] => [...nameAndKind(change), field.path, ...sidesOf(field)]);
    return rows.length > 0 ? rows : [[...nameAndKind(change), "", "", ""]];
  }),
  empty: "",
});

/** Who may use an open SCIM interface. */
const scimHolder = ({ name }: OpenScim): string => `whoever has the SCIM token of "${name}"`;

const grantTable = (objects: readonly JudgedObject[], scim: readonly OpenScim[]): Table => ({
  title: "Grants that no resource declares",
  columns: [column("WHO"), column("ROLE"), column("GROUP"), column("KIND"), column("UID", { isWhole: true })],
  rows: [
    ...objects.flatMap(({ object, grant }): Cell[][] => {
      if (grant === undefined) return [];
      const { who, role, group } = grant;
      const name = { text: roleText(role), tone: "bad" } as const;
      return [[who, name, group.path, object.spec.type, object.uid]];
    }),
    ...scim.map((one): Cell[] => [
      scimHolder(one),
      { text: scimText(one), tone: "bad" },
      one.groupUid,
      scimToken.type,
      one.uid,
    ]),
  ],
  empty: "",
});

const objectTable = (objects: readonly JudgedObject[]): Table => ({
  title: "Other objects that no resource declares",
  columns: [
    column("KIND", { isWhole: true }),
    column("NAME"),
    column("IN"),
    column("HOLDS", { isNumber: true }),
    column("UID", { isWhole: true }),
  ],
  rows: objects.map(({ object, label, place, contains }): Cell[] => [
    object.spec.type,
    label,
    place.path,
    contains === 0 ? "" : String(contains),
    object.uid,
  ]),
  empty: "",
});

/** Characters of a value in a table; JSON has it whole. */
const MOST = 200;

/** The two values of a field for people. Of two lists, what only one of them has. */
function sidesOf({ recorded, live }: ChangedField): [recorded: string, live: string] {
  if (!Array.isArray(recorded) || !Array.isArray(live)) return [valueText(recorded), valueText(live)];
  const [onlyRecorded, onlyLive] = [without(recorded, live), without(live, recorded)];
  // The same items in another order.
  if (onlyRecorded.length + onlyLive.length === 0) return [valueText(recorded), valueText(live)];
  return [partText(recorded, onlyRecorded), partText(live, onlyLive)];
}

const without = (list: readonly unknown[], other: readonly unknown[]): unknown[] =>
  list.filter((item) => !other.some((one) => isDeepStrictEqual(one, item)));

const partText = (list: readonly unknown[], part: readonly unknown[]): string =>
  part.length === list.length
    ? valueText(list)
    : cut(`[${["…", ...part.map((item) => JSON.stringify(item))].join(",")}]`);

const valueText = (value: unknown): string => cut(JSON.stringify(value) ?? "");

const cut = (text: string): string => (text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`);

/** A row of CSV for a kind that was not seen in a group. */
const gapRow = (finding: string, kind: string, [why, groupUid]: readonly [why: string, groupUid: string]): Cell[] => [
  ...[finding, kind, "", "", "", "", "", why, "", ""],
  groupUid,
];

/** All findings as rows of one form, for CSV. */
export const listOf = ({ changed, deleted, unmanaged, scim, ignored, explained, unread, search }: Findings): Table => ({
  columns: ["FINDING", "KIND", "NAME", "UID", "URN", "FIELD", "RECORDED", "LIVE", "WHO", "ROLE", "GROUP"].map(
    (heading) => column(heading),
  ),
  rows: [
    ...unread.map(({ urn, message }): Cell[] => ["unknown", "", nameOfUrn(urn), "", urn, "", "", message, "", "", ""]),
    ...(search?.unlisted ?? []).map(({ kind = "", group, message }) => gapRow("unknown", kind, [message, group])),
    ...(search?.notChecked ?? []).map(({ kind, group, reason }) => gapRow("not checked", kind, [reason, group.uid])),
    ...unmanaged.filter(isFinding).map((one) => objectRow("unmanaged", one)),
    ...scim
      .filter(isFinding)
      .map((one): Cell[] => [
        "unmanaged",
        scimToken.type,
        one.name,
        one.uid,
        one.urn,
        "",
        "",
        "",
        scimHolder(one),
        scimText(one),
        one.groupUid,
      ]),
    ...changeRows("changed", changed),
    ...deleted
      .filter(isFinding)
      .map(({ resource }): Cell[] => [
        "deleted",
        kindOf(resource),
        nameOfUrn(resource.urn),
        resource.id,
        resource.urn,
        ...["", "", "", "", "", ""],
      ]),
    ...changeRows("ignored", ignored),
    ...explained.filter(isFinding).map((one) => objectRow("explained", one)),
  ],
  empty: "",
});

const objectRow = (finding: Sort, { object, ruleName, grant, place }: JudgedObject): Cell[] => [
  finding,
  object.spec.type,
  ruleName,
  object.uid,
  ...["", "", "", ""],
  grant?.who ?? "",
  grant === undefined ? "" : roleText(grant.role),
  (grant?.group ?? place).uid,
];

const changeRows = (finding: Sort, changes: readonly JudgedChange[]): Cell[][] =>
  changes.filter(isFinding).flatMap(({ resource, fields }) => {
    const found = fields.filter(isFinding);
    const start = [finding, kindOf(resource), nameOfUrn(resource.urn), resource.id, resource.urn];
    const rows = found.map(({ path, recorded, live }) => [path, jsonText(recorded), jsonText(live)]);
    return (rows.length > 0 ? rows : [["", "", ""]]).map((row): Cell[] => [...start, ...row, "", "", ""]);
  });

const kindOf = ({ type }: JudgedResource["resource"]): string => kindOfType(type) ?? type;

const jsonText = (value: unknown): string => JSON.stringify(value) ?? "";
