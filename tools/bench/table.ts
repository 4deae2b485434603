import { OPERATIONS, type Row, type Scenario } from "./plan";

/** A column: its title, its width (negative for texts on the left), the value of a row, and how many decimals it has. */
type Column = readonly [
  title: string,
  width: number,
  value: (row: Row) => string | number | undefined,
  digits?: number,
];

const columns: readonly Column[] = [
  ["operation", -9, ({ operation }) => operation],
  ["host", -6, ({ host }) => host],
  ["requests", 8, ({ requests }) => requests, 0],
  ["CPU s", 6, ({ cpuSeconds }) => cpuSeconds, 1],
  ["wall s", 6, ({ wallSeconds }) => wallSeconds, 1],
  ["state B", 7, ({ stateBytes }) => stateBytes, 0],
];

/** What is also shown as a multiple of what the first host of the table needs. */
const RATIOS = ["CPU s", "wall s", "state B"];

/** Share of other processes from which the times of a row are unreliable. */
const BUSY_SHARE = 0.1;

const aligned = (text: string, width: number): string => (width < 0 ? text.padEnd(-width) : text.padStart(width));

/** The figures of a scenario, by operation. Beside each is its multiple of the first host's. */
export function tableOf({ setting, count, hosts }: Scenario, rows: readonly Row[]): string {
  const titles = columns.flatMap(([title, width]) => [
    aligned(title, width),
    ...(RATIOS.includes(title) ? ["    x"] : []),
  ]);
  const sorted = Object.keys(OPERATIONS).flatMap((operation) =>
    hosts.flatMap((host) => rows.filter((row) => row.operation === operation && row.host === host)),
  );
  const lines = sorted.map((row) => {
    const first = rows.find(({ operation, host }) => operation === row.operation && host === hosts[0]);
    return `${cellsOf(row, first).join("  ")}${(row.othersShare ?? 0) >= BUSY_SHARE ? "  *" : ""}`;
  });
  return [`${count} identities, setting ${setting}:`, titles.join("  "), ...lines].join("\n");
}

function cellsOf(row: Row, first: Row | undefined): string[] {
  return columns.flatMap(([title, width, measure, digits]) => {
    const value = measure(row);
    const text = typeof value === "number" ? value.toFixed(digits) : (value ?? "n/a");
    const cell = aligned(text, width);
    if (!RATIOS.includes(title)) return [cell];
    const base = first && measure(first);
    return [cell, (typeof value === "number" && typeof base === "number" ? (value / base).toFixed(2) : "").padStart(5)];
  });
}
