import { instantText } from "../../document";
import { kindOfType, nameOfUrn } from "../../stack/export";
import {
  type Drift,
  type Findings,
  isComplete,
  isFinding,
  type JudgedChange,
  type JudgedObject,
  type JudgedResource,
} from "./findings";
import type { Grant, Named } from "./grants";

/** The document of a report, as its schema has it. */
export function documentFor({ findings, name, failOn, time }: Drift, notes: readonly string[]) {
  const { changed, deleted, unread } = findings;
  return {
    version: 1,
    kind: "drift",
    project: name?.project ?? null,
    stack: name?.stack ?? null,
    time: instantText(time.getTime()),
    failOn,
    isComplete: isComplete(findings),
    counts: countsOf(findings),
    changed: changed.map(changedEntry),
    deleted: deleted.map((one) => ({ ...resourceEntry(one), ignoredBy: lineOf(one) })),
    unread: unread.map(({ urn, message }) => ({ ...resourceOf(urn, typeInUrn(urn)), message })),
    unmanaged: unmanagedEntry(findings),
    notChecked: findings.search?.notChecked ?? [],
    notes,
  };
}

/** Findings by sort, without what is ignored. */
export function countsOf({ changed, deleted, unmanaged, compared }: Findings) {
  const found = unmanaged.filter(isFinding);
  const all = [...changed, ...deleted, ...unmanaged];
  // A change of which rules mean a part is a finding, and its ignored fields do not count.
  return {
    resources: compared,
    changed: changed.filter(isFinding).length,
    deleted: deleted.filter(isFinding).length,
    unmanaged: found.length,
    grants: found.filter(({ grant }) => grant !== undefined).length,
    ignored: all.filter((one) => !isFinding(one)).length,
  };
}

const lineOf = ({ rule }: { readonly rule: { readonly line: number } | undefined }) => rule?.line ?? null;

const resourceOf = (urn: string, type: string) => ({
  urn,
  name: nameOfUrn(urn),
  type,
  kind: kindOfType(type) ?? null,
});

/** The type of the resource itself in a URN, which has those of its parents too. */
const typeInUrn = (urn: string): string => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";

const resourceEntry = ({ resource }: JudgedResource) => ({
  ...resourceOf(resource.urn, resource.type),
  uid: resource.id,
});

const changedEntry = (change: JudgedChange) => ({
  ...resourceEntry(change),
  fields: change.fields.map((field) => ({
    path: field.path,
    recorded: jsonOf(field.recorded),
    live: jsonOf(field.live),
    isSecret: field.isSecret,
    ignoredBy: lineOf(field),
  })),
  ignoredBy: lineOf(change),
});

const jsonOf = (value: unknown): string | null => JSON.stringify(value) ?? null;

function unmanagedEntry({ unmanaged, search }: Findings) {
  if (search === undefined) return null;
  return {
    groups: search.groups.map((group) => ({ ...namedEntry(group), isWhole: group.isWhole })),
    objects: unmanaged.map(objectEntry),
    unlisted: search.unlisted.map(({ kind, group, message }) => ({ kind: kind ?? null, group, message })),
  };
}

const objectEntry = ({ object, ruleName, place, grant, within, contains, rule }: JudgedObject) => ({
  kind: object.spec.type,
  uid: object.uid,
  name: ruleName,
  place: namedEntry(place),
  grant: grant === undefined ? null : grantEntry(grant),
  within: within ?? null,
  contains,
  createTime: typeof object.values.createTime === "string" ? object.values.createTime : null,
  ignoredBy: lineOf({ rule }),
});

const grantEntry = ({ role, identity, who, group }: Grant) => ({
  role: namedEntry(role),
  identity: identity === undefined ? null : namedEntry(identity),
  who,
  group: namedEntry(group),
});

const namedEntry = ({ uid, name }: Named) => ({ uid, name: name ?? null });
