import { instantText } from "../../document";
import { type Sort, sorts } from "../../ignoring/sorts";
import type { Named } from "../../organization/directory";
import type { Grant } from "../../organization/grants";
import { kindOfType, nameOfUrn } from "../../stack/export";
import {
  type Drift,
  type Findings,
  foundOf,
  isComplete,
  isFinding,
  type Judged,
  type JudgedChange,
  type JudgedObject,
  type JudgedResource,
} from "./findings";
import type { OpenScim } from "./scim";

export function documentFor({ findings, name, failOn, time }: Drift, notes: readonly string[]) {
  const { changed, deleted, unread, scim, ignored, interrupted } = findings;
  return {
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
    scim: scim.map(scimEntry),
    ignoredChanges: ignored.map(changedEntry),
    interrupted,
    notChecked: findings.search?.notChecked ?? [],
    notes,
  };
}

/** Returns the number of findings by sort, without ignored ones. */
export function countsOf(findings: Findings) {
  // A change that rules hide only in part is a finding. Its ignored fields do not count.
  const count = (sort: Sort) => foundOf(findings, sort).filter(isFinding).length;
  const ignored = sorts.flatMap((sort) => foundOf(findings, sort)).filter((one) => !isFinding(one));
  const { unmanaged, scim, compared } = findings;
  const isGrant = (one: JudgedObject) => isFinding(one) && one.grant !== undefined;
  return {
    resources: compared,
    changed: count("changed"),
    deleted: count("deleted"),
    unmanaged: count("unmanaged"),
    grants: unmanaged.filter(isGrant).length + scim.filter(isFinding).length,
    ignoredChanges: count("ignored"),
    explained: count("explained"),
    ignored: ignored.length,
  };
}

const lineOf = ({ rule }: { readonly rule: { readonly line: number } | undefined }) => rule?.line ?? null;

const resourceOf = (urn: string, type: string) => ({
  urn,
  name: nameOfUrn(urn),
  type,
  kind: kindOfType(type) ?? null,
});

/** Returns the type of the resource in a URN, which also contains the types of its parents. */
const typeInUrn = (urn: string): string => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";

const resourceEntry = ({ resource }: JudgedResource) => ({
  ...resourceOf(resource.urn, resource.type),
  uid: resource.id,
});

const changedEntry = (change: JudgedChange) => ({
  ...resourceEntry(change),
  fields: change.fields.map((field) => ({
    path: field.path,
    recorded: JSON.stringify(field.recorded) ?? null,
    live: JSON.stringify(field.live) ?? null,
    isSecret: field.isSecret,
    decidesAccess: field.decidesAccess,
    ignoredBy: lineOf(field),
  })),
  ignoredBy: lineOf(change),
});

function unmanagedEntry({ unmanaged, explained, search }: Findings) {
  if (search === undefined) return null;
  return {
    groups: search.groups.map((group) => ({ ...namedEntry(group), isWhole: group.isWhole })),
    objects: unmanaged.map(objectEntry),
    explained: explained.map((one) => ({ ...objectEntry(one), explainedBy: namedEntry(one.by) })),
    unlisted: search.unlisted,
  };
}

const objectEntry = ({ object, ruleName, place, grant, within, contains, rule }: JudgedObject) => ({
  kind: object.spec.type,
  uid: object.uid,
  name: ruleName,
  place: namedEntry(place),
  grant: grant === undefined ? null : grantEntry(grant),
  within,
  contains,
  createTime: typeof object.values.createTime === "string" ? object.values.createTime : null,
  ignoredBy: lineOf({ rule }),
});

const scimEntry = ({ groupUid, rule, ...one }: OpenScim & Judged) => ({ ...one, ignoredBy: lineOf({ rule }) });

const grantEntry = ({ role, identity, who, group }: Grant) => ({
  role: namedEntry(role),
  identity: identity === undefined ? null : namedEntry(identity),
  who,
  group: namedEntry(group),
});

const namedEntry = ({ uid, name }: Named) => ({ uid, name: name ?? null });
