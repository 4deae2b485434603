import { notCheckedTables } from "../../organization/visibility";
import { sectionOf } from "../../output/html/sections";
import { counted } from "../../output/text";
import type { FindingsPage, PageChange, PageCount, PageDetail, PageTable } from "../../page";
import { countsOf } from "./document";
import type { ChangedField } from "./fields";
import { type Drift, isFinding, type JudgedChange } from "./findings";
import { grantsIn } from "./grants";
import { ignoring, ruleText, settling, undoing } from "./remedies";
import {
  changedTable,
  deletedTable,
  explainedTable,
  grantTable,
  jsonText,
  listParts,
  nameAndKind,
  objectTable,
  othersIn,
  titles,
  unknownTable,
} from "./tables";

/** The sections that the page counts at the top. */
interface Counting {
  readonly grants: PageTable;
  readonly objects: PageTable;
  readonly changed: PageTable;
  readonly deleted: PageTable;
}

/** The page of drift: four numbers, and below them each finding with its changes and what to do. Then what could not be checked. */
export function driftPage(drift: Drift): FindingsPage {
  const { findings, name } = drift;
  const unknown = [unknownTable(findings), ...notCheckedTables(findings.search?.notChecked ?? [])];
  const counting: Counting = {
    grants: grantSection(drift),
    objects: objectSection(drift),
    changed: changeSection(drift, "changed"),
    deleted: deletedSection(drift),
  };
  const sections = [
    ...Object.values(counting),
    ...unknown.map((table) => sectionOf(table)),
    changeSection(drift, "ignored"),
    sectionOf(explainedTable(findings)),
  ].filter(({ rows }) => rows.length > 0);
  const none = sectionOf({ title: "Findings", columns: [], rows: [], empty: "There is no drift." });
  return {
    kind: "findings",
    title: `Drift${name === undefined ? "" : ` in ${name.project}/${name.stack}`}`,
    counts: countsFor(drift, counting, sections),
    sections: sections.length === 0 ? [none] : sections,
  };
}

function countsFor({ findings }: Drift, counting: Counting, sections: readonly PageTable[]): PageCount[] {
  const { grants, unmanaged, changed, deleted, resources } = countsOf(findings);
  const dangerous = grantsIn(findings).filter(({ isDangerous }) => isDangerous).length;
  const tile = (name: keyof Counting, number: number, { label = String(name), note = "" } = {}): PageCount => {
    const place = sections.indexOf(counting[name]);
    // Only SCIM is checked without --unmanaged.
    const isUnknown = findings.search === undefined && number === 0 && (name === "grants" || name === "objects");
    return {
      label,
      text: isUnknown ? "–" : String(number),
      note: isUnknown ? "not checked" : note,
      tone: undefined,
      section: place < 0 ? undefined : place,
    };
  };
  const danger = dangerous === 0 ? "" : `${dangerous} can give access, or might`;
  return [
    {
      ...tile("grants", grants, { label: "unmanaged grants", note: danger }),
      tone: dangerous > 0 ? "bad" : undefined,
    },
    tile("objects", unmanaged - grants, { label: "other unmanaged objects" }),
    tile("changed", changed, { note: `of ${counted(resources, "resource")}` }),
    tile("deleted", deleted),
  ];
}

const detailOf = (actions: PageDetail["actions"], changes: PageDetail["changes"] = []): PageDetail => ({
  changes,
  actions,
});

function grantSection({ findings }: Drift): PageTable {
  const grants = grantsIn(findings);
  const details = grants.map(({ kind, uid, who, role, group }) => {
    const name = `${who} as ${role} in ${group}`;
    return detailOf([...settling({ kind, uid }), ...ignoring([ruleText({ kind, uid, name }, { when: "unmanaged" })])]);
  });
  return sectionOf(grantTable(grants), { details });
}

function objectSection({ findings }: Drift): PageTable {
  const objects = othersIn(findings);
  const details = objects.map(({ object: { spec, uid }, label }) => {
    const named = { kind: spec.type, uid, name: label };
    return detailOf([...settling(named), ...ignoring([ruleText(named, { when: "unmanaged" })])]);
  });
  return sectionOf(objectTable(objects), { details });
}

function deletedSection(drift: Drift): PageTable {
  const deleted = drift.findings.deleted.filter(isFinding);
  const details = deleted.map(({ resource }) => {
    const [name, kind] = nameAndKind(resource);
    return detailOf([undoing(drift), ...ignoring([ruleText({ kind, uid: resource.id, name }, { when: "deleted" })])]);
  });
  return sectionOf(deletedTable(deleted), { details });
}

function changeSection(drift: Drift, sort: "changed" | "ignored"): PageTable {
  const changes = drift.findings[sort].filter(isFinding);
  const details = changes.map((change) => changeDetail(drift, change, sort));
  return sectionOf(changedTable(titles[sort], changes), { details });
}

function changeDetail(drift: Drift, { resource, fields }: JudgedChange, sort: "changed" | "ignored"): PageDetail {
  const [name, kind] = nameAndKind(resource);
  const found = fields.filter(isFinding);
  const named = { kind, uid: resource.id, name };
  const rules =
    found.length === 0 ? [ruleText(named, { when: sort })] : found.map(({ path }) => ruleText(named, { field: path }));
  // The engine does not put back fields under ignoreChanges.
  const undo = sort === "changed" ? [undoing(drift)] : [];
  return detailOf([...undo, ...ignoring(rules)], found.map(changeOf));
}

/** The most characters of a value in a page. JSON has all of it. */
const MOST = 2_000;

const shown = (value: unknown): string => {
  const text = jsonText(value);
  return text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`;
};

function changeOf(field: ChangedField): PageChange {
  const { path, recorded, live } = field;
  const parts = listParts(field);
  if (parts !== undefined) {
    return { path, removed: parts.removed.map(shown), added: parts.added.map(shown), kept: parts.kept };
  }
  const side = (value: unknown) => (value === undefined ? [] : [shown(value)]);
  return { path, removed: side(recorded), added: side(live), kept: undefined };
}
