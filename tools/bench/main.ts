import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, extname, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Theme } from "../picture";
import { chart } from "./chart";
import { importText, importTimes } from "./imports";
import { judged } from "./musts";
import { narrowed, OPERATIONS, type Operation, plans, type Scenario, type Size } from "./plan";
import type { Row } from "./rows";
import { runScenario, type Surroundings } from "./run";
import { headOf, legend, lineOf, summaryOf } from "./table";

/** `npm run bench`: measures what work costs with this package and with its peers, side by side in one run. */

const HELP = `npm run bench -- [--quick | --large] [--only ROW] [--count N] [--operations A,B] [--out FILE] [--list]

  --quick         N = 100, some minutes; without it N = 100 and 500, about twenty minutes
  --large         N = 1,000 and 5,000, hours
  --only ROW      the scenarios that have this in their name; "imports" is the first
  --count N       so many resources in place of the plan's
  --operations    of ${OPERATIONS.join(", ")}
  --out FILE      the JSON; .cache/bench.json without it. The charts lie beside it
  --list          only tells what would run`;

interface Options {
  readonly scenarios: readonly Scenario[];
  readonly withImports: boolean;
  readonly out: string;
  readonly listOnly: boolean;
}

/** Reads the command line. Throws an Error that says what is wrong with it. */
function optionsOf(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      large: { type: "boolean", default: false },
      only: { type: "string" },
      count: { type: "string" },
      operations: { type: "string" },
      out: { type: "string", default: ".cache/bench.json" },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const size: Size = values.quick ? "quick" : values.large ? "large" : "usual";
  const only = values.only;
  const count = values.count === undefined ? undefined : Number(values.count);
  if (count !== undefined && !(Number.isInteger(count) && count > 0))
    throw new Error("--count takes a whole number from 1 up");
  const operations = values.operations?.split(",").map(operationOf);
  const scenarios = narrowed(plans[size], {
    ...(only === undefined ? {} : { only }),
    ...(count === undefined ? {} : { count }),
    ...(operations === undefined ? {} : { operations }),
  });
  const withImports = only === undefined || "imports".includes(only);
  if (scenarios.length === 0 && !withImports) {
    throw new Error(
      `no row of this plan has "${only}" in its name; there are imports, ${plans[size].map(({ name }) => name).join(", ")}`,
    );
  }
  return { scenarios, withImports, out: resolve(values.out), listOnly: values.list };
}

function operationOf(text: string): Operation {
  const found = OPERATIONS.find((operation) => operation === text.trim());
  if (found === undefined) throw new Error(`"${text}" is no operation; there are ${OPERATIONS.join(", ")}`);
  return found;
}

/** What is left to end or to remove if the benchmark is interrupted: the newest first. */
class Interruption {
  readonly #ends: (() => void)[] = [];

  constructor() {
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const) {
      process.once(signal, () => {
        for (const end of this.#ends.toReversed()) end();
        process.exit(code);
      });
    }
  }

  /** Remembers `end`; answers how to forget it. */
  readonly on = (end: () => void): (() => void) => {
    this.#ends.push(end);
    return () => this.#ends.splice(this.#ends.indexOf(end), 1);
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
  const interruption = new Interruption();
  const imports = withImports ? importTimes() : undefined;
  if (imports !== undefined) console.log(importText(imports));
  const rows: Row[] = [];
  const surroundings: Surroundings = {
    pulumi,
    onInterrupt: interruption.on,
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
  return rows.some(({ error, isThrottled }) => error !== undefined && !isThrottled) ? 1 : 0;
}

async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2));
  if (options === undefined) return console.log(HELP);
  if (options.listOnly) return console.log(options.scenarios.map(headline).join("\n"));
  process.exitCode = await bench(options);
}

const headline = ({ name, peers, operations }: Scenario): string =>
  `${name}: ${operations.join(", ")} by ${peers.join(", ")}`;

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
