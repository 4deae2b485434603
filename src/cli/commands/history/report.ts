import { type Cell, CLEAN, columns, type Report, type Table, whole } from "../../declaration";
import { instantText, reportOf } from "../../document";
import { counted } from "../../output/text";
import { durationText, timeText } from "../../times";
import type { Found, Interval } from "./intervals";
import { historyPage } from "./page";
import { referenceText } from "./reference";
import { historyDocument } from "./schema";

/** The report on a tag's history. */
export function historyReport(found: Found): Report {
  const table = tableOf(found);
  return reportOf({
    document: documentFor(found),
    schema: historyDocument,
    tables: [table],
    names: [...new Set(found.intervals.map(({ digest }) => digest))].reverse(),
    notes: notesOn(found),
    page: historyPage(found, table),
    exit: CLEAN,
  });
}

/** The moves, the newest first: what the tag is now stands on top. */
const tableOf = ({ intervals }: Found): Table => ({
  columns: columns(
    whole("SINCE"),
    whole("UNTIL"),
    whole("STOOD", { isNumber: true, ranks: intervals.map(({ seconds }) => seconds).reverse() }),
    whole("DIGEST", { isCode: true, short: "digest" }),
    "CHANGE",
  ),
  rows: intervals.map(rowOf).reverse(),
  empty: "The tag was not moved in this time.",
});

const rowOf = ({ digest, since, until, seconds, isChange }: Interval, index: number): readonly Cell[] => [
  timeText(since),
  until === undefined ? "" : timeText(until),
  durationText(seconds),
  digest,
  isChange ? "changed" : { text: index === 0 ? "first" : "same", tone: "quiet" },
];

function notesOn({ reference, before, intervals, churn, since }: Found): string[] {
  const { digests, changes, medianSeconds, ageSeconds } = churn;
  const rhythm = medianSeconds === null ? "" : `; a digest stood ${durationText(medianSeconds)} (median)`;
  const age = ageSeconds === null ? "" : `; the last has stood ${durationText(ageSeconds)}`;
  return [
    `${referenceText(reference)}: ${counted(intervals.length, "move")}, ${counted(digests, "digest")}, ${counted(changes, "change")}${rhythm}${age}.`,
    ...(since === undefined ? [] : [before === undefined ? "It had no digest before." : `It had ${before} before.`]),
  ];
}

const documentFor = ({ reference, since, until, before, intervals, churn }: Found) => ({
  org: reference.org,
  image: reference.image,
  tag: reference.tag,
  window: { since: since === undefined ? null : instantText(since), until: instantText(until) },
  digestBefore: before ?? null,
  records: intervals.map((interval) => ({
    ...interval,
    since: instantText(interval.since),
    until: interval.until === undefined ? null : instantText(interval.until),
  })),
  churn,
});
