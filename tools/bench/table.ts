import { isMet, type Judged } from "./musts";
import type { Scenario } from "./plan";
import { isDisturbed, type Row, requestsOf } from "./rows";

/** Text of a cell without a value, or with one that this machine does not report. */
const NONE = "n/a";
const MEGA = 1_000_000;

/** A title, its width (negative for left-aligned texts), and the value of a row, or undefined for NONE. */
type Column = readonly [title: string, width: number, cell: (row: Row) => string | undefined];

const seconds = (value: number | undefined): string | undefined => value?.toFixed(1);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const share = (row: Row): string | undefined =>
  row.othersShare === undefined
    ? undefined
    : `${(row.othersShare * 100).toFixed(0)} %${isDisturbed(row) ? " *" : "  "}`;

const columns: readonly Column[] = [
  ["operation", -9, ({ operation }) => operation],
  ["peer", -6, ({ peer }) => peer],
  ["wall s", 7, ({ wallSeconds }) => seconds(wallSeconds)],
  ["CPU s", 6, ({ cpuSeconds }) => seconds(cpuSeconds?.total)],
  ["program", 7, ({ cpuSeconds }) => seconds(cpuSeconds?.program)],
  ["host", 5, ({ cpuSeconds }) => seconds(cpuSeconds?.host)],
  ["CLI", 6, ({ cpuSeconds }) => seconds(cpuSeconds?.cli)],
  ["requests", 8, (row) => String(requestsOf(row))],
  ["conns", 5, ({ connections }) => String(connections)],
  ["in flight", 9, ({ mostInFlight }) => String(mostInFlight)],
  ["B/resource", 10, ({ stateBytes }) => stateBytes?.toFixed(0)],
  ["written MB", 10, ({ writtenBytes }) => (writtenBytes === undefined ? undefined : (writtenBytes / MEGA).toFixed(1))],
  ["peak MB", 7, ({ peakMemory }) => peakMemory && (sum(Object.values(peakMemory)) / MEGA).toFixed(0)],
  ["others", 7, share],
];

const aligned = (text: string, width: number): string => (width < 0 ? text.padEnd(-width) : text.padStart(width));

const line = (cells: readonly string[]): string => `  ${cells.join("  ")}`.trimEnd();

/** The columns with these titles. All columns by default. */
const columnsOf = (titles?: readonly string[]): readonly Column[] =>
  columns.filter(([title]) => titles?.includes(title) ?? true);

/** The title of a scenario and the head of its table. */
export const headOf = ({ name, count, setting, latencyMs }: Scenario, titles?: readonly string[]): string =>
  [
    `${name}: ${count} identities, ${setting.text}${latencyMs > 0 ? `, ${latencyMs} ms before each answer` : ""}`,
    line(columnsOf(titles).map(([title, width]) => aligned(title, width))),
  ].join("\n");

/** A row of the table, followed by its error if it has one. */
export const lineOf = (row: Row, titles?: readonly string[]): string =>
  [
    line(columnsOf(titles).map(([, width, cell]) => aligned(cell(row) ?? NONE, width))),
    ...(row.error === undefined ? [] : [`    FAILED: ${row.error}`]),
  ].join("\n");

/** Explanation of the columns. */
export const legend = [
  "CPU by process: the program, the provider host, and the CLI with its language host. peak MB: the sum of their peaks.",
  "B/resource: bytes of the state's file for each identity. others: the share of the cores that other processes used;",
  "with *, times are not the peer's own.",
].join("\n");

/** Widths of the summary's columns. */
const SUMMARY = [-58, 6, 9, 8];

/** Returns the limits of cost, and whether they were met. */
export function summaryOf(judged: readonly Judged[]): string {
  const row = (cells: readonly string[], verdict: string) =>
    line([...cells.map((cell, at) => aligned(cell, SUMMARY[at] ?? 0)), verdict]);
  return [
    row(["what", "N", "measured", "at most"], ""),
    ...judged.map((one) => {
      const { name, count, measured, must, digits } = one;
      const verdict = { true: "ok", false: "missed", undefined: "" }[`${isMet(one)}`];
      return row([name, String(count), measured.toFixed(digits), must?.toFixed(digits) ?? ""], verdict);
    }),
  ].join("\n");
}
