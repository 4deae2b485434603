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
import { terminalOf } from "./live-access";
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

/** An organization with so many bindings, in groups, of owners, viewers, and a role that could not be read. */
function objectsWith(bindings: number): LiveObject[] {
  const nameAt = (i: number) => HOSTILE_TEXTS[i] ?? `ada-${i}@example.com`;
  const grants = { owner: [...capabilities], viewer: capabilities.filter((name) => name.endsWith("_LIST")) };
  return [
    liveObject("iam:Group", "root", { name: "acme" }),
    liveObject("iam:Group", "root/d", { name: HOSTILE_TEXTS[1] }),
    ...Object.entries(grants).map(([name, granted]) => liveObject("iam:Role", name, { name, capabilities: granted })),
    liveObject("iam:Role", "root/custom", { name: HOSTILE_TEXTS[0], capabilities: ["CAP_REPO_DELETE"] }),
    ...Array.from({ length: bindings }, (_, i) => {
      const identity = { uid: i % 4 === 0 ? `person-${i}` : `root/d/i${i}`, name: nameAt(i) };
      const roleUid = ["owner", "viewer", "root/custom", "root/unread"][i % 4];
      return liveObject("iam:RoleBinding", `root/d/b${i}`, { identityUid: identity.uid, roleUid, identity });
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
  const flags = { output: "html", preview: false, color: "auto" } as const;
  return documentOf(listReport({ flags, terminal: terminalOf() }, undefined, { ...live, origin }));
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
