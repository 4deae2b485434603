import { scimToken } from "../../../resources/scim-token";
import type { Rule } from "../../ignoring/ignore-file";
import type { Ignoring, Seen } from "../../ignoring/ignoring";
import { SharedNames } from "../../ignoring/shared-names";
import type { Sort } from "../../ignoring/sorts";
import { sortedBy } from "../../order";
import type { Refreshed, RefreshLog, Unread } from "../../stack/event-log";
import { kindOfType, nameOfUrn, type StackName, type StackState } from "../../stack/export";
import { type ChangedField, changedFields } from "./fields";
import { hiddenInputs, ignoredFields } from "./ignored";
import { type OpenScim, openScim } from "./scim";
import type { Explained, Unmanaged, UnmanagedFound } from "./unmanaged";

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
  /** Identity providers that let people be added by SCIM: the sort unmanaged, whether or not anybody looked for objects. */
  readonly scim: readonly (OpenScim & Judged)[];
  /** Resources that others changed in fields under `ignoreChanges`. */
  readonly ignored: readonly JudgedChange[];
  /** Fields that the program leaves to others by `ignoreChanges`, and whose change the platform cannot show: secrets. */
  readonly hidden: readonly { readonly urn: string; readonly inputs: readonly string[] }[];
  /** Grants that an identity provider of the stack makes when people sign in. */
  readonly explained: readonly (Explained & Judged)[];
  /** What else was found out about objects that no resource holds; undefined where nobody looked for them. */
  readonly search: UnmanagedFound | undefined;
  /** How many resources were compared. */
  readonly compared: number;
  /** Resources that wait for their delete, whose objects others changed or deleted: no finding. */
  readonly waiting: readonly Refreshed[];
  /** How many operations of earlier runs were interrupted: what they made may be in no state. */
  readonly interrupted: number;
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
  readonly state: Pick<StackState, "interrupted" | "ignoreChanges">;
}

/** Judges what was found by the rules of the ignore file. */
export function judge({ log, found, ignoring, state }: Found): Findings {
  const { objects = [], explained = [] } = found ?? {};
  const resources = sortedBy(log.resources, ({ urn }) => urn);
  // What waits for its delete has the names of what took its place.
  const held = resources.filter(({ isPendingDelete }) => !isPendingDelete);
  const grantNames = new Map((found?.held ?? []).map((one) => [keyOf(namedOf(one)), one.ruleName]));
  const namedIn = (resource: Refreshed) => nameWith(grantNames, resource);
  const scim = openScim(log.resources);
  const seenOf = seeing([...held.map(namedIn), ...[...objects, ...explained].map(namedOf), ...scim.map(namedScim)]);
  const judgeAs =
    (sort: Sort) =>
    <T>(one: T, name: NamedObject): T & Judged => ({ ...one, rule: ignoring.ruleFor({ ...seenOf(name), sort }) });
  const change = (sort: Sort, resource: Refreshed, changes: readonly ChangedField[]) =>
    judgedChange({ resource, changes, seen: { ...seenOf(namedIn(resource)), sort } }, ignoring);
  const ignoredIn = ({ urn }: Refreshed) => state.ignoreChanges.get(urn) ?? [];
  return {
    changed: held
      .filter(({ outcome }) => outcome === "changed")
      .map((resource) => change("changed", resource, changedFields(resource))),
    deleted: held
      .filter(({ outcome }) => outcome === "deleted")
      .map((resource) => judgeAs("deleted")({ resource }, namedIn(resource))),
    unread: log.unread,
    unmanaged: objects.map((one) => judgeAs("unmanaged")(one, namedOf(one))),
    scim: scim.map((one) => judgeAs("unmanaged")(one, namedScim(one))),
    ignored: held.flatMap((resource) => {
      const fields = ignoredFields(resource, ignoredIn(resource));
      return fields.length === 0 ? [] : [change("ignored", resource, fields)];
    }),
    hidden: held
      .map((resource) => ({ urn: resource.urn, inputs: hiddenInputs(resource, ignoredIn(resource)) }))
      .filter(({ inputs }) => inputs.length > 0),
    explained: explained.map((one) => judgeAs("explained")(one, namedOf(one))),
    search: found,
    compared: log.resources.filter(({ isObject }) => isObject).length,
    waiting: resources.filter(({ isPendingDelete, outcome }) => isPendingDelete && outcome !== "same"),
    interrupted: state.interrupted,
    rules: { ended: ignoring.ended, unclear: ignoring.unclear, unused: ignoring.unused(found !== undefined) },
  };
}

/** A change is meant where a rule means all of it, or rules mean each of its fields. */
function judgedChange(
  { resource, changes, seen }: { resource: Refreshed; changes: readonly ChangedField[]; seen: Omit<Seen, "field"> },
  ignoring: Ignoring,
): JudgedChange {
  const whole = ignoring.ruleFor(seen);
  const fields = changes.map((field) => ({
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

/**
 * A resource by its name in the program, by that of its object, and by what rules call what it grants.
 *
 * @param grantNames the latter, by kind and uid
 */
function nameWith(grantNames: ReadonlyMap<string, string>, { urn, type, id, recorded }: Refreshed): NamedObject {
  const { name } = recorded.outputs;
  const kind = kindOfType(type) ?? type;
  const told = [name, grantNames.get(keyOf({ kind, uid: id }))].filter((text) => typeof text === "string");
  return { kind, uid: id, names: [nameOfUrn(urn), ...told] };
}

const keyOf = ({ kind, uid }: Pick<NamedObject, "kind" | "uid">): string => `${kind} ${uid}`;

const namedOf = ({ object, ruleName }: Pick<Unmanaged, "object" | "ruleName">): NamedObject => ({
  kind: object.spec.type,
  uid: object.uid,
  names: [ruleName],
});

/** A SCIM token is called after its identity provider. */
const namedScim = ({ uid, name }: OpenScim): NamedObject => ({ kind: scimToken.type, uid, names: [name] });

/** Makes of an object what rules see: which of its names it alone has, of all that were compared or found. */
function seeing(all: readonly NamedObject[]): (object: NamedObject) => Omit<Seen, "sort"> {
  const shared = new SharedNames();
  for (const { kind, uid, names } of all) for (const name of names) shared.add(kind, uid, name);
  return ({ kind, uid, names }) => {
    const isShared = (name: string) => shared.has(kind, name);
    return { kind, names: [uid, ...names.filter((name) => !isShared(name))], sharedNames: names.filter(isShared) };
  };
}

/** Whether everything could be found out. */
export const isComplete = ({ unread, search }: Findings): boolean =>
  unread.length === 0 && (search === undefined || search.unlisted.length + search.notChecked.length === 0);

/** All that was found of a sort. */
export const foundOf = (findings: Findings, sort: Sort): readonly Judged[] =>
  sort === "unmanaged" ? [...findings.unmanaged, ...findings.scim] : findings[sort];

/** Whether no rule of the ignore file means it. */
export const isFinding = ({ rule }: Judged): boolean => rule === undefined;
