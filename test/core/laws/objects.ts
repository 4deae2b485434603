import assert from "node:assert/strict";
import type { ReadResult } from "../../../src/core/remote-object";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { EmulatorOptions } from "../../../src/emulator";
import { LocalPlatform } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { populate } from "../../support/platform";
import { leavesOf, maskPathOf } from "./meaning";

/** How often a law is tried with random values. `npm test` tries a fifth (TEST_LAWS), unless it is CI's. */
export const runsOf = (numRuns: number) => ({ numRuns: process.env.TEST_LAWS === "few" ? numRuns / 5 : numRuns });
export const RUNS = runsOf(25);
export const NO_DIFF = { changed: false, isHidden: false, replaces: [], deleteBeforeReplace: false };

/** An object of the platform, and what its run can do with it. */
export interface TestObject {
  readonly uid: string;
  readonly outputs: Values;
  update(recorded: Values, desired: Values): Promise<Values>;
  read(recorded: Values): Promise<ReadResult>;
}

/** A platform with all that samples refer to. Its clock begins with that of this machine, which samples follow. */
export function lawPlatform(options: EmulatorOptions = {}) {
  const platform = new LocalPlatform([], { now: () => new Date(), ...options });
  const world = populate(platform.emulator);
  return {
    platform,
    world,
    /** Creates an object, and deletes it once a law has looked at it. */
    async withObject(spec: ResourceSpec, inputs: Values, law: (object: TestObject) => Promise<void>): Promise<void> {
      const verbs = verbsIn(platform.run(), spec);
      const { uid, outputs } = await verbs.create(inputs);
      let last = outputs;
      platform.requests.length = 0;
      try {
        await law({
          uid,
          outputs,
          update: async (recorded, desired) => {
            last = await verbs.update(uid, recorded, desired);
            return last;
          },
          read: async (recorded) => (await verbs.read(uid, recorded)) ?? assert.fail("it does not exist"),
        });
      } finally {
        const { deletableIf } = spec.peculiar ?? {};
        const allowed = deletableIf === undefined ? last : { ...last, [deletableIf]: true };
        await verbsIn(platform.run(), spec).delete(uid, allowed);
      }
    },
  };
}

/** The paths of the inputs in which two values differ in meaning. */
export const differences = (spec: ResourceSpec, a: Values, b: Values): string[] =>
  leavesOf(spec.fields, a, b).map(maskPathOf);
