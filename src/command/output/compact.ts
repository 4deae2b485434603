import type { Column, Table } from "../declaration";
import { textOf } from "./text";

/** A table without columns that have the same value in all rows. */
export interface CompactTable extends Table {
  /** What all rows have in common, as a sentence. Undefined if there is nothing. */
  readonly about: string | undefined;
}

/** Moves columns with the same value in all rows into one sentence. A single row keeps all columns that are not empty. */
export function compact(table: Table): CompactTable {
  const { columns, rows } = table;
  const values = columns.map((_, i) => new Set(rows.map((row) => textOf(row[i] ?? ""))));
  const isKept = ({ isFinding }: Column, i: number): boolean => {
    const [value, ...others] = values[i] ?? [];
    if (isFinding || others.length > 0) return true;
    return value !== "" && rows.length === 1;
  };
  const varying = columns.map(isKept);
  const kept = varying.includes(true) ? varying : columns.map(() => true);
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
