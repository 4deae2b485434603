import type { Table } from "../../declaration";
import { sectionOf } from "../../output/html/sections";
import { shortDigest } from "../../output/short";
import type { PageFact, PageStep, SeriesPage } from "../../page";
import { durationText } from "../../times";
import type { Churn, Found } from "./intervals";
import { referenceText } from "./reference";

/** The page of a tag's history: its digests as a step chart, and the table of the report. */
export const historyPage = (found: Found, table: Table): SeriesPage => ({
  kind: "series",
  title: referenceText(found.reference),
  noun: "digest",
  end: found.end,
  before: stepBefore(found),
  steps: found.intervals.map(({ digest, since, until }) => ({
    value: digest,
    label: shortDigest(digest),
    since,
    until,
  })),
  facts: [...currentOf(found), { label: "Moves", text: String(found.intervals.length) }, ...factsOn(found.churn)],
  table: sectionOf(table, { otherwise: "Moves" }),
});

/** What the tag is at the end of the window, to copy. */
function currentOf({ intervals, before }: Found): PageFact[] {
  const digest = intervals.at(-1)?.digest ?? before;
  return digest === undefined ? [] : [{ label: "Current digest", text: digest, isCopied: true }];
}

/** The digest that the tag had when the window began, from its begin on. */
function stepBefore({ since, before, intervals, end }: Found): PageStep | undefined {
  if (since === undefined || before === undefined || since > end) return undefined;
  return { value: before, label: shortDigest(before), since, until: intervals[0]?.since };
}

const factsOn = ({ digests, changes, medianSeconds, ageSeconds }: Churn) => [
  { label: "Digests", text: String(digests) },
  { label: "Changes", text: String(changes) },
  ...(medianSeconds === null ? [] : [{ label: "Median lifetime", text: durationText(medianSeconds) }]),
  ...(ageSeconds === null ? [] : [{ label: "Age of the current digest", text: durationText(ageSeconds) }]),
];
