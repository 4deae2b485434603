import type { Table } from "../../declaration";
import { sectionOf } from "../../output/html/sections";
import type { PageStep, SeriesPage } from "../../page";
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
  facts: [{ label: "Moves", text: String(found.intervals.length) }, ...factsOn(found.churn)],
  table: sectionOf(table, { otherwise: "Moves" }),
});

/** The digest that the tag had when the window began, from its begin on. */
function stepBefore({ since, before, intervals, end }: Found): PageStep | undefined {
  if (since === undefined || before === undefined || since > end) return undefined;
  return { value: before, label: shortDigest(before), since, until: intervals[0]?.since };
}

/** How many hex digits tell digests apart at sight, as `docker images` has it. */
const SHORT = 12;

const shortDigest = (digest: string): string => digest.replace(/^sha256:/, "").slice(0, SHORT);

const factsOn = ({ digests, changes, medianSeconds, ageSeconds }: Churn) => [
  { label: "Digests", text: String(digests) },
  { label: "Changes", text: String(changes) },
  ...(medianSeconds === null ? [] : [{ label: "A digest stood (median)", text: durationText(medianSeconds) }]),
  ...(ageSeconds === null ? [] : [{ label: "The last has stood", text: durationText(ageSeconds) }]),
];
