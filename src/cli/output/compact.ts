import type { Column, Table } from "../declaration";
import { textOf } from "./text";

/** A table for people: without columns that tell nothing. */
export interface CompactTable extends Table {
  /** What all rows have in common, as a sentence; undefined if that is nothing. */
  readonly about: string | undefined;
}

/** Leaves out the columns that have one value in all rows, and says that value once. One row is shown whole, but for what is empty. */
export function compact(table: Table): CompactTable {
  const { columns, rows } = table;
  const values = columns.map((_, i) => new Set(rows.map((row) => textOf(row[i] ?? ""))));
  const isKept = ({ isWhole, isFinding, short }: Column, i: number): boolean => {
    const [value, ...others] = values[i] ?? [];
    if (isWhole || isFinding || short !== undefined || others.length > 0) return true;
    return value !== "" && rows.length === 1;
  };
  const told = columns.map(isKept);
  const kept = told.includes(true) ? told : columns.map(() => true);
  const common = columns.flatMap(({ heading }, i) => {
    const [value = ""] = values[i] ?? [];
    return kept[i] || value === "" ? [] : [`${heading} ${value}`];
  });
  return {
    ...table,
    columns: columns.filter((_, i) => kept[i]),
    rows: rows.map((row) => row.filter((_, i) => kept[i])),
    about: common.length === 0 ? undefined : `Same in all rows: ${common.join(", ")}`,
  };
}
