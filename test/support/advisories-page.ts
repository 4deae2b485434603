import { assess } from "../../src/cli/commands/advisories/assess";
import { advisoriesReport } from "../../src/cli/commands/advisories/report";
import type { FindingsPage } from "../../src/cli/page";
import type { AdvisoryEventResult, AdvisoryResult } from "../../src/lookups/results";

const VECTORS = [
  "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
  "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N",
  "CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N",
  "of another form",
];

const open: AdvisoryEventResult = {
  uid: "o/a/e",
  createTime: "2026-01-05T08:30:00Z",
  author: "a",
  reviewState: "REVIEW_STATE_APPROVED",
};
const fixed: AdvisoryEventResult = { ...open, fixed: { fixedVersion: "8.9.1-r0" } };

const advisoryAt = (i: number): AdvisoryResult => ({
  uid: `o/a${i}`,
  advisoryId: `ADV-${i.toString(16).padStart(4, "0")}-766e-9294`,
  artifactName: i % 3 === 0 ? "openssl" : "curl",
  artifactType: "apk",
  artifactArchitecture: i % 2 === 0 ? "x86_64" : "aarch64",
  componentName: `component-${i}`,
  componentType: "apk",
  componentLocation: "",
  aliases: [`CVE-2026-${1000 + i}`],
  events: [i % 5 === 0 ? fixed : open],
  severities: [{ type: "TYPE_CVSS_V3", score: VECTORS[i % VECTORS.length] ?? "" }],
  author: "a",
  createTime: open.createTime,
  updateTime: open.createTime,
});

/** The page of `advisories --artifact curl,openssl --all -o html` with so many advisories. */
export function advisoriesPage(count: number): FindingsPage {
  const pins = ["curl", "openssl"].map((artifact) => ({ artifact, version: undefined, urns: [], digestUrns: [] }));
  const advisories = Array.from({ length: count }, (_, i) => advisoryAt(i));
  const assessed = assess(advisories, pins, ["any"]);
  const { page } = advisoriesReport({ pins, hidden: [], assessed, failOn: ["any"], showsAll: true, isStack: false });
  if (page?.kind !== "findings") throw new Error("advisories has no page");
  return page;
}
