import type { AdvisoryEventResult, AdvisoryResult } from "../../../lookups/results";

/** Where an advisory stands, by its last event. */
export const statusNames = [
  "detected",
  "affected",
  "fix not planned",
  "analysis not planned",
  "pending upstream fix",
  "fix not taken",
  "fixed",
  "patched",
  "not affected",
  "withdrawn",
] as const;
/** Where an advisory stands. */
export type Status = (typeof statusNames)[number];

const closed: ReadonlySet<Status> = new Set(["fixed", "patched", "not affected", "withdrawn"]);

/** Whether nothing more is to be done. */
export const isOpen = (status: Status): boolean => !closed.has(status);

/** The last event of an advisory; undefined if there is none. Servers give the oldest first, which is not relied on. */
export function lastEvent({ events }: AdvisoryResult): AdvisoryEventResult | undefined {
  return events.reduce<AdvisoryEventResult | undefined>(
    (last, event) => (last === undefined || Date.parse(event.createTime) >= Date.parse(last.createTime) ? event : last),
    undefined,
  );
}

/** Where an advisory stands. An event of a kind that this version does not know leaves it open. */
export function statusOf(advisory: AdvisoryResult): Status {
  if (advisory.deleteTime !== undefined) return "withdrawn";
  const event = lastEvent(advisory);
  if (event?.fixed !== undefined) return "fixed";
  if (event?.patched !== undefined) return "patched";
  if (event?.falsePositiveDetermination !== undefined) return "not affected";
  if (event?.truePositiveDetermination !== undefined) return "affected";
  if (event?.fixNotPlanned !== undefined) return "fix not planned";
  if (event?.analysisNotPlanned !== undefined) return "analysis not planned";
  if (event?.pendingUpstreamFix !== undefined) return "pending upstream fix";
  return "detected";
}
