import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { hostNameOf, hostNameText } from "../../../src/description/names/host-name";
import { runSeed, summaryOf, zeroTally } from "./run";

/**
 * `npm run chaos`: runs of new seeds, two at a time, until `--minutes` are over, `--runs` are done, or Ctrl-C; `--seed` runs one
 * again. Every second seed skips checkpoints and is killed at any request; with `--skip-checkpoints` each does. `--host plugin`
 * runs them on the plugin. With `--second-writer` another client changes objects meanwhile. Fails when one has failed, and says how to run that again.
 */
async function chaos(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string" },
      runs: { type: "string" },
      seed: { type: "string" },
      host: { type: "string", default: "dynamic" },
      "skip-checkpoints": { type: "boolean" },
      "second-writer": { type: "boolean" },
    },
  });
  const isSkipping = values["skip-checkpoints"];
  const shell = hostNameOf(values.host);
  if (shell === undefined) throw new Error(hostNameText("--host"));
  const hasSecondWriter = values["second-writer"];
  const again = `${isSkipping ? " --skip-checkpoints" : ""}${hasSecondWriter ? " --second-writer" : ""}${shell === "dynamic" ? "" : ` --host ${shell}`}`;
  const tally = zeroTally();
  const failed: number[] = [];
  const run = async (seed: number) => {
    const started = Date.now();
    try {
      const { operation, before, faults } = await runSeed(seed, tally, { isSkipping, shell, hasSecondWriter });
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(
        `seed ${seed}: ${operation}, ${before.length} resources, ${faults.length} faults: passed (${seconds} s)`,
      );
    } catch (error) {
      failed.push(seed);
      // The stack has the message as it was before the output of the run was added to it.
      console.error(error instanceof Error ? `${error.message}\n${error.stack}` : error);
    }
  };

  const first = numberOf("seed", values.seed);
  const minutes = numberOf("minutes", values.minutes) ?? Number.POSITIVE_INFINITY;
  const deadline = Date.now() + minutes * 60_000;
  let left = numberOf("runs", values.runs) ?? Number.POSITIVE_INFINITY;
  let stopped = first !== undefined;
  // The runs under way are broken off with it, and count for nothing.
  process.once("SIGINT", () => {
    stopped = true;
    console.log(summaryOf(tally));
    process.exit(failed.length === 0 ? 0 : 1);
  });
  if (first !== undefined) await run(first);
  const lane = async () => {
    while (!stopped && left-- > 0 && Date.now() < deadline) await run(randomInt(2 ** 31));
  };
  await Promise.all([lane(), lane()]);
  console.log(summaryOf(tally));
  for (const seed of failed)
    console.log(
      `seed ${seed} failed: "npm run chaos -- --seed ${seed}${again}" runs it again; add it to test/engine/chaos/seeds.ts when it is mended`,
    );
  return failed.length === 0 ? 0 : 1;
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}"`);
  return Number(text);
}

chaos().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 2;
  },
);
