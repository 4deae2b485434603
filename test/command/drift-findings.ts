import type { UnmanagedFound } from "../../src/command/commands/drift/unmanaged";
import type { Report } from "../../src/command/declaration";
import type { Refreshed } from "../../src/command/stack/event-log";
import { capabilities } from "../../src/description/resources/capabilities";
import { found, grantTo, type Input, refreshed, reportOn, side, typeOf } from "./drift-report";
import { HOSTILE_TEXTS } from "./hostile-texts";
import { liveObject } from "./organizations";

const ROOT = "89d5a4b0c1d2e3f405162738495a6b7c8d9eaf01";
const idOf = (i: number) => (i + 1).toString(16).padStart(16, "0");
const teamOf = (i: number) => ({ uid: `${ROOT}/${idOf(i % 9)}`, name: `team-${i % 9}`, path: `acme/team-${i % 9}` });
/** Roles, and what they grant. */
const ROLES = [
  ["viewer", ["CAP_REPO_LIST"]],
  ["owner", [...capabilities]],
  ["cleaner", ["CAP_REPO_DELETE"]],
] as const;

/** A grant that nobody declared. Some names are hostile. */
function grantAt(i: number): UnmanagedFound["objects"][number] {
  const [role, grants] = ROLES[i % ROLES.length] ?? ROLES[0];
  const [name, group] = [HOSTILE_TEXTS[i] ?? `data-reader-${i}`, teamOf(i)];
  const who = `${group.path}/${name}`;
  const identity = { uid: `${ROOT}/${idOf(i + 500)}`, name, path: who };
  return {
    ...grantTo(name),
    object: liveObject("iam:RoleBinding", `${group.uid}/${idOf(i + 4095)}`, {}),
    place: group,
    grant: { role: { uid: role, name: role, path: role }, identity, who, group },
    capabilities: i === 7 ? undefined : grants,
  };
}

/** A repo that nobody declared. */
function repoAt(i: number): UnmanagedFound["objects"][number] {
  const [place, name] = [teamOf(i), `by-hand-${i}`];
  const object = liveObject("registry:Repo", `${place.uid}/${idOf(i + 9000)}`, {});
  return { ...grantTo(name), object, label: name, ruleName: name, place, grant: undefined, contains: i % 3 };
}

/** A role of the stack to which others gave a capability, and another description. */
function changedAt(i: number, outcome: Refreshed["outcome"] = "changed"): Refreshed {
  const name = `deployer-${outcome}-${i}`;
  const values = {
    name,
    parentUid: ROOT,
    capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"],
    description: "pushes images",
  };
  const more = [...values.capabilities, "CAP_REPO_DELETE"];
  const live = side({ ...values, capabilities: more, description: HOSTILE_TEXTS[i % 12] });
  return refreshed(name, outcome, {
    type: typeOf("iam:Role"),
    recorded: side(values),
    live: outcome === "deleted" ? undefined : live,
  });
}

const times = <T>(count: number, at: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => at(i));

/** The report of `drift --unmanaged` with so many findings: half of them grants, then other objects, changes and deletes. */
export function driftFindings(count: number, more: Pick<Input, "facts"> = {}): Report {
  const [half, part] = [Math.ceil(count / 2), Math.floor(count / 6)];
  const objects = [...times(half, grantAt), ...times(Math.max(0, count - half - 2 * part), repoAt)];
  const log = [...times(part, (i) => changedAt(i)), ...times(part, (i) => changedAt(i + part, "deleted"))];
  const nothing = { exempt: new Map(), waiting: 0, elsewhere: 0, groups: [] };
  return reportOn({ log, search: found(objects, nothing), ...more });
}
