import { type Cell, CLEAN, column, type Report, type Table } from "../../declaration";
import { instantText, reportOf } from "../../document";
import { durationText, timeText } from "../../times";
import type { Found } from "./found";
import type { Interval } from "./intervals";
import { historyPage } from "./page";
import { nameOf } from "./reference";
import { historyDocument } from "./schema";

/** The report on a tag's history. */
export function historyReport(found: Found): Report {
  const table = tableOf(found);
  return reportOf({
    document: documentFor(found),
    schema: historyDocument,
    tables: [table],
    notes: notesOn(found),
    page: historyPage(found, table),
    exit: CLEAN,
  });
}

const tableOf = ({ intervals }: Found): Table => ({
  columns: [
    column("SINCE", { isWhole: true }),
    column("UNTIL", { isWhole: true }),
    column("STOOD", { isNumber: true, isWhole: true }),
    column("DIGEST", { isWhole: true }),
    column("CHANGE"),
  ],
  rows: intervals.map(rowOf),
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
  const rhythm = medianSeconds === undefined ? "" : `; a digest stood ${durationText(medianSeconds)} (median)`;
  const age = ageSeconds === undefined ? "" : `; the last has stood ${durationText(ageSeconds)}`;
  return [
    `${nameOf(reference)}: ${counted(intervals.length, "move")}, ${counted(digests, "digest")}, ${counted(changes, "change")}${rhythm}${age}.`,
    ...(since === undefined ? [] : [before === undefined ? "It had no digest before." : `It had ${before} before.`]),
  ];
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const documentFor = ({ reference, since, until, before, intervals, churn }: Found) => ({
  org: reference.org,
  image: reference.image,
  tag: reference.tag,
  window: { since: since === undefined ? null : instantText(since), until: instantText(until) },
  digestBefore: before ?? null,
  records: intervals.map((interval) => ({
    digest: interval.digest,
    since: instantText(interval.since),
    until: interval.until === undefined ? null : instantText(interval.until),
    seconds: interval.seconds,
    isChange: interval.isChange,
  })),
  churn: {
    digests: churn.digests,
    changes: churn.changes,
    medianSeconds: churn.medianSeconds ?? null,
    ageSeconds: churn.ageSeconds ?? null,
  },
});
