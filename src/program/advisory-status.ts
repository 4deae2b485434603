import type { AdvisoryEventResult, AdvisoryResult } from "./generated/results";

/** The status of an advisory. The command and programs use the same rules (platform API: ADV-5, ADV-6). */

const CLOSING = { fixed: "fixed", patched: "patched", falsePositiveDetermination: "not affected" } as const;
/** Kinds of event that leave an advisory open, with the resulting status. */
const OPENING = {
  truePositiveDetermination: "affected",
  fixNotPlanned: "fix not planned",
  analysisNotPlanned: "analysis not planned",
  pendingUpstreamFix: "pending upstream fix",
} as const;
const STATUSES = { ...CLOSING, ...OPENING };

export type AdvisoryStatus = "detected" | "withdrawn" | (typeof STATUSES)[keyof typeof STATUSES];

type Judged = Pick<AdvisoryResult, "events" | "deleteTime">;

const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T)[]; // They are literals of this file.
const isClosing = (event: AdvisoryEventResult): boolean => keysOf(CLOSING).some((kind) => event[kind] !== undefined);

/** The newest approved event, without moved components. At the same time, one that leaves the advisory open decides. */
export function decidingEvent({ events }: Judged): AdvisoryEventResult | undefined {
  return events
    .filter((event) => event.reviewState === "REVIEW_STATE_APPROVED" && event.componentLocationChanged === undefined)
    .sort(
      (a, b) => Date.parse(b.createTime) - Date.parse(a.createTime) || Number(isClosing(a)) - Number(isClosing(b)),
    )[0];
}

/** The status of an advisory. It is open without an approved event, and after an event of an unknown kind. */
export function advisoryStatus(advisory: Judged): AdvisoryStatus {
  if (advisory.deleteTime !== undefined) return "withdrawn";
  const event = decidingEvent(advisory);
  const kind = keysOf(STATUSES).find((name) => event?.[name] !== undefined);
  return kind === undefined ? "detected" : STATUSES[kind];
}

const closed: ReadonlySet<string> = new Set([...Object.values(CLOSING), "withdrawn"]);

export const isOpenStatus = (status: string): boolean => !closed.has(status);

/**
 * Returns whether an advisory still needs attention. It does unless it was withdrawn, or its newest approved event says that it is fixed,
 * patched or does not apply. `pulumi-platform advisories` uses the same rules.
 *
 * @param advisory as `getAdvisories` returns it
 */
export const isOpenAdvisory = (advisory: Judged): boolean => isOpenStatus(advisoryStatus(advisory));
