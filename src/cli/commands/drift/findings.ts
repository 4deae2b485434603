import type { Rule } from "../../ignoring/ignore-file";
import type { Ignoring, Seen } from "../../ignoring/ignoring";
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
  const objects = found?.objects ?? [];
  // What waits for its delete has the names of what took its place.
  const held = log.resources.filter(({ isPendingDelete }) => !isPendingDelete);
  const seenOf = seeing([...held.map(namedIn), ...objects.map(namedOf)]);
  const standing = differing.filter(({ isPendingDelete }) => !isPendingDelete);
  const changed = standing
    .filter(({ outcome }) => outcome === "changed")
    .map((resource): JudgedChange => changeOf(resource, seenOf(namedIn(resource)), ignoring));
  const deleted = standing
    .filter(({ outcome }) => outcome === "deleted")
    .map(
      (resource): JudgedResource => ({
        resource,
        rule: ignoring.ruleFor({ ...seenOf(namedIn(resource)), sort: "deleted" }),
      }),
    );
  const unmanaged = objects.map(
    (one): JudgedObject => ({ ...one, rule: ignoring.ruleFor({ ...seenOf(namedOf(one)), sort: "unmanaged" }) }),
  );
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
function changeOf(resource: Refreshed, names: Omit<Seen, "sort">, ignoring: Ignoring): JudgedChange {
  const seen = { ...names, sort: "changed" } as const;
  const whole = ignoring.ruleFor(seen);
  const fields = changedFields(resource).map((field) => ({
    ...field,
    rule: whole ?? ignoring.ruleFor({ ...seen, field: field.path }),
  }));
  const areAllMeant = fields.length > 0 && fields.every(({ rule }) => rule !== undefined);
  return { resource, fields, rule: whole ?? (areAllMeant ? fields[0]?.rule : undefined) };
}

/** An object with all that it is called. */
interface NamedObject {
  readonly kind: string;
  readonly uid: string;
  readonly names: readonly string[];
}

/** A resource by its name in the program, and by that of its object. */
function namedIn({ urn, type, id, recorded }: Refreshed): NamedObject {
  const { name } = recorded.outputs;
  return {
    kind: kindOfType(type) ?? type,
    uid: id,
    names: [nameOfUrn(urn), ...(typeof name === "string" ? [name] : [])],
  };
}

const namedOf = ({ object, ruleName }: Unmanaged): NamedObject => ({
  kind: object.spec.type,
  uid: object.uid,
  names: [ruleName],
});

/** Makes of an object what rules see: which of its names it alone has, of all that were compared or found. */
function seeing(all: readonly NamedObject[]): (object: NamedObject) => Omit<Seen, "sort"> {
  const uids = new Map<string, Set<string>>();
  for (const { kind, uid, names } of all) {
    for (const name of names) {
      const key = `${kind} ${name}`;
      uids.set(key, (uids.get(key) ?? new Set()).add(uid));
    }
  }
  return ({ kind, uid, names }) => {
    const isShared = (name: string) => (uids.get(`${kind} ${name}`)?.size ?? 0) > 1;
    return { kind, names: [uid, ...names.filter((name) => !isShared(name))], sharedNames: names.filter(isShared) };
  };
}

const byUrn = (a: { readonly urn: string }, b: { readonly urn: string }): number =>
  a.urn < b.urn ? -1 : a.urn > b.urn ? 1 : 0;

/** Whether everything could be found out. */
export const isComplete = ({ unread, search }: Findings): boolean =>
  unread.length === 0 && (search === undefined || search.unlisted.length + search.notChecked.length === 0);

/** Whether no rule of the ignore file means it. */
export const isFinding = ({ rule }: Judged): boolean => rule === undefined;
