import { runSeed, summaryOf, zeroTally } from "./run";

/** The seeds of every test run; one that has failed elsewhere is added here. */
const seeds: readonly number[] = [...Array.from({ length: 39 }, (_, i) => i + 1), 1_575_825_672];

/** How many files share the seeds, so that several run at once. */
const FILES = 6;

/** A test for each seed of one of the files, from 0. */
export function describeSeeds(title: string, file: number): void {
  describe(title, function () {
    this.timeout(300_000);
    const tally = zeroTally();
    after(() => console.log(`      ${summaryOf(tally)}`));

    for (const seed of seeds.filter((_, index) => index % FILES === file)) {
      it(`loses, doubles and shows nothing with seed ${seed}`, async () => {
        await runSeed(seed, tally);
      });
    }
  });
}
