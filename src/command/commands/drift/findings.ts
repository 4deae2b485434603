import { scimToken } from "../../../description/resources/scim-token";
import { admittingParts, decidesAccess } from "../../access/kinds";
import type { Page } from "../../declaration";
import type { Ignoring, Seen } from "../../ignoring/ignoring";
import { SharedNames } from "../../ignoring/shared-names";
import { type Sort, sorts } from "../../ignoring/sorts";
import { sortedBy } from "../../order";
import type { Refreshed, RefreshLog, Unread } from "../../stack/event-log";
import {
  isSecret,
  isSignedToken,
  kindOfType,
  nameOfUrn,
  objectKey,
  type StackName,
  type StackState,
} from "../../stack/export";
import { type ChangedField, changedFields, hasMarkedSecret } from "./fields";
import {
  type ChangedFinding,
  changedFinding,
  deletedFinding,
  explainedFinding,
  type Finding,
  type Judged,
  objectFinding,
  scimFinding,
} from "./finding";
import { asRecorded, hiddenInputs, ignoredFields } from "./ignored";
import { type OpenScim, openScim } from "./scim";
import type { Unmanaged, UnmanagedFound } from "./unmanaged";

/** Everything that was found, judged by the ignore file. */
export type Findings = ReturnType<typeof judge>;

export interface Drift {
  readonly findings: Findings;
  /** The stack. Undefined if it is empty. */
  readonly name: StackName | undefined;
  readonly failOn: readonly Sort[];
  readonly time: Date;
  readonly facts?: Page["facts"] | undefined;
}

interface JudgeInput {
  readonly log: RefreshLog;
  readonly found: UnmanagedFound | undefined;
  readonly ignoring: Ignoring;
  readonly state: Pick<StackState, "interrupted" | "ignoreChanges" | "recordedSettings">;
}

/** Applies the rules of the ignore file to what was found. */
export function judge({ log, found, ignoring, state }: JudgeInput) {
  const { objects = [], explained = [] } = found ?? {};
  const ignoredIn = (resource: Refreshed) => state.ignoreChanges.get(objectKey(resource)) ?? [];
  const resources = sortedBy(log.resources, ({ urn }) => urn).map((one) => asRecorded(one, ignoredIn(one)));
  const grantNames = new Map((found?.managed ?? []).map((one) => [keyOf(namedOf(one)), one.ruleName]));
  const namedIn = (resource: Refreshed) => nameWith(grantNames, resource);
  const scim = openScim(log.resources);
  const seenOf = seeing([
    ...resources.map(namedIn),
    ...[...objects, ...explained].map(namedOf),
    ...scim.map(namedScim),
  ]);
  const ruleFor = (sort: Sort, name: NamedObject) => ignoring.ruleFor({ ...seenOf(name), sort });
  const change = (sort: "changed" | "ignored", resource: Refreshed, changes: readonly ChangedField[]) =>
    changedFinding(sort, resource, judgedFields(changes, { ...seenOf(namedIn(resource)), sort }, ignoring));
  const pathOf = (uid: string) => found?.groups.find((group) => group.uid === uid)?.path ?? uid;
  const unseen = resources.flatMap((resource) => unseenAccess(resource, ignoredIn(resource)));
  return {
    // What waits for its delete still gives access.
    changed: resources
      // Of a token that was made here, only the rotation can be due.
      .filter(({ outcome, urn }) => outcome === "changed" && !isSignedToken(urn))
      .map((resource) => change("changed", resource, changedFields(resource))),
    deleted: resources
      .filter(({ outcome, isPendingDelete }) => outcome === "deleted" && !isPendingDelete)
      .map((resource) => deletedFinding(resource, ruleFor("deleted", namedIn(resource)))),
    unread: sortedBy([...log.unread, ...unseen], ({ urn }) => urn),
    unmanaged: objects.map((one) => objectFinding(one, ruleFor("unmanaged", namedOf(one)))),
    // They count as unmanaged, also without --unmanaged.
    scim: scim.map((one) => scimFinding(one, ruleFor("unmanaged", namedScim(one)), pathOf(one.groupUid))),
    ignored: resources.flatMap((resource) => {
      const fields = ignoredFields(resource, ignoredIn(resource));
      return fields.length === 0 ? [] : [change("ignored", resource, fields)];
    }),
    hidden: resources
      .map((resource) => ({ urn: resource.urn, inputs: hiddenInputs(resource, ignoredIn(resource)) }))
      .filter(({ inputs }) => inputs.length > 0),
    explained: explained.map((one) => explainedFinding(one, ruleFor("explained", namedOf(one)))),
    search: found,
    compared: log.resources.filter(({ isObject }) => isObject).length - unseen.length,
    // These are not findings.
    waiting: resources.filter(({ isPendingDelete, outcome }) => isPendingDelete && outcome === "deleted"),
    interrupted: state.interrupted,
    recordedSettings: state.recordedSettings,
    rules: ignoring.withoutEffect(found !== undefined),
  };
}

/** Returns the resource as unread if a secret under `ignoreChanges` decides who has access. */
function unseenAccess(resource: Refreshed, ignoreChanges: readonly string[]): Unread[] {
  const { urn, type, recorded, live } = resource;
  const isHidden = (name: string) =>
    decidesAccess(kindOfType(type) ?? "", [name]) &&
    [recorded, live].some((side) => {
      const value = side?.inputs[name];
      return hasMarkedSecret(name === "oidc" && !isSecret(value) ? admittingParts(value) : value);
    });
  const names = hiddenInputs(resource, ignoreChanges).filter(isHidden).join(", ");
  const message = `${names} decides who has access, and it is a secret under ignoreChanges`;
  return names === "" ? [] : [{ urn, message }];
}

/** A change is ignored if one rule hides all of it, or rules hide each of its fields. */
function judgedFields(changes: readonly ChangedField[], seen: Omit<Seen, "field">, ignoring: Ignoring) {
  const whole = ignoring.ruleFor(seen);
  const fields = changes.map((one) => ({ ...one, rule: whole ?? ignoring.ruleFor({ ...seen, field: one.path }) }));
  const areAllIgnored = fields.length > 0 && fields.every(({ rule }) => rule !== undefined);
  return { fields, rule: whole ?? (areAllIgnored ? fields[0]?.rule : undefined) };
}

interface NamedObject {
  readonly kind: string;
  readonly uid: string;
  readonly names: readonly string[];
}

/** Returns a resource with the names of its object and grant in rules. One that waits for its delete has none: they are its replacement's. */
function nameWith(grantNames: ReadonlyMap<string, string>, resource: Refreshed): NamedObject {
  const { urn, type, id, recorded, isPendingDelete } = resource;
  const { name } = recorded.outputs;
  const kind = kindOfType(type) ?? type;
  if (isPendingDelete) return { kind, uid: id, names: [] };
  const others = [name, grantNames.get(keyOf({ kind, uid: id }))].filter((text) => typeof text === "string");
  return { kind, uid: id, names: [nameOfUrn(urn), ...others] };
}

const keyOf = ({ kind, uid }: Pick<NamedObject, "kind" | "uid">): string => `${kind} ${uid}`;

const namedOf = ({ object, ruleName }: Pick<Unmanaged, "object" | "ruleName">): NamedObject => ({
  kind: object.spec.type,
  uid: object.uid,
  names: [ruleName],
});

/** A SCIM token has the name of its identity provider. */
const namedScim = ({ uid, name }: OpenScim): NamedObject => ({ kind: scimToken.type, uid, names: [name] });

/** Returns a function that gives rules an object, with the names that it alone has and those that it shares. */
function seeing(all: readonly NamedObject[]): (object: NamedObject) => Omit<Seen, "sort"> {
  const shared = new SharedNames();
  for (const { kind, uid, names } of all) for (const name of names) shared.add(kind, uid, name);
  return ({ kind, uid, names }) => {
    const isShared = (name: string) => shared.has(kind, name);
    return { kind, uid, names: names.filter((name) => !isShared(name)), sharedNames: names.filter(isShared) };
  };
}

/** Returns the number of kinds and groups in which unmanaged objects could not be looked for. */
export const unseenIn = ({ search }: Findings): number =>
  search === undefined ? 0 : search.unlisted.length + search.notChecked.length;

export const isComplete = (findings: Findings): boolean => findings.unread.length + unseenIn(findings) === 0;

export const foundOf = (findings: Findings, sort: Sort): readonly Finding[] =>
  sort === "unmanaged" ? [...findings.unmanaged, ...findings.scim] : findings[sort];

/** Returns the paths of the changed fields that decide who has access, and that no rule of the ignore file hides. */
export const openedIn = ({ entry }: ChangedFinding): string[] =>
  entry.fields.flatMap(({ path, decidesAccess, ignoredBy }) => (decidesAccess && ignoredBy === null ? [path] : []));

export const isFinding = ({ rule }: Judged): boolean => rule === undefined;

export function countsOf(findings: Findings) {
  // A change that rules hide only in part is a finding. Its ignored fields do not count.
  const found = (sort: Sort) => foundOf(findings, sort).filter(isFinding);
  const all = sorts.flatMap((sort) => foundOf(findings, sort));
  const grants = findings.unmanaged.filter((one) => isFinding(one) && one.entry.grant !== null);
  return {
    resources: findings.compared,
    changed: found("changed").length,
    deleted: found("deleted").length,
    unmanaged: found("unmanaged").length,
    grants: grants.length + findings.scim.filter(isFinding).length,
    ignoredChanges: found("ignored").length,
    explained: found("explained").length,
    ignored: all.filter((one) => !isFinding(one)).length,
  };
}
