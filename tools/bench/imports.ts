import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { median } from "./rows";

const ROUNDS = 15;

/** Prints how many milliseconds a fresh process takes to import the SDK, and then this package. */
const PROGRAM = `
const time = (name) => { const started = process.hrtime.bigint(); require(name); return Number(process.hrtime.bigint() - started) / 1e6; };
console.log(JSON.stringify([time("@pulumi/pulumi"), time("pulumi-platform")]));
`;

/** Time of imports in milliseconds, as medians of fresh processes. */
export interface ImportTimes {
  readonly sdk: number;
  /** This package on top of the SDK. */
  readonly own: number;
}

export function importTimes(): ImportTimes {
  const cwd = join(__dirname, "..", "..");
  const run = () => JSON.parse(execFileSync(process.execPath, ["-e", PROGRAM], { cwd, encoding: "utf8" })) as number[];
  run(); // The first run warms the file cache.
  const rounds = Array.from({ length: ROUNDS }, run);
  const [sdk = 0, own = 0] = [0, 1].map((i) => median(rounds.flatMap((times) => times[i] ?? [])));
  return { sdk, own };
}

export const importText = ({ sdk, own }: ImportTimes): string =>
  [
    `medians of ${ROUNDS} processes:`,
    `  import "@pulumi/pulumi"                   ${sdk.toFixed(1)} ms`,
    `  import "pulumi-platform" on top of it     ${own.toFixed(1)} ms (ratio ${(own / sdk).toFixed(4)})`,
  ].join("\n");
