import { createHash } from "node:crypto";
import { modelOf } from "../../src/command/access/model";
import type { LiveAccess } from "../../src/command/access/read";
import { listReport } from "../../src/command/commands/access/list";
import { churnOf, movesSince } from "../../src/command/commands/history/intervals";
import { historyReport } from "../../src/command/commands/history/report";
import type { Origin, Report } from "../../src/command/declaration";
import type { LiveObject } from "../../src/command/organization/read";
import { htmlReport } from "../../src/command/output/html";
import { capabilities } from "../../src/description/resources/capabilities";
import { driftFindings } from "./drift-findings";
import { HOSTILE_TEXTS } from "./hostile-texts";
import { liveObject } from "./organizations";

const origin: Origin = {
  Platform: "https://platform.example.com/",
  Caller: HOSTILE_TEXTS[0],
  Time: "2026-01-05 00:00:00Z",
};

/** A report as HTML, with each hostile text as a note. */
const documentOf = (report: Report): string => htmlReport({ ...report, notes: [...report.notes, ...HOSTILE_TEXTS] });

/** The document of `drift --unmanaged -o html` with so many findings. Some names are hostile. */
export const driftHtml = (count: number): string =>
  documentOf(driftFindings(count, { facts: { Organization: "acme", ...origin } }));

const ROLES = ["owner", "editor", "viewer", "registry.pull"];

/** What each role grants: an owner gives access, and no other does. */
const grantedBy = (i: number): string[] =>
  i === 0
    ? [...capabilities]
    : capabilities.filter((name) => !name.includes("ROLE_BINDINGS")).slice(i * 2, i * 2 + 8 + i * 3);

/** An organization with so many bindings, in a tree of groups. */
function objectsWith(bindings: number): LiveObject[] {
  const groupAt = (i: number) => (i % 11 === 0 ? "root" : `root/d${(i * 7) % 9}`);
  const count = Math.max(3, Math.ceil(bindings / 4));
  const identityAt = (i: number) => (i % 4 === 2 ? `person-${i}` : `${i % 4 === 3 ? "root" : `root/d${i % 9}`}/i${i}`);
  const nameAt = (i: number) =>
    i % 3 === 1 ? (HOSTILE_TEXTS[i % 12] ?? "") : `${["ci", "deploy", "ada", "lin"][i % 4]}-${i}@example.com`;
  return [
    liveObject("iam:Group", "root", { name: "acme" }),
    ...Array.from({ length: 9 }, (_, i) =>
      liveObject("iam:Group", `root/d${i}`, { name: i === 4 ? HOSTILE_TEXTS[1] : `department-${i}` }),
    ),
    ...Array.from({ length: 12 }, (_, i) =>
      liveObject("iam:Role", i < 4 ? `role-${i}` : `root/role-${i}`, {
        name: i === 11 ? HOSTILE_TEXTS[0] : (ROLES[i] ?? `custom-${i}`),
        capabilities: grantedBy(i),
      }),
    ),
    ...Array.from({ length: bindings }, (_, i) => {
      const [at, role] = [(i * 7) % count, (i * 5) % 13];
      const uid = role === 12 ? "root/unread" : role < 4 ? `role-${role}` : `root/role-${role}`;
      return liveObject("iam:RoleBinding", `${groupAt(i)}/b${i}`, {
        identityUid: identityAt(at),
        roleUid: uid,
        identity: { uid: identityAt(at), name: nameAt(at) },
      });
    }),
  ];
}

/** The document of `access list -o html` with so many role bindings. Some names are hostile, and one role could not be read. */
export function accessHtml(count: number): string {
  const objects = objectsWith(count);
  const live: LiveAccess = {
    objects,
    model: modelOf(objects),
    gaps: ['The role "root/unread" of a role binding cannot be read.'],
    sight: { assumption: undefined, of: () => ({ visibility: "visible" }) },
    publicOrg: undefined,
    uncounted: ["iam:GroupInvite"],
  };
  const quiet = { write: () => undefined, isTerminal: false, columns: undefined, hasColors: false };
  const flags = { output: "html", preview: false, color: "auto" } as const;
  return documentOf(listReport({ flags, terminal: { out: quiet, err: quiet } }, undefined, { ...live, origin }));
}

const DAY_MS = 86_400_000;

/** The document of `history -o html` for a tag that was moved so many times, and back to a former digest at each seventh move. */
export function historyHtml(count: number): string {
  const start = Date.UTC(2026, 0, 5, 8, 30);
  const digestAt = (i: number) => `sha256:${createHash("sha256").update(String(i)).digest("hex")}`;
  const record = (digest: string, time: number) => ({ digest, updateTimestamp: new Date(time).toISOString() });
  const records = Array.from({ length: count }, (_, i) =>
    record(digestAt(i % 7 === 6 ? i - 3 : i), start + (i + (i % 3) / 4) * 3.3 * DAY_MS),
  );
  const end = start + count * 3.3 * DAY_MS;
  const since = start - 4 * DAY_MS;
  const { before, intervals } = movesSince([record(digestAt(-1), since - DAY_MS), ...records], since, end);
  const reference = { org: "acme", image: "web", tag: "1.2" };
  const churn = churnOf(intervals);
  return documentOf(historyReport({ reference, since, until: end, end, before, intervals, churn }, origin));
}
