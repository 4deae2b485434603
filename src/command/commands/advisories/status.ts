import type { AdvisoryStatus } from "../../../program/advisory-status";

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
export type AssessedStatus = (typeof statusNames)[number];
