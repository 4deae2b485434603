import { type AdvisoryStatus, isOpenStatus } from "../../../advisory-status";

/** Where an advisory stands, for the version that a stack pins too. */
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
/** Where an advisory stands. */
export type Status = (typeof statusNames)[number];

/** Whether something is left to do. */
export const isOpen = (status: Status): boolean => isOpenStatus(status);
