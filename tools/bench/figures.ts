import { median, type Row, rowsOf, type Selection } from "./rows";

/** A value of a row, or undefined if the machine does not report it. */
export type Measure = (row: Row) => number | undefined;

/** A figure of a run, and the number of resources of its measurement. */
export interface Figure {
  readonly value: number;
  readonly count: number;
}

/** Returns the medians of a measure over the rows of a selection, by number of resources. */
function byCount(rows: readonly Row[], selection: Selection, measure: Measure): Map<number, number> {
  const found = new Map<number, number>();
  for (const count of new Set(rows.map((row) => row.count))) {
    const value = median(rowsOf(rows, { ...selection, count }).flatMap((row) => measure(row) ?? []));
    if (value !== undefined) found.set(count, value);
  }
  return found;
}

/**
 * Combines the medians of several selections, for the largest number of resources for which all of them have rows. Returns
 * undefined if there is none, or if `combine` does.
 */
export function figureOf(
  rows: readonly Row[],
  selections: readonly (readonly [Selection, Measure])[],
  combine: (values: readonly number[]) => number | undefined,
): Figure | undefined {
  const found = selections.map(([selection, measure]) => byCount(rows, selection, measure));
  const counts = [...(found[0]?.keys() ?? [])].filter((count) => found.every((values) => values.has(count)));
  if (counts.length === 0) return undefined;
  const count = Math.max(...counts);
  const value = combine(found.map((values) => values.get(count) ?? Number.NaN));
  return value === undefined ? undefined : { value, count };
}
