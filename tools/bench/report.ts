import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { dirname } from "node:path";
import { GeneratedPart } from "../generated-part";
import { chart } from "./chart";
import { hostsPart, isOfHosts } from "./hosts";
import { type ImportTimes, importText } from "./imports";
import { type Judged, judged } from "./musts";
import type { Scenario } from "./plan";
import type { Row } from "./rows";
import { headOf, legend, lineOf, summaryOf } from "./table";

/** JSON of a run. */
export interface Report {
  /** Version of this format. */
  readonly version: 1;
  /** Time of writing, RFC 3339. */
  readonly time: string;
  readonly machine: Machine;
  readonly imports?: ImportTimes;
  readonly scenarios: readonly Scenario[];
  readonly rows: readonly Row[];
  readonly summary: readonly Judged[];
}

interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly cores: number;
  readonly memoryBytes: number;
}

/** Returns the report of this machine so far. */
export const reportOf = (measured: Pick<Report, "imports" | "scenarios" | "rows">): Report => ({
  version: 1,
  time: new Date().toISOString(),
  machine: { node: process.version, platform: process.platform, cores: cpus().length, memoryBytes: totalmem() },
  ...measured,
  summary: judged(measured.rows),
});

/** Returns the text after the last row. */
export const endOf = ({ rows }: Pick<Report, "rows">): string => `${legend}\n\n${summaryOf(judged(rows))}`;

/** The tables of scenarios. A scenario without a row was not reached. */
const tablesOf = (scenarios: readonly Scenario[], rows: readonly Row[], titles?: readonly string[]): string[] =>
  scenarios.flatMap((scenario) => {
    const own = rows.filter(({ scenario: name }) => name === scenario.name);
    if (own.length === 0) return [];
    return [[headOf(scenario, titles), ...own.map((row) => lineOf(row, titles))].join("\n")];
  });

const importsOf = ({ imports }: Report): string[] => (imports === undefined ? [] : [importText(imports)]);

/** Everything that a run prints. */
export const textOf = (report: Report): string =>
  [...importsOf(report), ...tablesOf(report.scenarios, report.rows), endOf(report)].join("\n\n");

/** The columns of the tables on the page. */
const PAGE_COLUMNS = ["operation", "peer", "wall s", "CPU s", "requests", "B/resource", "others"];

/** The figures on the page: the largest stacks with default settings and with skipped checkpoints, and what has a limit. */
export function pageTextOf(report: Report): string {
  const largest = ["default", "skipped"].flatMap((setting) =>
    report.scenarios
      .filter((scenario) => scenario.setting.name === setting && scenario.latencyMs === 0)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, 1),
  );
  const limits = judged(report.rows).filter(({ must }) => must !== undefined);
  return [...importsOf(report), ...tablesOf(largest, report.rows, PAGE_COLUMNS), summaryOf(limits)].join("\n\n");
}

/** Reads the JSON of a run. Throws an Error for other JSON, or another version. */
export function readReport(file: string): Report {
  const report = JSON.parse(readFileSync(file, "utf8")) as Partial<Report>; // The version is checked below.
  if (report.version !== 1 || report.rows === undefined || report.scenarios === undefined) {
    throw new Error(`${file} is not a report of \`npm run bench\` in this version`);
  }
  return report as Report;
}

/** Writes the JSON. */
export function writeReport(file: string, report: Report): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

/** The part of docs/performance.md from a run of several peers. */
const page = new GeneratedPart("docs/performance.md", "bench/report");

/** Writes the figures of docs/performance.md, with a chart if there are other peers. Returns the file. */
export function record(report: Report): string {
  const { node, platform, cores, memoryBytes } = report.machine;
  const machine = `${cores} cores, ${Math.round(memoryBytes / 2 ** 30)} GiB, ${platform}, Node ${node}`;
  const figures = `\`\`\`text\n${pageTextOf(report)}\n\`\`\``;
  const isAlone = isOfHosts(report.rows);
  const drawn = isAlone ? undefined : chart(report.rows);
  const part = isAlone ? hostsPart : page;
  part.write([`On ${machine}, ${report.time.slice(0, 10)}:`, drawn ?? "", figures].filter(Boolean).join("\n\n"));
  return part.file;
}
