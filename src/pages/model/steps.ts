import type { PageStep, SeriesPage } from "../../cli/page";

/** A step chart as numbers. */
export interface StepData {
  /** Seconds since 1970, ascending: where each step begins, and the end. */
  readonly times: readonly number[];
  /** The level of each, from 0; that of the last is repeated at the end. */
  readonly levels: readonly number[];
  /** The labels of the levels, in the order in which their values came up. */
  readonly labels: readonly string[];
  /** The steps that it shows; `first` of them lie before the first row of the table. */
  readonly steps: readonly PageStep[];
  readonly first: 0 | 1;
}

/** What a chart draws of a page. A value that comes back is on its former level, so that a way back can be seen. */
export function stepData({ before, steps, end }: Pick<SeriesPage, "before" | "steps" | "end">): StepData {
  const all = before === undefined ? steps : [before, ...steps];
  const levels = new Map<string, number>();
  const labels: string[] = [];
  for (const { value, label } of all) {
    if (levels.has(value)) continue;
    levels.set(value, labels.length);
    labels.push(label);
  }
  const levelsOf = all.map(({ value }) => levels.get(value) ?? 0);
  const last = all.at(-1);
  // Where the clock of the server is ahead, the last step begins after the end.
  const close = last === undefined ? [] : [Math.max(end, last.since)];
  return {
    times: [...all.map(({ since }) => since), ...close].map((ms) => ms / 1000),
    levels: [...levelsOf, ...levelsOf.slice(-1)],
    labels,
    steps: all,
    first: before === undefined ? 0 : 1,
  };
}

/** The place of the step at a time; -1 before the first. */
export function stepAt({ times, steps }: Pick<StepData, "times" | "steps">, seconds: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Seconds in a day; from there on an axis needs no time of day. */
const DAY = 86_400;

/** A time on the axis, in UTC. */
export function axisTime(seconds: number, distance: number): string {
  const text = new Date(seconds * 1000).toISOString();
  if (distance >= 28 * DAY) return text.slice(0, 7);
  return distance >= DAY ? text.slice(0, 10) : `${text.slice(5, 10)} ${text.slice(11, 16)}`;
}
