import type { Rule } from "../../ignoring/ignore-file";
import type { Ignoring } from "../../ignoring/ignoring";
import type { Sort } from "../../ignoring/sorts";
import type { Refreshed, RefreshLog, Unread } from "../../stack/event-log";
import { kindOfType, nameOfUrn, type StackName } from "../../stack/export";
import { type ChangedField, changedFields } from "./fields";
import type { Unmanaged, UnmanagedFound } from "./unmanaged";

/** Something with the rule of the ignore file by which it is meant; without one it is a finding. */
export interface Judged {
  readonly rule: Rule | undefined;
}

/** A resource with what others did to its object. */
export interface JudgedResource extends Judged {
  readonly resource: Refreshed;
}

/** A resource that others changed. */
export interface JudgedChange extends JudgedResource {
  readonly fields: readonly (ChangedField & Judged)[];
}

/** An object that no resource holds. */
export type JudgedObject = Unmanaged & Judged;

/** All that was found, judged by the ignore file. */
export interface Findings {
  readonly changed: readonly JudgedChange[];
  readonly deleted: readonly JudgedResource[];
  readonly unread: readonly Unread[];
  readonly unmanaged: readonly JudgedObject[];
  /** What else was found out about objects that no resource holds; undefined where nobody looked for them. */
  readonly search: UnmanagedFound | undefined;
  /** How many resources were compared. */
  readonly compared: number;
  /** Resources that wait for their delete, whose objects others changed or deleted: no finding. */
  readonly waiting: readonly Refreshed[];
  /** Rules that ended, rules that name several objects as one, and rules that matched nothing. */
  readonly rules: {
    readonly ended: readonly Rule[];
    readonly unclear: readonly Rule[];
    readonly unused: readonly Rule[];
  };
}

/** What a report is made of. */
export interface Drift {
  readonly findings: Findings;
  /** The stack; undefined for one that holds nothing. */
  readonly name: StackName | undefined;
  readonly failOn: readonly Sort[];
  readonly time: Date;
}

/** What to judge. */
export interface Found {
  readonly log: RefreshLog;
  readonly found: UnmanagedFound | undefined;
  readonly ignoring: Ignoring;
}

/** Judges what was found by the rules of the ignore file. */
export function judge({ log, found, ignoring }: Found): Findings {
  const differing = log.resources.filter(({ outcome }) => outcome !== "same").sort(byUrn);
  const standing = differing.filter(({ isPendingDelete }) => !isPendingDelete);
  const changed = standing
    .filter(({ outcome }) => outcome === "changed")
    .map((resource): JudgedChange => changeOf(resource, ignoring));
  const deleted = standing
    .filter(({ outcome }) => outcome === "deleted")
    .map(
      (resource): JudgedResource => ({ resource, rule: ignoring.ruleFor({ ...seenIn(resource), sort: "deleted" }) }),
    );
  const objects = found?.objects ?? [];
  const calledOf = ({ object, ruleName }: Unmanaged) => `${object.spec.type} ${ruleName}`;
  const counts = new Map<string, number>();
  for (const one of objects) counts.set(calledOf(one), (counts.get(calledOf(one)) ?? 0) + 1);
  const unmanaged = objects.map((one): JudgedObject => {
    const { object, ruleName } = one;
    const isShared = (counts.get(calledOf(one)) ?? 0) > 1;
    const names = isShared ? { names: [object.uid], sharedName: ruleName } : { names: [object.uid, ruleName] };
    return { ...one, rule: ignoring.ruleFor({ kind: object.spec.type, sort: "unmanaged", ...names }) };
  });
  return {
    changed,
    deleted,
    unread: log.unread,
    unmanaged,
    search: found,
    compared: log.resources.filter(({ isObject }) => isObject).length,
    waiting: differing.filter(({ isPendingDelete }) => isPendingDelete),
    rules: { ended: ignoring.ended, unclear: ignoring.unclear, unused: ignoring.unused(found !== undefined) },
  };
}

/** A change is meant where a rule means all of it, or rules mean each of its fields. */
function changeOf(resource: Refreshed, ignoring: Ignoring): JudgedChange {
  const seen = { ...seenIn(resource), sort: "changed" } as const;
  const whole = ignoring.ruleFor(seen);
  const fields = changedFields(resource).map((field) => ({
    ...field,
    rule: whole ?? ignoring.ruleFor({ ...seen, field: field.path }),
  }));
  const areAllMeant = fields.length > 0 && fields.every(({ rule }) => rule !== undefined);
  return { resource, fields, rule: whole ?? (areAllMeant ? fields[0]?.rule : undefined) };
}

function seenIn({ urn, type, id, recorded }: Refreshed): { kind: string; names: string[] } {
  const { name } = recorded.outputs;
  const names = [id, nameOfUrn(urn), ...(typeof name === "string" ? [name] : [])];
  return { kind: kindOfType(type) ?? type, names };
}

const byUrn = (a: { readonly urn: string }, b: { readonly urn: string }): number =>
  a.urn < b.urn ? -1 : a.urn > b.urn ? 1 : 0;

/** Whether everything could be found out. */
export const isComplete = ({ unread, search }: Findings): boolean =>
  unread.length === 0 && (search === undefined || search.unlisted.length === 0);

/** Whether no rule of the ignore file means it. */
export const isFinding = ({ rule }: Judged): boolean => rule === undefined;
