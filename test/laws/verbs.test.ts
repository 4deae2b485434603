import assert from "node:assert/strict";
import fc from "fast-check";
import type { ReadResult } from "../../src/core/handle";
import { Handle, Kind } from "../../src/core/handle";
import { inputsOf } from "../../src/core/state/after-read";
import { valueAt } from "../../src/core/state/paths";
import { diff } from "../../src/core/verbs/diff";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { resources } from "../../src/resources";
import { NOTES } from "../../src/spec/proof";
import type { ResourceSpec } from "../../src/spec/resource";
import { type Field, message } from "../../src/spec/types";
import type { Values } from "../../src/spec/values";
import { type Mutation, mutations } from "../support/log";
import { nextRun, type Platform, startPlatform } from "../support/platform";
import { withValue } from "../support/samples";
import { arbitraryInputs, reordered, updatesOf, withFixed } from "./arbitraries";
import { foreignLeaves, type Leaf, leavesOf, maskPathOf, meaningOf } from "./meaning";

const RUNS = { numRuns: 25 };
const NO_DIFF = { changed: false, isHidden: false, replaces: [], deleteBeforeReplace: false };

/** An object of the platform, and what can be done with it. */
interface TestObject {
  readonly uid: string;
  readonly outputs: Values;
  update(recorded: Values, desired: Values): Promise<Values>;
  read(recorded: Values): Promise<ReadResult>;
}

describe("the verbs", () => {
  let platform: Platform;
  before(async () => {
    // An invite may be made for less than the two minutes that the clock of tests is behind.
    platform = await startPlatform({ now: () => new Date() });
  });
  after(() => platform.close());

  /** Makes an object, lets a law look at it, and takes it away again. */
  async function withObject(spec: ResourceSpec, inputs: Values, law: (object: TestObject) => Promise<void>) {
    const { emulator } = platform;
    const context = nextRun(platform.context);
    const verbs = verbsOf(spec);
    const { uid, outputs } = await verbs.create(new Kind(context, spec), inputs);
    emulator.clearRequests();
    try {
      await law({
        uid,
        outputs,
        update: (recorded, desired) => verbs.update(new Handle(context, spec, uid), recorded, desired),
        read: async (recorded) =>
          (await verbs.read(new Handle(context, spec, uid), recorded)) ?? assert.fail("it does not exist"),
      });
    } finally {
      const allowed =
        spec.peculiar?.deletableIf === undefined ? outputs : { ...outputs, [spec.peculiar?.deletableIf]: true };
      if (spec.lifecycle !== "acceptance") await verbs.delete(new Handle(nextRun(context), spec, uid), allowed);
    }
  }

  for (const spec of Object.values(resources)) {
    it(`read what they create, and both equal the inputs: ${spec.type}`, async () => {
      const law = (desired: Values) =>
        withObject(spec, desired, async ({ outputs, read }) => {
          const found = await read(outputs);
          assert.deepEqual(found.outputs, outputs);
          assert.deepEqual(differences(spec, found.inputs, desired), []);
          const turned = reordered(message(spec.fields), desired, (items) => items.toReversed()) as Values;
          for (const same of [desired, turned]) assert.equal(diff(spec, outputs, same).changed, false);
        });
      await fc.assert(fc.asyncProperty(arbitraryInputs(platform.world, spec), law), RUNS);
    });
  }

  const patched = Object.values(resources).filter(({ update, lifecycle }) => update === "patch" && !lifecycle);
  for (const spec of patched) {
    it(`send exactly the changes in an update, and the result is as desired: ${spec.type}`, async () => {
      const law = ([before, after]: readonly [Values, Values]) =>
        withObject(spec, before, async ({ uid, outputs, update, read }) => {
          const updated = await update(outputs, after);
          assert.deepEqual(mutations(platform.emulator.requests), patchesOf(spec, uid, toChange(spec, outputs, after)));
          assert.equal(diff(spec, updated, after).changed, false);
          const found = await read(updated);
          assert.deepEqual(found.outputs, updated);
          assert.deepEqual(differences(spec, found.inputs, after), []);
        });
      await fc.assert(fc.asyncProperty(updatesOf(platform.world, spec), law), RUNS);
    });

    it(`restore everything by an update and its reverse: ${spec.type}`, async () => {
      const law = ([before, after]: readonly [Values, Values]) =>
        withObject(spec, before, async ({ outputs, update, read }) => {
          const first = await read({});
          const restored = await update(await update(outputs, after), before);
          assert.equal(diff(spec, restored, before).changed, false);
          assert.deepEqual(differences(spec, (await read(restored)).inputs, before), []);
          const kept = leavesOf(spec.fields, first.inputs, (await read({})).inputs).filter(
            ({ fields }) => !isFilled(fields),
          );
          assert.deepEqual(kept.map(maskPathOf), []);
        });
      await fc.assert(fc.asyncProperty(updatesOf(platform.world, spec), law), RUNS);
    });

    it(`send nothing when the program states the values that the server filled in: ${spec.type}`, async () => {
      const law = (before: Values) =>
        withObject(spec, before, async ({ outputs, update, read }) => {
          const { [NOTES]: _, ...all } = outputs;
          const said = inputsOf(spec.fields, all);
          const isMore = differences(spec, before, said).length > 0;
          const first = diff(spec, outputs, said);
          assert.deepEqual({ ...first, deleteBeforeReplace: false }, { ...NO_DIFF, changed: isMore });
          const updated = await update(outputs, said);
          assert.deepEqual(mutations(platform.emulator.requests), []);
          assert.deepEqual(diff(spec, updated, said), NO_DIFF);
          assert.deepEqual(differences(spec, (await read(updated)).inputs, said), []);
        });
      await fc.assert(fc.asyncProperty(arbitraryInputs(platform.world, spec), law), RUNS);
    });

    it(`let two writers change different fields: ${spec.type}`, async () => {
      const law = ([before, after]: readonly [Values, Values], other: Values) =>
        withObject(spec, before, async ({ outputs, update, read }) => {
          const foreign = foreignLeaves(spec, outputs, after, withFixed(spec.fields, before, other));
          const taking = (values: Values) =>
            foreign.reduce((all, { names }) => withValue(all, names, valueAt(other, names)), values);
          await update(outputs, taking(before));
          const updated = await update(outputs, after);
          assert.equal(diff(spec, updated, after).changed, false);
          assert.deepEqual(differences(spec, (await read(updated)).inputs, taking(after)), []);
        });
      const all = fc.asyncProperty(updatesOf(platform.world, spec), arbitraryInputs(platform.world, spec), law);
      await fc.assert(all, RUNS);
    });
  }
});

const differences = (spec: ResourceSpec, a: Values, b: Values): string[] => leavesOf(spec.fields, a, b).map(maskPathOf);

/** What an update has to change; what the server filled in stays while the program says nothing of it. */
function toChange(spec: ResourceSpec, recorded: Values, desired: Values): Leaf[] {
  const { filled = [] } = (recorded[NOTES] ?? {}) as { filled?: readonly string[] };
  return leavesOf(spec.fields, recorded, desired).filter(
    ({ names, fields }) => !filled.includes(names.join(".")) || !isLeftOut(fields.at(-1), valueAt(desired, names)),
  );
}

const isLeftOut = (field: Field | undefined, value: unknown): boolean =>
  field === undefined || meaningOf(field.type, value) === undefined;

/** The requests that make these changes and no others. */
function patchesOf(spec: ResourceSpec, uid: string, changed: readonly Leaf[]): Mutation[] {
  const patch = (target: string, paths: readonly string[]): Mutation[] =>
    paths.length === 0 ? [] : [{ method: "PATCH", target, mask: paths.join(","), paths }];
  const isBelow = ({ fields: [field] }: Leaf) => field?.options.subresource !== undefined;
  const sent = changed.filter((leaf) => !leaf.isImplied && !leaf.fields[0]?.options.clientOnly);
  const own = sent.filter((leaf) => !isBelow(leaf));
  return [
    ...patch(`${spec.collection}/${uid}`, own.map(maskPathOf)),
    ...sent.filter(isBelow).flatMap(({ fields: [field] }) => {
      const { segment = "", property = "" } = field?.options.subresource ?? {};
      return patch(`${spec.collection}/${uid}/${segment}`, [property]);
    }),
  ];
}

/** Whether the server may give this field a value by itself. */
const isFilled = (fields: readonly Field[]): boolean => fields.some(({ options }) => options.serverDefault);
