import { createHash } from "node:crypto";
import { reviewStates } from "../../description/operations/advisories";
import { advisory } from "../kinds/advisory";
import type { Resource } from "../store";
import { organization } from "./seed";

const COUNT = 120;
const artifacts = ["curl", "nginx", "openssl", "go", "python", "busybox"];
const architectures = ["x86_64", "aarch64"];
const componentTypes = ["go-module", "apk", "python", "npm"];
const severities = [
  { type: "TYPE_CVSS_V3", score: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N" },
  { type: "TYPE_CVSS_V3", score: "CVSS:3.1/AV:L/AC:H/PR:L/UI:R/S:U/C:L/I:L/A:N" },
  { type: "TYPE_CVSS_V4", score: "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N" },
];

const APPROVED = "REVIEW_STATE_APPROVED";
/** Three of ten events that follow a detection count for nothing, and all states of a review occur. */
const laterStates = [
  ...Array.from({ length: 7 }, () => APPROVED),
  ...reviewStates.slice(1).filter((state) => state !== APPROVED),
];
const FIRST = Date.parse("2026-01-05T08:30:00.000Z");
const HOUR_MS = 60 * 60 * 1000;

const hexOf = (seed: string): string => createHash("sha1").update(seed).digest("hex");
const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T; // The index is in range.
const groupsOf4 = (hex: string): string => `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}`;
/** Every fourth time has no fraction of a second. */
const timeOf = (index: number, hours: number): string =>
  new Date(FIRST + index * 1250 + hours * HOUR_MS).toISOString().replace(".000Z", "Z");

/** The event that follows the detection. The seeded advisories use each in turn, and some have none. */
const laterEvents: readonly Readonly<Record<string, unknown>>[] = [
  { falsePositiveDetermination: { type: "TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH", note: "not reachable" } },
  { fixed: { fixedVersion: "1.2.4-r0" } },
  { truePositiveDetermination: { note: "confirmed" } },
  { pendingUpstreamFix: { note: "no release yet" } },
  { fixNotPlanned: { note: "end of life" } },
  { analysisNotPlanned: { note: "out of scope" } },
  { patched: { patchedVersions: ["1.2.3-r1"], note: "backported" } },
];
const moved = { componentLocationChanged: { previousLocation: "./PKGINFO", newLocation: "usr/lib/libx" } };
const laterEventOf = (index: number) =>
  index % 8 < laterEvents.length ? laterEvents[index % 8] : index % 16 === 15 ? moved : undefined;

function seedOf(index: number): Resource {
  const hex = hexOf(`advisory:${index}`);
  const advisoryUid = `${organization.uid}/${hex.slice(0, 16)}`;
  const author = pick(["scanner@example.com", "analyst@example.com"], Math.floor(index / 3));
  const reviewState = pick(laterStates, index);
  const eventUid = (position: number): string => `${advisoryUid}/${hexOf(`${hex}:${position}`).slice(0, 16)}`;
  // Some of the advisories are about a subpackage.
  const artifactName = index % 12 === 11 ? "busybox-doc" : pick(artifacts, index);
  const detection = {
    scanv1: { scanner: "scanner", subpackage: artifactName, component: "libx", componentVersion: "1.0" },
  };
  const laterEvent = laterEventOf(index);
  const reviewer = index % 4 === 0 ? {} : { reviewer: "reviewer@example.com" };
  const events = [
    { uid: eventUid(0), createTime: timeOf(index, 0), findings: "e30=", author, reviewState: APPROVED, detection },
    ...(laterEvent === undefined
      ? []
      : [{ uid: eventUid(1), createTime: timeOf(index, 1), author, reviewState, ...reviewer, ...laterEvent }]),
  ];
  const values = {
    advisoryId: `ADV-${groupsOf4(hex)}`,
    createTime: timeOf(index, 0),
    updateTime: timeOf(index, events.length - 1),
    author,
    artifactName,
    artifactType: "apk",
    artifactArchitecture: pick(architectures, Math.floor(index / artifacts.length)),
    componentName: `component-${index}`,
    componentLocation: "./PKGINFO",
    componentType: pick(componentTypes, Math.floor(index / 2)),
    aliases: [`CVE-2026-${1000 + index}`, `GHSA-${groupsOf4(hexOf(`alias:${index}`))}`],
    events,
    severities: [pick(severities, index)],
    ...(index % 10 === 0 ? { legacyAdvisoryId: `LEGACY-${index}` } : {}),
  };
  return { type: advisory.type, uid: advisoryUid, values };
}

/** The advisories of the organization, the same at every start. */
export const advisorySeed: readonly Resource[] = Array.from({ length: COUNT }, (_, index) => seedOf(index));
