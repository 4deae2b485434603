import assert from "node:assert/strict";
import fc from "fast-check";
import { inputsOf } from "../../../src/core/state/after-read";
import { valueAt } from "../../../src/core/state/paths";
import { plannedOutputs } from "../../../src/core/state/planned";
import { diff } from "../../../src/core/verbs/diff";
import { resources } from "../../../src/description/resources";
import { parentUidOf } from "../../../src/description/spec/place";
import { NOTES } from "../../../src/description/spec/proof";
import { outputsFollowing, type ResourceSpec } from "../../../src/description/spec/resource";
import type { Field } from "../../../src/description/spec/types";
import type { Values } from "../../../src/description/spec/values";
import { formComplaints } from "../../support/complaints";
import { type Mutation, mutations } from "../../support/log";
import { changesOf, withValue } from "../../support/samples";
import { arbitraryInputs, updatesOf, withFixed } from "./arbitraries";
import { assertKept } from "./known";
import { foreignLeaves, type Leaf, leavesOf, maskPathOf, meaningOf } from "./meaning";
import { differences, lawPlatform, NO_DIFF, RUNS, type TestObject } from "./objects";

const isPatched = ({ update, lifecycle }: ResourceSpec): boolean => update === "patch" && lifecycle === undefined;

describe("an update", () => {
  const { platform, world, withObject } = lawPlatform({ maskSpelling: "snake" });
  const sent = () => mutations(platform.requests);

  /** What was made is what the preview knew and the program wants. Returns the outputs. */
  async function isUpdated(spec: ResourceSpec, { outputs, update, read }: TestObject, after: Values) {
    const planned = plannedOutputs(spec, outputs, after);
    const updated = await update(outputs, after);
    assertKept(planned, updated);
    assert.deepEqual(diff(spec, updated, after), NO_DIFF);
    const found = await read(updated);
    assert.deepEqual(found.outputs, updated);
    assert.deepEqual(differences(spec, found.inputs, after), []);
    return updated;
  }

  /** Somebody else undoes a change: that is drift, also of a value that the program leaves out, and none once the program does the same. */
  async function isDriftWhenUndone(spec: ResourceSpec, { update, read }: TestObject, values: readonly Values[]) {
    const [updated = {}, before = {}, after = {}] = values;
    await update(updated, before);
    const { inputs, outputs } = await read(updated);
    assert.equal(diff(spec, outputs, after).changed, true);
    // The platform returns the source of a mirror in a form of its own.
    const same = Object.hasOwn(before, "syncConfig") ? inputs : before;
    assert.deepEqual(diff(spec, outputs, same), NO_DIFF);
  }

  for (const spec of Object.values(resources)) {
    it(`sends exactly the changes, and the result is as desired and as a preview knows it: ${spec.type}`, async () => {
      let compared = 0;
      const law = ([before, after]: readonly [Values, Values]) =>
        withObject(spec, before, async (object) => {
          if (diff(spec, object.outputs, after).replaces.length > 0) return;
          compared += 1;
          await isUpdated(spec, object, after);
          if (isPatched(spec))
            assert.deepEqual(sent(), patchesOf(spec, object.uid, toChange(spec, object.outputs, after)));
        });
      // Nearly every change replaces an invite, so a few runs may compare nothing.
      for (let tries = 0; tries < 25 && compared === 0; tries++)
        await fc.assert(fc.asyncProperty(updatesOf(world, spec), law), RUNS);
      assert.ok(compared > 0);
    });

    if (spec.lifecycle !== undefined) continue;
    it(`of any one input is one request for exactly that field, or a replacement: ${spec.type} (row 62) (report: what somebody sets is no drift if the program leaves it out) (report: a change by hand that the program follows is shown as a change)`, async () => {
      for (const { path, before, after, field, replaces } of changesOf(world, spec)) {
        assert.deepEqual(formComplaints(spec, after), []);
        await withObject(spec, before, async (object) => {
          const { uid, outputs } = object;
          const planned = diff(spec, outputs, after);
          assert.deepEqual([planned.changed, planned.replaces], [true, replaces ? [path[0]] : []], path.join("."));
          if (replaces) return;
          const leaves = toChange(spec, outputs, after);
          const own = leaves.filter(({ isImplied }) => !isImplied).map(({ names }) => names);
          assert.deepEqual(own, [path]);
          const updated = await isUpdated(spec, object, after);
          const target = `${spec.collection}/${parentUidOf(spec, uid)}`;
          const moves = spec.update === "upsert" && !field.options.clientOnly;
          assert.deepEqual(sent(), moves ? [{ method: "POST", target }] : patchesOf(spec, uid, leaves));
          if (isSeen(field)) await isDriftWhenUndone(spec, object, [updated, before, after]);
        });
      }
    });
  }

  for (const spec of Object.values(resources).filter(isPatched)) {
    it(`and its reverse restore everything: ${spec.type}`, async () => {
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
      await fc.assert(fc.asyncProperty(updatesOf(world, spec), law), RUNS);
    });

    it(`sends nothing when the program states the values that the server filled in: ${spec.type} (row 61)`, async () => {
      const law = (before: Values) =>
        withObject(spec, before, async ({ outputs, update, read }) => {
          const { [NOTES]: _, ...all } = outputs;
          const said = inputsOf(spec.fields, all);
          const isMore = differences(spec, before, said).length > 0;
          const first = diff(spec, outputs, said);
          assert.deepEqual({ ...first, deleteBeforeReplace: false }, { ...NO_DIFF, changed: isMore });
          const updated = await update(outputs, said);
          assert.deepEqual(sent(), []);
          assert.deepEqual(diff(spec, updated, said), NO_DIFF);
          assert.deepEqual(differences(spec, (await read(updated)).inputs, said), []);
        });
      await fc.assert(fc.asyncProperty(arbitraryInputs(world, spec), law), RUNS);
    });

    it(`keeps what another writer changed in other fields, and a preview knows the rest: ${spec.type}`, async () => {
      const law = ([before, after]: readonly [Values, Values], other: Values) =>
        withObject(spec, before, async ({ outputs, update, read }) => {
          const foreign = foreignLeaves(spec, outputs, after, withFixed(spec.fields, before, other));
          const taking = (values: Values) =>
            foreign.reduce((all, { names }) => withValue(all, names, valueAt(other, names)), values);
          await update(outputs, taking(before));
          const updated = await update(outputs, after);
          assert.equal(diff(spec, updated, after).changed, false);
          assert.deepEqual(differences(spec, (await read(updated)).inputs, taking(after)), []);
          // Nobody can know before what follows an input that another writer has changed.
          const copies = outputsFollowing(spec, new Set(foreign.map(({ names: [name = ""] }) => name)));
          const withoutCopies = (values: Values) =>
            Object.fromEntries(Object.entries(values).filter(([name]) => !copies.includes(name)));
          assertKept(withoutCopies(plannedOutputs(spec, outputs, after)), withoutCopies(updated));
        });
      const all = fc.asyncProperty(updatesOf(world, spec), arbitraryInputs(world, spec), law);
      await fc.assert(all, RUNS);
    });
  }
});

/** What an update has to change; what the server filled in stays while the program says nothing of it. */
function toChange(spec: ResourceSpec, recorded: Values, desired: Values): Leaf[] {
  const { filled = [] } = (recorded[NOTES] ?? {}) as { filled?: readonly string[] };
  return leavesOf(spec.fields, recorded, desired).filter(
    ({ names, fields }) => !filled.includes(names.join(".")) || !isLeftOut(fields.at(-1), valueAt(desired, names)),
  );
}

/** Whether a read shows who changed a field: the value is returned, and the platform does not choose it. */
const isSeen = ({ options: { clientOnly, writeOnly, serverDefault } }: Field): boolean =>
  !clientOnly && !writeOnly && serverDefault !== "anytime";

const isLeftOut = (field: Field | undefined, value: unknown): boolean =>
  field === undefined || meaningOf(field.type, value) === undefined;

/** The requests that make these changes and no others. */
function patchesOf(spec: ResourceSpec, uid: string, changed: readonly Leaf[]): Mutation[] {
  const patch = (target: string, paths: readonly string[]): Mutation[] =>
    paths.length === 0 ? [] : [{ method: "PATCH", target, mask: paths.join(","), paths }];
  const isBelow = ({ fields: [field] }: Leaf) => field?.options.subresource !== undefined;
  const written = changed.filter((leaf) => !leaf.isImplied && !leaf.fields[0]?.options.clientOnly);
  const own = written.filter((leaf) => !isBelow(leaf));
  return [
    ...patch(`${spec.collection}/${uid}`, own.map(maskPathOf)),
    ...written.filter(isBelow).flatMap(({ fields: [field] }) => {
      const { segment = "", property = "" } = field?.options.subresource ?? {};
      return patch(`${spec.collection}/${uid}/${segment}`, [property]);
    }),
  ];
}

/** Whether the server may give this field a value by itself. */
const isFilled = (fields: readonly Field[]): boolean => fields.some(({ options }) => options.serverDefault);
