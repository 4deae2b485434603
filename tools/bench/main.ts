import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importText, importTimes } from "./imports";
import { HELP, type Options, optionsOf } from "./options";
import type { Scenario } from "./plan";
import { endOf, type Report, readReport, record, reportOf, textOf, writeReport } from "./report";
import type { Row } from "./rows";
import { runScenario, type Surroundings } from "./run";
import { headOf, lineOf } from "./table";

/** `npm run bench`: measures the cost of this package and of its peers, side by side in one run. */

/**
 * A folder for all temporary files of the benchmark and its commands, because some of them leave files there. It is removed when
 * this process ends, also by a signal. Running commands are ended first.
 */
class Interruptible {
  readonly #ends = new Set<() => void>();

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-bench-"));
    for (const name of ["TMPDIR", "TMP", "TEMP"]) process.env[name] = folder;
    // A process that was killed a moment ago may still be ending.
    const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    process.once("exit", remove);
    for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
      process.once(signal, () => {
        for (const end of this.#ends) end();
        process.exit(code);
      });
    }
  }

  /** Registers `end`, which ends a command at once. Returns a function that unregisters it. */
  readonly onInterrupt = (end: () => void): (() => void) => {
    this.#ends.add(end);
    return () => this.#ends.delete(end);
  };
}

/** Runs the scenarios, prints each row after its measurement, and writes it, so that an interrupted run keeps its rows. */
async function measure({ scenarios, withImports, out }: Options): Promise<Report> {
  const pulumi = process.env.PULUMI_PLATFORM_PULUMI;
  if (pulumi === undefined) throw new Error("run it as `npm run bench`, which readies the Pulumi CLI");
  const { onInterrupt } = new Interruptible();
  const imports = withImports ? importTimes() : undefined;
  if (imports !== undefined) console.log(importText(imports));
  const rows: Row[] = [];
  const report = () => reportOf({ scenarios, rows, ...(imports === undefined ? {} : { imports }) });
  const onRow = (row: Row) => {
    rows.push(row);
    console.log(lineOf(row));
    writeReport(out, report());
  };
  const surroundings: Surroundings = { pulumi, onInterrupt, onRow };
  for (const scenario of scenarios) {
    console.log(`\n${headOf(scenario)}`);
    await runScenario(scenario, surroundings);
  }
  const done = report();
  if (rows.length > 0) console.log(`\n${endOf(done)}\n\n${out}`);
  return done;
}

/** Returns the exit code: 1 if a command failed. A cost that is too high is reported, but is not a failure. */
async function bench(options: Options): Promise<number> {
  const { from, isRecorded } = options;
  const report = from === undefined ? await measure(options) : readReport(from);
  if (from !== undefined) console.log(textOf(report));
  if (isRecorded) console.log(record(report));
  return report.rows.some(({ error, setting }) => error !== undefined && setting !== "throttled") ? 1 : 0;
}

async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2));
  if (options === undefined) return console.log(HELP);
  if (options.isListed) return console.log(options.scenarios.map(headline).join("\n"));
  process.exitCode = await bench(options);
}

const headline = ({ name, peers, operations }: Scenario): string =>
  `${name}: ${operations.join(", ")} by ${peers.join(", ")}`;

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
