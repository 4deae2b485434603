import type { PageStep, PageTable, SeriesPage } from "../../cli/page";

/** A period with one value. Times are in milliseconds since 1970. */
export interface Step {
  readonly value: string;
  /** The short form of the value, for the axis. */
  readonly label: string;
  readonly since: number;
  /** When the next period began. Undefined for the last one. */
  readonly until: number | undefined;
}

/** Returns the steps of a page with their values and ends. */
export function stepsOf({ values, before, steps }: Pick<SeriesPage, "values" | "before" | "steps">): {
  readonly before: Step | undefined;
  readonly steps: readonly Step[];
} {
  const step = ([index, since]: PageStep, next: PageStep | undefined): Step => {
    const value = values[index] ?? "";
    return { value, label: value.replace(/^sha256:/, "").slice(0, 12), since, until: next?.[1] };
  };
  return {
    before: before === undefined ? undefined : step(before, steps[0]),
    steps: steps.map((one, i) => step(one, steps[i + 1])),
  };
}

/** Returns the table of a page, with one row per step, newest first. */
export function tableOf({
  table,
  steps,
  values,
  end,
}: Pick<SeriesPage, "table" | "steps" | "values" | "end">): PageTable {
  const rows = steps.map(([index, since, lifetime, mark = ""], i) => {
    const until = steps[i + 1]?.[1];
    return [timeText(since), until === undefined ? "" : timeText(until), lifetime, values[index] ?? "", mark];
  });
  const ranks = steps.map(([, since], i) => (steps[i + 1]?.[1] ?? end) - since).reverse();
  const columns = table.columns.map((column) => (column.isNumber ? { ...column, ranks } : column));
  return { ...table, columns, rows: rows.reverse() };
}

/** Returns a time in UTC, to the second. */
export const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}Z`;

/** A step chart as numbers. */
export interface StepData {
  /** Seconds since 1970, ascending: the start of each step, and the end. */
  readonly times: readonly number[];
  /** Level of each step, from 0. The last one is repeated at the end. */
  readonly levels: readonly number[];
  /** Labels of the levels, in order of first appearance. */
  readonly labels: readonly string[];
  /** The steps that it shows; `first` of them lie before the first row of the table. */
  readonly steps: readonly Step[];
  readonly first: 0 | 1;
}

/** Returns the data of the chart. A value that returns has its former level, so that a roll-back is visible. */
export function stepData(page: Pick<SeriesPage, "values" | "before" | "steps" | "end">): StepData {
  const { before, steps } = stepsOf(page);
  const { end } = page;
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
