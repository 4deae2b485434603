import { execFileSync } from "node:child_process";
import { root } from "./places.mjs";
import { main } from "./process.mjs";
import { ensureBuild } from "./setup.mjs";

const ROUNDS = 15;

/** Prints how long the import of the SDK takes in a fresh process, and how long ours takes after it, in milliseconds. */
const PROGRAM = `
const time = (name) => { const started = process.hrtime.bigint(); require(name); return Number(process.hrtime.bigint() - started) / 1e6; };
console.log(JSON.stringify([time("@pulumi/pulumi"), time("pulumi-platform")]));
`;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** `npm run bench`: what docs/contributing.md says about speed, as medians side by side in one run. */
await main(async () => {
  await ensureBuild();
  const run = () => JSON.parse(execFileSync(process.execPath, ["-e", PROGRAM], { cwd: root, encoding: "utf8" }));
  run(); // The first one warms the file cache up.
  const rounds = Array.from({ length: ROUNDS }, run);
  const [sdk, own] = [0, 1].map((i) => median(rounds.map((times) => times[i])));
  console.log(`medians of ${ROUNDS} processes:`);
  console.log(`  import "@pulumi/pulumi"                   ${sdk.toFixed(1)} ms`);
  console.log(`  import "pulumi-platform" on top of it     ${own.toFixed(1)} ms (ratio ${(own / sdk).toFixed(4)})`);
});
