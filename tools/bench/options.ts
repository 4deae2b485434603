import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Narrowing, narrowed, OPERATIONS, PEERS, plans, type Scenario, type Size } from "./plan";

/** Help of `npm run bench -- --help`. */
export const HELP = `npm run bench -- [--quick | --large] [--only A,B] [--count N] [--operations A,B] [--peers A,B] [--out FILE]
                 [--from FILE] [--record] [--list]

  --quick        N = 100, some minutes; without it N = 100 and 500, about twenty minutes on an idle machine
  --large        N = 1,000 and 5,000, hours
  --only A,B     the scenarios that have one of these in their name; "imports" is what an import costs
  --count N      so many resources in place of the plan's
  --operations   of ${OPERATIONS.join(", ")}; a stack is created in any case
  --peers        of ${PEERS.join(", ")}
  --out FILE     the JSON, .cache/bench.json when left out
  --from FILE    the JSON of an earlier run, in place of a new one
  --record       writes the figures and the chart of docs/performance.md from the run; with --peers ours,plugin its part about the hosts
  --list         only lists the runs`;

/** Options of the command line. */
export interface Options {
  readonly scenarios: readonly Scenario[];
  /** Whether to measure imports first. */
  readonly withImports: boolean;
  /** File for the JSON. */
  readonly out: string;
  /** JSON of an earlier run, to show instead of a new run. */
  readonly from: string | undefined;
  /** Whether to write docs/performance.md. */
  readonly isRecorded: boolean;
  readonly isListed: boolean;
}

/** Reads the command line. Returns undefined for help. Throws an Error with what is wrong. */
export function optionsOf(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      large: { type: "boolean", default: false },
      only: { type: "string" },
      count: { type: "string" },
      operations: { type: "string" },
      peers: { type: "string" },
      out: { type: "string", default: ".cache/bench.json" },
      from: { type: "string" },
      record: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  if (values.quick && values.large) throw new Error("use only one of --quick and --large");
  const size: Size = values.quick ? "quick" : values.large ? "large" : "usual";
  const { count, operations, peers } = values;
  const only = values.only?.split(",");
  const narrowing: Narrowing = {
    ...(only === undefined ? {} : { only }),
    ...(count === undefined ? {} : { count: countOf(count) }),
    ...(operations === undefined ? {} : { operations: listOf(operations, OPERATIONS, "--operations") }),
    ...(peers === undefined ? {} : { peers: listOf(peers, PEERS, "--peers") }),
  };
  const scenarios = narrowed(plans[size], narrowing);
  const withImports = only?.includes("imports") ?? true;
  if (scenarios.length === 0 && !withImports) {
    const names = ["imports", ...plans[size].map(({ name }) => name)];
    throw new Error(
      `--only ${only?.join(",")}: no scenario of this plan has that in its name. The names are ${names.join(", ")}`,
    );
  }
  return {
    scenarios,
    withImports,
    out: resolve(values.out),
    from: values.from === undefined ? undefined : resolve(values.from),
    isRecorded: values.record,
    isListed: values.list,
  };
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`--count ${text}: must be a whole number from 1 to 999999`);
  return Number(text);
}

/** Returns names from a list with commas. Each must be a known name. */
function listOf<Name extends string>(text: string, known: readonly Name[], option: string): Name[] {
  return text.split(",").map((word) => {
    const found = known.find((name) => name === word.trim());
    if (found === undefined) throw new Error(`${option}: "${word.trim()}" must be one of ${known.join(", ")}`);
    return found;
  });
}
