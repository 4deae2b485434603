import type { HostName } from "../../../src/description/names/host-name";
import { runSeed, skipsCheckpoints, summaryOf, zeroTally } from "./run";

interface Run {
  readonly seed: number;
  /** Whether it skips checkpoints and is killed at any request. */
  readonly isSkipping: boolean;
  readonly shell: HostName;
  readonly hasSecondWriter?: boolean;
}

/** How many files share the runs, so that several run at once. */
const FILES = 6;

/** Every third seed of each file runs on the plugin, so that both hosts take no more time than one. */
const shellOf = (seed: number): HostName => (Math.floor((seed - 1) / FILES) % 3 === 0 ? "plugin" : "dynamic");

/** The runs of every test run; one that has failed elsewhere is added here. */
const runs: readonly Run[] = [
  ...Array.from({ length: 22 }, (_, i) => i + 1).map(
    (seed): Run => ({ seed, isSkipping: skipsCheckpoints(seed), shell: shellOf(seed) }),
  ),
  { seed: 1_575_825_672, isSkipping: false, shell: "dynamic" },
  ...[634_410_357, 698_319_690, 1_073_328_622, 989_897_188, 2_004_926_949].map(
    (seed): Run => ({ seed, isSkipping: true, shell: "dynamic" }),
  ),
  { seed: 819_547_584, isSkipping: true, shell: "dynamic", hasSecondWriter: true },
  { seed: 544_415_749, isSkipping: false, shell: "plugin", hasSecondWriter: true },
];

/** A test for each seed of one of the files, from 0. */
export function describeSeeds(title: string, file: number): void {
  describe(title, function () {
    this.timeout(300_000);
    const tally = zeroTally();
    after(() => console.log(`      ${summaryOf(tally)}`));

    for (const { seed, isSkipping, shell, hasSecondWriter } of runs.filter((_, index) => index % FILES === file)) {
      const killed = isSkipping ? ", killed with checkpoints skipped" : "";
      const how = hasSecondWriter ? `${killed}, beside a second writer` : killed;
      it(`loses nothing, duplicates nothing and shows no secret with seed ${seed}${how} [${shell}]`, async () => {
        await runSeed(seed, tally, { isSkipping, shell, hasSecondWriter });
      });
    }
  });
}
