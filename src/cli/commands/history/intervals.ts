import type { z } from "zod";
import type { TagHistoryRecord } from "../../../api/registry/client";
import type { TagReference } from "../../../api/registry/requests";
import type { historyDocument } from "./schema";

/** A move of a tag, and how long its digest stood. Times in milliseconds since 1970. */
export interface Interval {
  readonly digest: string;
  readonly since: number;
  /** When the tag was moved on; undefined if it stood to the end of the window. */
  readonly until: number | undefined;
  /** How long it stood, to the end of the window at most. */
  readonly seconds: number;
  /** Whether the digest differs from the one before. */
  readonly isChange: boolean;
}

/**
 * How long each digest stood.
 *
 * @param records oldest first
 * @param before the digest before the first record, where there was one
 * @param end of the window, in milliseconds since 1970
 */
export function intervalsOf(records: readonly TagHistoryRecord[], before: string | undefined, end: number): Interval[] {
  return records.map(({ digest, updateTimestamp }, i) => {
    const since = Date.parse(updateTimestamp);
    const next = records[i + 1];
    const until = next === undefined ? undefined : Date.parse(next.updateTimestamp);
    // The registry's clock may be ahead of ours.
    const seconds = Math.max(0, (until ?? end) - since) / 1000;
    const previous = i === 0 ? before : records[i - 1]?.digest;
    return { digest, since, until, seconds, isChange: previous !== undefined && previous !== digest };
  });
}

/** How much a tag moves. Times in seconds. */
export type Churn = Readonly<z.infer<typeof historyDocument>["churn"]>;

/** How much a tag moves: a move to the digest that it has already counts for nothing. */
export function churnOf(intervals: readonly Interval[]): Churn {
  const stood: number[] = [];
  let current = 0;
  for (const { seconds, isChange } of intervals) {
    if (isChange && current > 0) stood.push(current);
    current = isChange ? seconds : current + seconds;
  }
  stood.sort((a, b) => a - b);
  return {
    digests: new Set(intervals.map(({ digest }) => digest)).size,
    changes: intervals.filter(({ isChange }) => isChange).length,
    medianSeconds: medianOf(stood),
    ageSeconds: intervals.length === 0 ? null : current,
  };
}

/** The median of sorted numbers. */
function medianOf(sorted: readonly number[]): number | null {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** What was found out about a tag. Times in milliseconds since 1970. */
export interface Found {
  readonly reference: TagReference;
  readonly since: number | undefined;
  readonly until: number;
  /** To when something can have stood: `until`, but no time to come. */
  readonly end: number;
  /** The digest when the window began. */
  readonly before: string | undefined;
  readonly intervals: readonly Interval[];
  readonly churn: Churn;
}
