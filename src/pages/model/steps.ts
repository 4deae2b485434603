import type { PageStep, SeriesPage } from "../../cli/page";

/** A step chart as numbers. */
export interface StepData {
  /** Seconds since 1970, ascending: the start of each step, and the end. */
  readonly times: readonly number[];
  /** Level of each step, from 0. The last one is repeated at the end. */
  readonly levels: readonly number[];
  /** Labels of the levels, in order of first appearance. */
  readonly labels: readonly string[];
  /** The displayed steps. `first` of them lie before the first row of the table. */
  readonly steps: readonly PageStep[];
  readonly first: 0 | 1;
}

/** Returns the data of a chart. A value that returns gets its former level, so that a rollback is visible. */
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
  // If the server's clock is ahead, the last step begins after the end.
  const close = last === undefined ? [] : [Math.max(end, last.since)];
  return {
    times: [...all.map(({ since }) => since), ...close].map((ms) => ms / 1000),
    levels: [...levelsOf, ...levelsOf.slice(-1)],
    labels,
    steps: all,
    first: before === undefined ? 0 : 1,
  };
}

/** Returns the index of the step at a time, or -1 before the first. */
export function stepAt({ times, steps }: Pick<StepData, "times" | "steps">, seconds: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Seconds in a day. A longer axis needs no time of day. */
const DAY = 86_400;

/** Returns a time for the axis, in UTC. */
export function axisTime(seconds: number, distance: number): string {
  const text = new Date(seconds * 1000).toISOString();
  if (distance >= 28 * DAY) return text.slice(0, 7);
  return distance >= DAY ? text.slice(0, 10) : `${text.slice(5, 10)} ${text.slice(11, 16)}`;
}
