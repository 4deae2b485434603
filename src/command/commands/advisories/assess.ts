import { type AdvisoryStatus, advisoryStatus, decidingEvent, isOpenStatus } from "../../../program/advisory-status";
import type { AdvisoryEventResult, AdvisoryResult } from "../../../program/generated/results";
import { compareTexts } from "../../order";
import { compareApkVersions } from "./apk-version";
import type { Pin } from "./pins";
import { type FailOn, isSevere, type Rating, ratingOf, severityNames } from "./severity";

/** The statuses of an advisory, also for a version that a stack pins. */
export const statusNames = [
  "detected",
  "affected",
  "fix not planned",
  "analysis not planned",
  "pending upstream fix",
  "fix not taken",
  "fix unknown",
  "fixed",
  "patched",
  "not affected",
  "withdrawn",
] as const satisfies readonly (AdvisoryStatus | "fix not taken" | "fix unknown")[];
type AssessedStatus = (typeof statusNames)[number];

export interface Assessed extends Rating {
  readonly advisory: AdvisoryResult;
  readonly pinnedVersion: string | undefined;
  readonly status: AssessedStatus;
  readonly fixedVersion: string | undefined;
  readonly isOpen: boolean;
  readonly isFinding: boolean;
  /** Whether it would be a finding without its fix, and it is unknown whether the stack has the fix. */
  readonly isUnknown: boolean;
}

/** Assesses each advisory for each pinned version. Returns open ones first, then by severity. */
export function assess(advisories: readonly AdvisoryResult[], pins: readonly Pin[], failOn: FailOn): Assessed[] {
  const assessed = advisories.flatMap((advisory) =>
    pins.filter(({ artifact }) => artifact === advisory.artifactName).map((pin) => assessedFor(advisory, pin, failOn)),
  );
  return assessed.sort(
    (a, b) =>
      Number(b.isOpen) - Number(a.isOpen) ||
      severityNames.indexOf(a.severity) - severityNames.indexOf(b.severity) ||
      (b.score ?? 0) - (a.score ?? 0) ||
      compareTexts(a.advisory.artifactName, b.advisory.artifactName) ||
      compareTexts(a.advisory.advisoryId, b.advisory.advisoryId) ||
      compareTexts(a.advisory.uid, b.advisory.uid),
  );
}

function assessedFor(advisory: AdvisoryResult, pin: Pin, failOn: FailOn): Assessed {
  const rating = ratingOf(advisory.severities);
  const event = decidingEvent(advisory);
  const fixedVersion = event?.fixed?.fixedVersion;
  const reported = advisoryStatus(advisory);
  const status = reported === "fixed" || reported === "patched" ? fixStatus(reported, pin, event) : reported;
  const isOpen = isOpenStatus(status);
  const counts = isSevere(rating, failOn);
  return {
    advisory,
    ...rating,
    pinnedVersion: pin.version,
    status,
    fixedVersion,
    isOpen,
    isFinding: isOpen && status !== "fix unknown" && counts,
    isUnknown: status === "fix unknown" && counts,
  };
}

/** Returns the status of a fixed advisory for a pin. Without a version, a stack gets the newest one, which has the fix. */
function fixStatus(
  fix: "fixed" | "patched",
  { version, digestUrns }: Pin,
  event: AdvisoryEventResult | undefined,
): AssessedStatus {
  if (digestUrns.length > 0) return "fix unknown";
  return version === undefined || takes(version, event) ? fix : "fix not taken";
}

/** Whether a pinned version has the fix. A version that cannot be compared may be older. */
function takes(pinned: string, event: AdvisoryEventResult | undefined): boolean {
  const { fixed, patched } = event ?? {};
  if (fixed?.fixedVersion) return reaches(pinned, fixed.fixedVersion);
  const isBound = /^[<~]/.test(pinned);
  return (patched?.patchedVersions ?? []).some((version) => (isBound ? reaches(pinned, version) : version === pinned));
}

/** Whether a pin allows a version or a newer one. */
function reaches(pinned: string, version: string): boolean {
  const [, bound = "", limit = ""] = /^(<=?|~)?(.*)$/.exec(pinned) ?? [];
  const order = compareApkVersions(limit, version) ?? -1;
  // `~1.2` allows 1.2.3 and 1.2-r1, but not 1.20.
  const isMatch = bound === "~" && version.startsWith(limit) && !/^\d/.test(version.slice(limit.length));
  return isMatch || (bound === "<" ? order > 0 : order >= 0);
}
