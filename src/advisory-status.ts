import type { AdvisoryEventResult, AdvisoryResult } from "./lookups/results";

/** Where an advisory stands. The command and programs judge by the same rules (platform API: ADV-5). */

/** Kinds of event after which nothing is left to do, with the status that they make. */
const CLOSING = { fixed: "fixed", patched: "patched", falsePositiveDetermination: "not affected" } as const;
/** Kinds of event that leave an advisory open, with the status that they make. */
const OPENING = {
  truePositiveDetermination: "affected",
  fixNotPlanned: "fix not planned",
  analysisNotPlanned: "analysis not planned",
  pendingUpstreamFix: "pending upstream fix",
} as const;
const STATUSES = { ...CLOSING, ...OPENING };

/** Where an advisory stands, in words. */
export type AdvisoryStatus = "detected" | "withdrawn" | (typeof STATUSES)[keyof typeof STATUSES];

/** What the status of an advisory follows from. */
type Judged = Pick<AdvisoryResult, "events" | "deleteTime">;

const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T)[]; // They are literals of this file.
const isClosing = (event: AdvisoryEventResult): boolean => keysOf(CLOSING).some((kind) => event[kind] !== undefined);

/**
 * The event that decides where an advisory stands: the newest that was approved. Others are not final or never count, and
 * the platform promises no order. Of events at the same time one that leaves the advisory open decides.
 */
export function decidingEvent({ events }: Judged): AdvisoryEventResult | undefined {
  return events
    .filter(({ reviewState }) => reviewState === "REVIEW_STATE_APPROVED")
    .sort(
      (a, b) => Date.parse(b.createTime) - Date.parse(a.createTime) || Number(isClosing(a)) - Number(isClosing(b)),
    )[0];
}

/** Where an advisory stands. Without an approved event, or by one of a kind that this version does not know, it is open. */
export function advisoryStatus(advisory: Judged): AdvisoryStatus {
  if (advisory.deleteTime !== undefined) return "withdrawn";
  const event = decidingEvent(advisory);
  const kind = keysOf(STATUSES).find((name) => event?.[name] !== undefined);
  return kind === undefined ? "detected" : STATUSES[kind];
}

const closed: ReadonlySet<string> = new Set([...Object.values(CLOSING), "withdrawn"]);

/** Whether an advisory with this status still needs somebody's attention. */
export const isOpenStatus = (status: string): boolean => !closed.has(status);

/**
 * Returns whether an advisory still needs somebody's attention: it was not withdrawn, and its newest approved event does not
 * say that it is fixed, patched or does not apply. `pulumi-platform advisories` judges in the same way.
 *
 * @param advisory as `getAdvisories` returns it
 */
export const isOpenAdvisory = (advisory: Judged): boolean => isOpenStatus(advisoryStatus(advisory));
