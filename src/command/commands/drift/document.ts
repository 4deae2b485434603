import { instantText } from "../../document";
import { type Sort, sorts } from "../../ignoring/sorts";
import { type Finding, resourceOf } from "./finding";
import { type Drift, type Findings, foundOf, isComplete, isFinding } from "./findings";
import { grantsIn, rowsOf } from "./rows";

export function documentFor({ findings, name, failOn, time }: Drift, notes: readonly string[]) {
  const { changed, deleted, unread, unmanaged, explained, scim, ignored, interrupted, search } = findings;
  return {
    project: name?.project ?? null,
    stack: name?.stack ?? null,
    time: instantText(time.getTime()),
    failOn,
    isComplete: isComplete(findings),
    counts: countsOf(findings),
    changed: entriesOf(changed),
    deleted: entriesOf(deleted),
    unread: unread.map(({ urn, message }) => ({ ...resourceOf(urn, typeInUrn(urn)), message })),
    unmanaged:
      search === undefined
        ? null
        : {
            groups: search.groups.map(({ uid, name: known, isWhole }) => ({ uid, name: known ?? null, isWhole })),
            objects: entriesOf(unmanaged),
            explained: entriesOf(explained),
            unlisted: search.unlisted,
          },
    scim: entriesOf(scim),
    ignoredChanges: entriesOf(ignored),
    interrupted,
    notChecked: search?.notChecked ?? [],
    notes,
  };
}

const entriesOf = <Entry>(all: readonly Finding<Entry>[]): Entry[] => all.map(({ entry }) => entry);

/** Returns the type of the resource in a URN, which also contains the types of its parents. */
const typeInUrn = (urn: string): string => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";

/** Returns the number of findings by sort, without ignored ones. */
export function countsOf(findings: Findings) {
  // A change that rules hide only in part is a finding. Its ignored fields do not count.
  const count = (sort: Sort) => foundOf(findings, sort).filter(isFinding).length;
  const ignored = sorts.flatMap((sort) => foundOf(findings, sort)).filter((one) => !isFinding(one));
  return {
    resources: findings.compared,
    changed: count("changed"),
    deleted: count("deleted"),
    unmanaged: count("unmanaged"),
    grants: grantsIn(rowsOf(findings)).length,
    ignoredChanges: count("ignored"),
    explained: count("explained"),
    ignored: ignored.length,
  };
}
