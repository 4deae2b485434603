import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import type { Theme } from "../picture";
import { chart } from "./chart";
import { importText, importTimes } from "./imports";
import { judged } from "./musts";
import { HELP, type Options, optionsOf } from "./options";
import type { Scenario } from "./plan";
import type { Row } from "./rows";
import { runScenario, type Surroundings } from "./run";
import { headOf, legend, lineOf, summaryOf } from "./table";

/** `npm run bench`: measures what work costs with this package and with its peers, side by side in one run. */

/**
 * A folder for all that the benchmark and its commands put into the folder for temporary files, which some of them leave there.
 * It is removed when this process ends, by a signal too; then what still runs is ended before.
 */
class Interruptible {
  readonly #ends = new Set<() => void>();

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-bench-"));
    for (const name of ["TMPDIR", "TMP", "TEMP"]) process.env[name] = folder;
    // What was killed a moment ago may still be ending.
    const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    process.once("exit", remove);
    for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
      process.once(signal, () => {
        for (const end of this.#ends) end();
        process.exit(code);
      });
    }
  }

  /** Remembers `end`, which ends a command at once; answers how to forget it. */
  readonly onInterrupt = (end: () => void): (() => void) => {
    this.#ends.add(end);
    return () => this.#ends.delete(end);
  };
}

/** Writes what was measured so far, and the charts of it beside it. */
function write(out: string, rows: readonly Row[], more: object): string[] {
  mkdirSync(dirname(out), { recursive: true });
  const machine = { node: process.version, platform: process.platform, cores: cpus().length, cpu: cpus()[0]?.model };
  const report = { version: 1, time: new Date().toISOString(), machine, ...more, rows, summary: judged(rows) };
  writeFileSync(out, `${JSON.stringify(report, null, 2)}\n`);
  return THEMES.flatMap((theme) => {
    const drawn = chart(rows, theme);
    const file = `${out.slice(0, out.length - extname(out).length)}-${theme}.svg`;
    if (drawn === undefined) return [];
    writeFileSync(file, drawn);
    return [file];
  });
}

const THEMES: readonly Theme[] = ["light", "dark"];

/** Runs all of it and answers the exit code: 1 when a command failed. A cost that is too high is told, and fails nothing. */
async function bench({ scenarios, withImports, out }: Options): Promise<number> {
  const pulumi = process.env.PULUMI_PLATFORM_PULUMI;
  if (pulumi === undefined) throw new Error("run it as `npm run bench`, which readies the Pulumi CLI");
  const { onInterrupt } = new Interruptible();
  const imports = withImports ? importTimes() : undefined;
  if (imports !== undefined) console.log(importText(imports));
  const rows: Row[] = [];
  const surroundings: Surroundings = {
    pulumi,
    onInterrupt,
    onRow: (row) => {
      rows.push(row);
      console.log(lineOf(row));
    },
  };
  let files: string[] = [];
  for (const scenario of scenarios) {
    console.log(`\n${headOf(scenario)}`);
    await runScenario(scenario, surroundings);
    files = write(out, rows, imports === undefined ? {} : { imports });
  }
  if (rows.length > 0) console.log(`\n${legend}\n\n${summaryOf(judged(rows))}\n\n${[out, ...files].join("\n")}`);
  return rows.some(({ error, setting }) => error !== undefined && setting !== "throttled") ? 1 : 0;
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
