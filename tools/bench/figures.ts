import { median, type Row, rowsOf, type Selection } from "./rows";

/** What is read of a row; undefined where the machine does not tell it. */
export type Measure = (row: Row) => number | undefined;

/** A figure of a run, and for how many resources it was measured. */
export interface Figure {
  readonly value: number;
  readonly count: number;
}

/** Medians of a measure over the rows of a selection, by number of resources. */
function byCount(rows: readonly Row[], selection: Selection, measure: Measure): Map<number, number> {
  const found = new Map<number, number>();
  for (const count of new Set(rows.map((row) => row.count))) {
    const value = median(rowsOf(rows, { ...selection, count }).flatMap((row) => measure(row) ?? []));
    if (value !== undefined) found.set(count, value);
  }
  return found;
}

/**
 * What `combine` makes of the medians of several selections, for the largest number of resources that all of them have rows
 * of. Undefined when there is none, or `combine` answers so.
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
