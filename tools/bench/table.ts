import { isMet, type Judged } from "./musts";
import type { Scenario } from "./plan";
import { isDisturbed, type Row, requestsOf } from "./rows";

/** What a cell has for what this machine does not tell, or what there is none of. */
const NONE = "n/a";
const MEGA = 1_000_000;

interface Column {
  readonly title: string;
  readonly width: number;
  readonly cell: (row: Row) => string | undefined;
}

const seconds = (value: number | undefined): string | undefined => value?.toFixed(1);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

const columns: readonly Column[] = [
  { title: "operation", width: -9, cell: ({ operation }) => operation },
  { title: "peer", width: -6, cell: ({ peer }) => peer },
  { title: "wall s", width: 7, cell: ({ wallSeconds }) => seconds(wallSeconds) },
  { title: "CPU s", width: 6, cell: ({ cpuSeconds }) => seconds(cpuSeconds?.total) },
  { title: "program", width: 7, cell: ({ cpuSeconds }) => seconds(cpuSeconds?.program) },
  { title: "host", width: 5, cell: ({ cpuSeconds }) => seconds(cpuSeconds?.host) },
  { title: "CLI", width: 6, cell: ({ cpuSeconds }) => seconds(cpuSeconds?.cli) },
  { title: "requests", width: 8, cell: (row) => String(requestsOf(row)) },
  { title: "conns", width: 5, cell: ({ connections }) => String(connections) },
  { title: "in flight", width: 9, cell: ({ mostInFlight }) => String(mostInFlight) },
  { title: "B/resource", width: 10, cell: ({ stateBytes }) => stateBytes?.toFixed(0) },
  {
    title: "written MB",
    width: 10,
    cell: ({ writtenBytes }) => (writtenBytes === undefined ? undefined : (writtenBytes / MEGA).toFixed(1)),
  },
  {
    title: "peak MB",
    width: 7,
    cell: ({ peakMemory }) =>
      peakMemory === undefined ? undefined : (sum(Object.values(peakMemory)) / MEGA).toFixed(0),
  },
  {
    title: "others",
    width: 7,
    cell: (row) =>
      row.othersShare === undefined
        ? undefined
        : `${(row.othersShare * 100).toFixed(0)} %${isDisturbed(row) ? " *" : "  "}`,
  },
];

const aligned = (text: string, width: number): string => (width < 0 ? text.padEnd(-width) : text.padStart(width));

const line = (cells: readonly string[]): string => `  ${cells.join("  ")}`.trimEnd();

/** What a scenario is, and the head of its table. */
export const headOf = ({ name, count, setting, latencyMs }: Scenario): string =>
  [
    `${name}: ${count} identities, ${setting.text}${latencyMs > 0 ? `, ${latencyMs} ms before each answer` : ""}`,
    line(columns.map(({ title, width }) => aligned(title, width))),
  ].join("\n");

/** A row of the table, with the error below it where there is one. */
export const lineOf = (row: Row): string =>
  [
    line(columns.map(({ cell, width }) => aligned(cell(row) ?? NONE, width))),
    ...(row.error === undefined ? [] : [`    FAILED: ${row.error}`]),
  ].join("\n");

/** What the columns mean. */
export const legend = [
  "CPU by process: the program, the provider host, and the CLI with its language host. peak MB: the sum of their peaks.",
  "B/resource: the state's file as it lies there, for each identity. others: the share of the cores that other processes used;",
  "with *, times are not the peer's own.",
].join("\n");

/** Widths of the summary's columns. */
const SUMMARY = [-58, 6, 9, 8];

/** The promises about cost, and whether they were kept. */
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
