import type { z } from "zod";
import type { TagHistoryRecord } from "../../../client/api/registry/client";
import type { TagReference } from "../../../client/api/registry/requests";
import type { Cell } from "../../declaration";
import type { historyDocument } from "./schema";

type Document = Readonly<z.infer<typeof historyDocument>>;

/** A move of a tag, and how long it kept the digest. Times are in milliseconds since 1970. */
export interface Interval extends Readonly<Omit<Document["records"][number], "since" | "until">> {
  readonly since: number;
  /** When the tag was moved again. Undefined for the last move in the window. */
  readonly until: number | undefined;
  readonly isFirst: boolean;
}

/**
 * Returns the moves since a time, and the digest before them. The whole history decides what a move is.
 *
 * @param records all records of the tag up to the end of the window, oldest first
 */
export function movesSince(
  records: readonly TagHistoryRecord[],
  start: number | undefined,
  end: number,
): Pick<TagHistory, "before" | "intervals"> {
  const former = new Set<string>();
  const all = records.map(({ digest, updateTimestamp }, i): Interval => {
    const since = Date.parse(updateTimestamp);
    const next = records[i + 1];
    const until = next === undefined ? undefined : Date.parse(next.updateTimestamp);
    // The registry's clock may be ahead of ours.
    const seconds = Math.max(0, (until ?? end) - since) / 1000;
    const isChange = i > 0 && records[i - 1]?.digest !== digest;
    const isRollback = isChange && former.has(digest);
    former.add(digest);
    return { digest, since, until, seconds, isChange, isRollback, isFirst: i === 0 };
  });
  const intervals = all.filter(({ since }) => start === undefined || since >= start);
  return { before: all[all.length - intervals.length - 1]?.digest, intervals };
}

/** Returns what is special about a move. Empty for a change to a new digest. */
export function markOf({ isChange, isRollback, isFirst }: Interval): Cell {
  if (isRollback) return { text: "roll-back", tone: "warning" };
  if (isChange) return "";
  return { text: isFirst ? "first" : "same", tone: "quiet" };
}

/** Returns how often a tag changes. A move to the same digest is not a change. Times are in seconds. */
export function churnOf(intervals: readonly Interval[]): Document["churn"] {
  const lifetimes: number[] = [];
  let current = 0;
  for (const { seconds, isChange } of intervals) {
    if (isChange && current > 0) lifetimes.push(current);
    current = isChange ? seconds : current + seconds;
  }
  lifetimes.sort((a, b) => a - b);
  return {
    digests: new Set(intervals.map(({ digest }) => digest)).size,
    changes: intervals.filter(({ isChange }) => isChange).length,
    medianSeconds: medianOf(lifetimes),
    ageSeconds: intervals.length === 0 ? null : current,
  };
}

function medianOf(sorted: readonly number[]): number | null {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The history of a tag. Times are in milliseconds since 1970. */
export interface TagHistory {
  readonly reference: TagReference;
  readonly since: number | undefined;
  readonly until: number;
  /** The end of the last lifetime: `until`, but not in the future. */
  readonly end: number;
  /** The digest at the start of the window. */
  readonly before: string | undefined;
  readonly intervals: readonly Interval[];
  readonly churn: Document["churn"];
}
