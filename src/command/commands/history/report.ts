import { type Cell, CLEAN, columns, type Origin, type Report, type Table, whole } from "../../declaration";
import { instantText, reportOf } from "../../document";
import { counted } from "../../output/text";
import { durationText, timeText } from "../../times";
import { type Interval, markOf, type TagHistory } from "./intervals";
import { historyPage } from "./page";
import { referenceText } from "./reference";
import { historyDocument } from "./schema";

/** @param origin with a page */
export function historyReport(found: TagHistory, origin?: Origin): Report {
  return reportOf({
    document: documentFor(found),
    schema: historyDocument,
    tables: [tableOf(found)],
    notes: notesOn(found),
    ...(origin === undefined ? {} : { page: historyPage(found, origin) }),
    exit: CLEAN,
  });
}

/** Returns the table of moves, newest first, so that the current digest is on top. */
const tableOf = ({ intervals }: TagHistory): Table => ({
  columns: columns(
    whole("SINCE"),
    whole("UNTIL"),
    whole("LIFETIME", { isNumber: true }),
    whole("DIGEST", { short: "digest", isFinding: true }),
    "MARK",
  ),
  rows: intervals.map(rowOf).reverse(),
  empty: "The tag did not move in this period.",
});

const rowOf = (interval: Interval): readonly Cell[] => {
  const { digest, since, until, seconds } = interval;
  return [timeText(since), until === undefined ? "" : timeText(until), durationText(seconds), digest, markOf(interval)];
};

function notesOn({ reference, before, intervals, churn, since }: TagHistory): string[] {
  const { digests, changes, medianSeconds, ageSeconds } = churn;
  const median = medianSeconds === null ? "" : ` Median lifetime: ${durationText(medianSeconds)}.`;
  const age = ageSeconds === null ? "" : ` Age of the current digest: ${durationText(ageSeconds)}.`;
  return [
    `${referenceText(reference)}: ${counted(intervals.length, "move")}, ${counted(digests, "digest")}, ${counted(changes, "change")}.${median}${age}`,
    ...(since === undefined
      ? []
      : [before === undefined ? "It had no digest before --since." : `Its digest before --since: ${before}.`]),
  ];
}

const documentFor = ({ reference, since, until, before, intervals, churn }: TagHistory) => ({
  org: reference.org,
  image: reference.image,
  tag: reference.tag,
  window: { since: since === undefined ? null : instantText(since), until: instantText(until) },
  digestBefore: before ?? null,
  records: intervals.map(({ isFirst, ...interval }) => ({
    ...interval,
    since: instantText(interval.since),
    until: interval.until === undefined ? null : instantText(interval.until),
  })),
  churn,
});
