import { type Drift, judge } from "../../src/command/commands/drift/findings";
import { driftReport } from "../../src/command/commands/drift/report";
import type { UnmanagedFound } from "../../src/command/commands/drift/unmanaged";
import type { Report } from "../../src/command/declaration";
import { Ignoring } from "../../src/command/ignoring/ignoring";
import { sortsByDefault } from "../../src/command/ignoring/sorts";
import type { Refreshed } from "../../src/command/stack/event-log";
import { capabilities } from "../../src/description/resources/capabilities";
import { HOSTILE_TEXTS } from "./hostile-texts";
import { liveObject } from "./organizations";

const ROOT = "89d5a4b0c1d2e3f405162738495a6b7c8d9eaf01";
const idOf = (i: number) => `${ROOT}/${(i + 1).toString(16).padStart(16, "0")}`;
const teamOf = (i: number) => ({ uid: idOf(i % 9), name: `team-${i % 9}`, path: `acme/team-${i % 9}` });
const ROLES = [
  { name: "viewer", grants: ["CAP_REPO_LIST"] },
  { name: "owner", grants: [...capabilities] },
  { name: "registry.pull", grants: ["CAP_MANIFEST_LIST"] },
  { name: "cleaner", grants: ["CAP_REPO_DELETE"] },
  { name: "joiner", grants: ["CAP_IAM_IDENTITY_CREATE"] },
];

/** A grant that nobody declared. Some names are hostile. */
function grantAt(i: number): UnmanagedFound["objects"][number] {
  const { name: role = "", grants = [] } = ROLES[i % ROLES.length] ?? {};
  const [name, group] = [HOSTILE_TEXTS[i] ?? `data-reader-${i}`, teamOf(i)];
  const who = `${group.path}/${name}`;
  return {
    object: liveObject("iam:RoleBinding", `${group.uid}/${(i + 4096).toString(16).padStart(16, "0")}`, {}),
    label: `${name} as ${role} in ${group.name}`,
    ruleName: `${name} as ${role} in ${group.name}`,
    place: group,
    grant: {
      role: { uid: role, name: role, path: role },
      identity: { uid: idOf(i + 500), name, path: who },
      who,
      group,
    },
    capabilities: i === 7 ? undefined : grants,
    within: null,
    contains: 0,
  };
}

/** A repo that nobody declared. */
function repoAt(i: number): UnmanagedFound["objects"][number] {
  const place = teamOf(i);
  return {
    object: liveObject("registry:Repo", `${place.uid}/${(i + 9000).toString(16).padStart(16, "0")}`, {}),
    label: `by-hand-${i}`,
    ruleName: `by-hand-${i}`,
    place,
    grant: undefined,
    within: null,
    contains: i % 3,
  };
}

const lists = {
  recorded: ["CAP_REPO_LIST", "CAP_TAG_LIST"],
  live: ["CAP_REPO_LIST", "CAP_TAG_LIST", "CAP_REPO_DELETE"],
};

/** A role of the stack to which others gave a capability, and another description. */
function changedAt(i: number, outcome: Refreshed["outcome"] = "changed"): Refreshed {
  const name = `deployer-${outcome}-${i}`;
  const side = (capabilities: readonly string[], description: string) => {
    const values = { name, parentUid: ROOT, capabilities, description };
    return { inputs: values, outputs: values };
  };
  const type = "pulumi-nodejs:dynamic/platform/iam:Role";
  return {
    urn: `urn:pulumi:dev::site::${type}::${name}`,
    type,
    id: idOf(i + 20_000),
    outcome,
    recorded: side(lists.recorded, "pushes images"),
    live: outcome === "deleted" ? undefined : side(lists.live, HOSTILE_TEXTS[i % 12] ?? ""),
    paths: undefined,
    isPendingDelete: false,
    isReadOnly: false,
    isObject: true,
  };
}

const times = <T>(count: number, at: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => at(i));

/** The report of `drift --unmanaged` with so many findings: half of them grants, then other objects, changes and deletes. */
export function driftFindings(count: number, more: Pick<Drift, "facts"> = {}): Report {
  const [half, part] = [Math.ceil(count / 2), Math.floor(count / 6)];
  const found: UnmanagedFound = {
    objects: [...times(half, grantAt), ...times(Math.max(0, count - half - 2 * part), repoAt)],
    ...{ explained: [], managed: [], unlisted: [], notChecked: [], assumption: undefined },
    ...{ exempt: new Map(), waiting: 0, elsewhere: 0, groups: [] },
  };
  const resources = [...times(part, (i) => changedAt(i)), ...times(part, (i) => changedAt(i + part, "deleted"))];
  const findings = judge({
    state: { interrupted: 0, ignoreChanges: new Map(), recordedSettings: new Set() },
    log: { resources, unread: [], errors: [] },
    found,
    ignoring: new Ignoring([], "2026-11-22"),
  });
  const name = { project: "site", stack: "dev" };
  return driftReport({ findings, name, failOn: sortsByDefault, time: new Date(Date.UTC(2026, 0, 5)), ...more });
}
