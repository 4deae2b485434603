import { isWithin } from "../../../description/uid";
import { mostDangerousFirst } from "../../access/danger";
import type { AccessChange } from "../../access/difference";
import { isPerson, whoOf } from "../../access/model";
import { checkCapability, groupPath } from "../../access/names";
import { rootsOf } from "../../access/read";
import { isNewObject } from "../../access/targets";
import { CLEAN, columns, FOUND, named, type Report, type Table, UNKNOWN, whole, wrapping } from "../../declaration";
import { reportOf } from "../../document";
import { type Asking, capabilitiesText, exitFor, identityIn, namedBy, remarksOn, showsAll } from "./answer";
import type { AccessFlags } from "./declaration";
import { type AccessPlan, existingUid } from "./plan";
import { accessDifferenceDocument } from "./schema";

/** The part of a change that the call asks for, as it names it. Everything, if it is empty. */
export interface Asked {
  readonly capability?: string | undefined;
  readonly identity?: string | undefined;
  readonly on?: string | undefined;
}

export function differenceReport(call: Asking<AccessFlags>, plan: AccessPlan, asked: Asked): Report {
  const { live, names, planned, gaps } = plan;
  const objects = namedBy(live, asked, names);
  if (asked.capability !== undefined) checkCapability(names, asked.capability);
  const wanted = plan.changes.flatMap((change) => partOf(plan, change, { ...objects, capability: asked.capability }));
  const isNew = (uid: string) => isNewObject(uid) || whoOf(names, uid) !== undefined;
  const rows = mostDangerousFirst(wanted, isNew).map((change) => rowOf(plan, change));
  const { remarks, tables, notes } = remarksOn(call, { live, roots: rootsOf(live) }, plan);
  const isFull = showsAll(call);
  const texts = shortTexts(call.flags.output === "markdown" || !isFull ? rows : []);
  // A role binding that counts in a lower group may also hold in the group of the call.
  const mayReach = (groupUid: string) =>
    planned.ambiguous.some(({ orElse }) => orElse.some((uid) => isWithin(uid, groupUid)));
  const isPossible = rows.length === 0 && objects.groupUid !== undefined && mayReach(objects.groupUid);
  const effects =
    rows.length + planned.actorsChanged.length + planned.signInChanged.length + planned.provisioning.length;
  return reportOf({
    document: {
      changes: rows.flatMap(({ who, identity, change }) => (who === undefined ? { identity, ...change } : [])),
      offers: rows.flatMap(({ who, change }) => (who === undefined ? [] : { who, ...change })),
      ...plan.fields,
      ...remarks,
    },
    schema: accessDifferenceDocument,
    tables: [tableOf(plan, rows, { isFull, texts }), ...shortTable(texts, isFull), ...tables],
    notes,
    exit: isPossible || gaps.length > 0 ? UNKNOWN : exitFor(remarks, effects > 0 ? FOUND : CLEAN),
  });
}

/** Returns the part of a change that the call asks for, or nothing. People who are not known yet may be any person. */
function partOf(
  plan: AccessPlan,
  change: AccessChange,
  { capability, identityUid, groupUid }: Pick<Asked, "capability"> & ReturnType<typeof namedBy>,
): AccessChange[] {
  const isKnown = whoOf(plan.names, change.identityUid) === undefined;
  const mayBe = (uid: string) => (isKnown ? uid === change.identityUid : isPerson(uid));
  if (identityUid !== undefined && !mayBe(identityUid)) return [];
  const capabilities = change.capabilities.filter((name) => capability === undefined || name === capability);
  const groupUids = change.groupUids.filter((uid) => groupUid === undefined || uid === groupUid);
  return capabilities.length === 0 || groupUids.length === 0 ? [] : [{ ...change, capabilities, groupUids }];
}

function rowOf(plan: AccessPlan, change: AccessChange) {
  const { identityUid, isGain, capabilities, groupUids } = change;
  const groups = groupUids.map((uid) => plan.groupIn(uid));
  const effect: "gains" | "loses" = isGain ? "gains" : "loses";
  const { names: roles, isAll } = plan.rolesOf(change);
  return {
    groupUids,
    who: whoOf(plan.names, identityUid),
    identity: { ...identityIn(plan.names, identityUid), uid: existingUid(identityUid) },
    isAllOfRoles: isAll,
    change: { change: effect, roles, capabilities, groups },
  };
}

type Row = ReturnType<typeof rowOf>;

/** From so many capabilities on, Markdown and a terminal name them once below the table. */
const MANY = 6;

/** Returns short texts of many capabilities, `all 51 of viewer`, by their names. No two have the same text. */
function shortTexts(rows: readonly Row[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { isAllOfRoles, change } of rows) {
    const { roles, capabilities } = change;
    const names = capabilitiesText(capabilities, true);
    if (capabilities.length < MANY || texts.has(names)) continue;
    const text = `${isAllOfRoles ? "all " : ""}${capabilities.length} of ${roles.join(", ")}`;
    texts.set(names, [...texts.values()].includes(text) ? `${text} (${texts.size + 1})` : text);
  }
  return texts;
}

const shortTable = (texts: ReadonlyMap<string, string>, isFull: boolean): Table[] =>
  texts.size === 0
    ? []
    : [
        {
          title: "Capabilities",
          columns: columns(named("CAPABILITIES", { isFinding: true }), wrapping("NAMES", { isFinding: true })),
          rows: [...texts].map(([names, text]) => [text, capabilitiesText(names.split(" "), isFull)]),
        },
      ];

const tableOf = (
  plan: AccessPlan,
  rows: readonly Row[],
  { isFull, texts }: { readonly isFull: boolean; readonly texts: ReadonlyMap<string, string> },
): Table => ({
  columns: columns(
    named("IDENTITY", { isFinding: true }),
    whole("CHANGE", { isFinding: true }),
    named("ROLES"),
    wrapping("CAPABILITIES", { isFinding: true }),
    wrapping("GROUPS"),
  ),
  rows: rows.map(({ who, identity, groupUids, change: { change, roles, capabilities } }) => [
    who ?? identity.path + (identity.uid === null ? " (new)" : ""),
    { text: change, tone: change === "gains" ? "warning" : "bad" },
    roles.join(", "),
    texts.get(capabilitiesText(capabilities, true)) ?? capabilitiesText(capabilities, isFull),
    groupsText(plan, groupUids, isFull),
  ]),
  empty: "No identity gains or loses a capability.",
});

const MAX_GROUPS = 5;

/** Returns the top groups for a cell, each with the number of groups below it. */
function groupsText({ names }: AccessPlan, uids: readonly string[], isFull: boolean): string {
  const tops = uids.filter((uid) => !uids.some((other) => other !== uid && isWithin(other, uid)));
  const most = isFull ? tops.length : MAX_GROUPS;
  const texts = tops.slice(0, most).map((uid) => {
    const isBelow = (other: string) => other !== uid && isWithin(uid, other);
    const [below, all] = [uids.filter(isBelow).length, [...names.groups.keys()].filter(isBelow).length];
    const count = below === all ? below : `${below} of ${all}`;
    return `${groupPath(names, uid)}${isNewObject(uid) ? " (new)" : ""}${below === 0 ? "" : ` and ${count} below`}`;
  });
  return [...texts, ...(tops.length > most ? [`and ${tops.length - most} more`] : [])].join(", ");
}
