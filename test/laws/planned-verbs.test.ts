import assert from "node:assert/strict";
import fc from "fast-check";
import { AdoptionError, IncompleteError } from "../../src/core/errors";
import { Handle, Kind } from "../../src/core/handle";
import { valueAt } from "../../src/core/state/paths";
import { plannedOutputs } from "../../src/core/state/planned";
import { diff } from "../../src/core/verbs/diff";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { resources } from "../../src/resources";
import { keyFields, outputsFollowing, type ResourceSpec } from "../../src/spec/resource";
import type { Values } from "../../src/spec/values";
import { nextRun, type Platform, startPlatform } from "../support/platform";
import { withValue } from "../support/samples";
import { arbitraryInputs, updatesOf, withFixed } from "./arbitraries";
import { knownIn, plannedIn } from "./known";
import { foreignLeaves } from "./meaning";

/**
 * What a preview calls known is what the operation returns (state/planned.ts): for every kind, on the emulator.
 * planned.test.ts has the same for random servers.
 */

const RUNS = { numRuns: 15 };

/** Asserts that each known value of a plan is the one that the operation returned, and that the plan lacks none. */
const assertKept = (planned: Values, actual: Values): void =>
  assert.deepEqual(knownIn(planned, actual), knownIn(planned, planned));

/** Values without computed ones that follow inputs which another writer has changed. Nobody can know these before. */
const withoutCopies = (spec: ResourceSpec, values: Values, touched: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !outputsFollowing(spec, touched).includes(name)));

const isAdoptable = ({ fields, lifecycle, peculiar }: ResourceSpec): boolean =>
  lifecycle === undefined &&
  peculiar?.rootOf === undefined &&
  !Object.values(fields).some(({ options }) => options.returned === "once");

describe("what a preview calls known", () => {
  let platform: Platform;
  before(async () => {
    // An invite may be made for less than the two minutes that the clock of tests is behind.
    platform = await startPlatform({ now: () => new Date() });
  });
  after(() => platform.close());

  /** Creates an object, and deletes it once a law has looked at it. */
  async function withObject(spec: ResourceSpec, inputs: Values, law: (object: TestObject) => Promise<void>) {
    const context = nextRun(platform.context);
    const verbs = verbsOf(spec);
    const { uid, outputs } = await verbs.create(new Kind(context, spec), inputs);
    let last = outputs;
    const update = async (recorded: Values, desired: Values) => {
      last = await verbs.update(new Handle(context, spec, uid), recorded, desired);
      return last;
    };
    try {
      await law({ uid, outputs, update });
    } finally {
      const allowed = spec.peculiar?.deletableIf === undefined ? last : { ...last, [spec.peculiar?.deletableIf]: true };
      if (spec.lifecycle !== "acceptance") await verbs.delete(new Handle(nextRun(context), spec, uid), allowed);
    }
  }

  for (const spec of Object.values(resources)) {
    it(`is what a create returns: ${spec.type}`, async () => {
      const law = (desired: Values) =>
        withObject(spec, desired, async ({ outputs }) => assertKept(plannedOutputs(spec, undefined, desired), outputs));
      await fc.assert(fc.asyncProperty(arbitraryInputs(platform.world, spec), law), RUNS);
    });

    it(`is what an update returns, also if another writer changes something else: ${spec.type}`, async () => {
      let compared = 0;
      const law = ([before, after]: readonly [Values, Values], other: Values) =>
        withObject(spec, before, async ({ outputs, update }) => {
          if (diff(spec, outputs, after).replaces.length > 0) return;
          compared += 1;
          const isPatched = spec.update === "patch" && spec.lifecycle === undefined;
          const theirs = withFixed(spec.fields, before, other);
          const foreign = isPatched ? foreignLeaves(spec, outputs, after, theirs) : [];
          const taken = foreign.reduce((all, { names }) => withValue(all, names, valueAt(theirs, names)), before);
          if (foreign.length > 0) await update(outputs, taken);
          const touched = new Set(foreign.map(({ names: [name = ""] }) => name));
          assertKept(
            withoutCopies(spec, plannedOutputs(spec, outputs, after), touched),
            withoutCopies(spec, await update(outputs, after), touched),
          );
        });
      const all = fc.asyncProperty(updatesOf(platform.world, spec), arbitraryInputs(platform.world, spec), law);
      // Nearly every change replaces an invite, so a few runs may compare nothing.
      for (let tries = 0; tries < 5 && compared === 0; tries++) await fc.assert(all, RUNS);
      assert.ok(compared > 0);
    });
  }

  for (const spec of Object.values(resources).filter(isAdoptable)) {
    it(`is what an adoption returns: ${spec.type}`, async () => {
      let compared = 0;
      const keys = keyFields(spec).map(([name]) => name);
      const law = ([before, change]: readonly [Values, Values]) =>
        withObject(spec, before, async ({ uid, outputs }) => {
          const after = { ...change, ...Object.fromEntries(keys.map((name) => [name, before[name]])) };
          if (diff(spec, outputs, after).replaces.length > 0) return;
          const kind = new Kind(nextRun(platform.context), spec);
          const adopted = await verbsOf(spec)
            .create(kind, { ...after, adoptUid: uid })
            .catch((error: Error) => error);
          if (adopted instanceof AdoptionError || adopted instanceof IncompleteError) return;
          if (adopted instanceof Error) throw adopted;
          compared += 1;
          const planned = plannedOutputs(spec, undefined, after);
          assertKept(planned, plannedIn(planned, adopted.outputs) as Values);
        });
      await fc.assert(fc.asyncProperty(updatesOf(platform.world, spec), law), RUNS);
      assert.ok(compared > 0);
    });
  }
});

interface TestObject {
  readonly uid: string;
  readonly outputs: Values;
  update(recorded: Values, desired: Values): Promise<Values>;
}
