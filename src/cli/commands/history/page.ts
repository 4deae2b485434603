import type { Table } from "../../declaration";
import { pageColumn } from "../../output/html/sections";
import type { PageFact, PageStep, SeriesPage } from "../../page";
import { durationText } from "../../times";
import { type Churn, type Interval, markOf, type TagHistory } from "./intervals";
import { referenceText } from "./reference";

/** Returns the page of a tag's history: its digests as a step chart, and the columns of the report. */
export function historyPage(found: TagHistory, { columns, empty = "" }: Table): SeriesPage {
  const { reference, intervals, before, churn, end } = found;
  const values = [...new Set([...(before === undefined ? [] : [before]), ...intervals.map(({ digest }) => digest)])];
  const places = new Map(values.map((digest, place) => [digest, place]));
  const placeOf = (digest: string) => places.get(digest) ?? 0;
  return {
    kind: "series",
    title: referenceText(reference),
    noun: "digest",
    end,
    values,
    before: stepBefore(found, placeOf),
    steps: intervals.map((interval) => stepOf(interval, placeOf(interval.digest))),
    facts: [...currentOf(found), { label: "Moves", text: String(intervals.length) }, ...factsOn(churn)],
    table: {
      title: "Moves",
      columns: columns.map(pageColumn).map(({ ranks, ...column }) => column),
      empty,
    },
  };
}

function stepOf(interval: Interval, place: number): PageStep {
  const { since, seconds } = interval;
  const [lifetime, mark] = [durationText(seconds), markOf(interval)];
  return mark === "" ? [place, since, lifetime] : [place, since, lifetime, mark];
}

/** Returns the digest at the end of the window, with a button to copy it. */
function currentOf({ intervals, before }: TagHistory): PageFact[] {
  const digest = intervals.at(-1)?.digest ?? before;
  return digest === undefined ? [] : [{ label: "Current digest", text: digest, isCopied: true }];
}

/** Returns the digest that the tag had at the start of the window, as a step from there on. */
function stepBefore(
  { since, before, intervals, end }: TagHistory,
  placeOf: (digest: string) => number,
): PageStep | undefined {
  if (since === undefined || before === undefined || since > end) return undefined;
  return [placeOf(before), since, durationText(((intervals[0]?.since ?? end) - since) / 1000)];
}

const factsOn = ({ digests, changes, medianSeconds, ageSeconds }: Churn) => [
  { label: "Digests", text: String(digests) },
  { label: "Changes", text: String(changes) },
  ...(medianSeconds === null ? [] : [{ label: "Median lifetime", text: durationText(medianSeconds) }]),
  ...(ageSeconds === null ? [] : [{ label: "Age of the current digest", text: durationText(ageSeconds) }]),
];
