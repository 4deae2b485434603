import assert from "node:assert/strict";
import fc from "fast-check";
import { AdoptionError, IncompleteError } from "../../../src/core/errors";
import { outputsOfGet } from "../../../src/core/state/after-read";
import { plannedOutputs } from "../../../src/core/state/planned";
import { diff } from "../../../src/core/verbs/diff";
import { resources } from "../../../src/description/resources";
import { isChanging } from "../../../src/description/spec/field-options";
import {
  inputFields,
  isUnique,
  keyFields,
  parentField,
  type ResourceSpec,
} from "../../../src/description/spec/resource";
import { type Field, type Fields, message } from "../../../src/description/spec/types";
import { isValues, type Values } from "../../../src/description/spec/values";
import { formComplaints } from "../../support/complaints";
import { verbsIn } from "../../support/local-verbs";
import { choicesOf, maximalInputs, minimalInputs, type World } from "../../support/samples";
import { arbitraryInputs, reordered, updatesOf } from "./arbitraries";
import { assertKept, plannedIn } from "./known";
import { differences, lawPlatform, NO_DIFF, RUNS, type TestObject } from "./objects";

/** The fewest and all inputs, with each member of each oneof. */
const samplesOf = (world: World, spec: ResourceSpec): Values[] =>
  Array.from({ length: choicesOf(spec) }, (_, choice) =>
    [minimalInputs, maximalInputs].map((inputsOf) => inputsOf(world, spec, choice)),
  ).flat();

/** Where values hold something empty: such a value says no more than its absence. */
function emptyPaths(value: unknown, path = ""): string[] {
  const isObject = typeof value === "object" && value !== null;
  if (!isObject) return value === "" || value === false || value === 0 || value === null ? [path] : [];
  const parts = Object.entries(value);
  return parts.length === 0 ? [path] : parts.flatMap(([name, part]) => emptyPaths(part, `${path}.${name}`)).sort();
}

/** The note that SCIM was off when its token was created. Nothing else shows it. */
const KNOWN_FALSE = ".__server.proven.enabled";

/** What the platform decides, even where it decides as it was asked to. */
const TOLD_AGAIN = ["iam:ExternalGroupRoleMapping identityProviderUid", "iam:ScimToken tokenExpireTime"];

/** Outputs that only say what the uid or an input says. */
function repeated({ type, fields }: ResourceSpec, uid: string, outputs: Values): string[] {
  const known = [uid, ...inputFields(fields).map(([name]) => outputs[name])].filter((it) => typeof it === "string");
  const told = Object.entries(fields).filter(
    ([name, { presence }]) => presence === "computed" && known.some((value) => value === outputs[name]),
  );
  return told.map(([name]) => `${type} ${name}`).filter((name) => !TOLD_AGAIN.includes(name));
}

/** Paths of the inputs, inner ones too, whose field has a trait. */
const given = (fields: Fields, values: Values, trait: (field: Field) => unknown, prefix = ""): string[] =>
  inputFields(fields).flatMap(([name, field]) => {
    const value = values[name];
    if (value === undefined) return [];
    const own = trait(field) ? [`${prefix}${name}`] : [];
    const inner = field.type.kind === "message" && isValues(value) ? field.type.fields : {};
    return [...own, ...given(inner, isValues(value) ? value : {}, trait, `${prefix}${name}.`)];
  });

/** Nothing but what is in the inputs and what the server adds is recorded, and a `get` leaves out what the server moves by itself. */
async function isRecordedExactly(spec: ResourceSpec, inputs: Values, { uid, outputs, read }: TestObject) {
  const empty = emptyPaths(outputs).filter((path) => path !== KNOWN_FALSE);
  assert.deepEqual(empty, emptyPaths(inputs), "nothing empty is recorded but what was asked for");
  assert.deepEqual(repeated(spec, uid, outputs), []);
  assert.deepEqual((await read(outputs)).inputs, inputs);
  const got = outputsOfGet(spec.fields, (await read({})).outputs);
  for (const [name, { options }] of Object.entries(spec.fields)) {
    const value = outputs[name];
    const isReturned = !options.writeOnly && !options.clientOnly && options.returned !== "once";
    if (isChanging(options)) assert.equal(got[name], undefined);
    else if (value !== undefined && !isValues(value) && isReturned) assert.deepEqual(got[name], value, name);
  }
  assert.deepEqual((await read(got)).outputs, got);
}

const isAdoptable = ({ fields, lifecycle, peculiar }: ResourceSpec): boolean =>
  lifecycle === undefined &&
  peculiar?.rootOf === undefined &&
  !Object.values(fields).some(({ options }) => options.returned === "once");

/** A text that can be changed. */
const plainText = ({ fields }: ResourceSpec) =>
  inputFields(fields).find(
    ([, { type, options }]) =>
      type.kind === "string" && !type.format && !options.key && !options.parent && !options.clientOnly,
  );

for (const options of [
  { emitUnpopulated: false, maskSpelling: "snake", deleteBody: "object" },
  { emitUnpopulated: true, maskSpelling: "camel", deleteBody: "empty" },
] as const)
  describe(`the verbs, on a server that ${options.emitUnpopulated ? "writes" : "leaves out"} empty fields,`, () => {
    const { platform, world, withObject } = lawPlatform(options);

    /** What each object that a program declares does, from its create to a read after its delete. */
    async function settles(spec: ResourceSpec, inputs: Values, isSample: boolean): Promise<void> {
      let made = { uid: "", outputs: {} as Values };
      await withObject(spec, inputs, async (object) => {
        const { outputs, read } = object;
        made = object;
        assertKept(plannedOutputs(spec, undefined, inputs), outputs);
        const found = await read(outputs);
        assert.deepEqual(found.outputs, outputs);
        assert.deepEqual(differences(spec, found.inputs, inputs), []);
        const turned = reordered(message(spec.fields), inputs, (items) => items.toReversed()) as Values;
        for (const same of [inputs, turned]) assert.deepEqual(diff(spec, outputs, same), NO_DIFF);
        if (!isSample) return;
        await isRecordedExactly(spec, inputs, object);
        if (isUnique(spec) && spec.lifecycle === undefined) await isTakenOver(spec, inputs, object.uid);
      });
      const { uid, outputs } = made;
      const later = verbsIn(platform.run(), spec);
      const isRoot = spec.peculiar?.rootOf !== undefined;
      const recorded = isRoot ? { ...outputs, allowDelete: true } : outputs;
      // Nothing is above a root. Only the run that deleted it knows that it is not hidden.
      if (isRoot) {
        for (const verb of [later.delete, later.read])
          await assert.rejects(verb(uid, recorded), /may be the wrong platform or the wrong token/);
        return;
      }
      await later.delete(uid, recorded);
      const after = await verbsIn(platform.run(), spec).read(uid, recorded);
      if (spec.peculiar?.mayLapse) assert.equal(after?.outputs.gone, true);
      else assert.equal(after !== undefined, spec.lifecycle === "acceptance");
    }

    /** A run that does not know the object takes it over as it is, or names what it cannot compare. */
    async function isTakenOver(spec: ResourceSpec, inputs: Values, uid: string): Promise<void> {
      const untold = given(spec.fields, inputs, ({ options }) => options.writeOnly || options.serverNormalized);
      const verbs = verbsIn(platform.run({ adoptExisting: "identical" }), spec);
      const again = verbs.create(inputs);
      platform.requests.length = 0;
      if (parentField(spec) === undefined || untold.length > 0) {
        const { message } = await again.then(
          () => assert.fail("it was taken over"),
          (error: Error) => error,
        );
        for (const text of [`adoptUid: "${uid}"`, ...untold]) assert.ok(message.includes(text), message);
      } else {
        const taken = await again;
        assert.equal(taken.uid, uid);
        assert.deepEqual(diff(spec, taken.outputs, inputs), NO_DIFF);
        const found = await verbs.read(uid, taken.outputs);
        assert.deepEqual([found?.outputs, found?.inputs], [taken.outputs, inputs]);
      }
      assert.deepEqual(platform.writes(), []);
    }

    for (const spec of Object.values(resources))
      it(`record what they create, know it before, find and take over the same, and find nothing after a delete: ${spec.type} (row 127) (report: each preview shows a difference that is none)`, async () => {
        for (const inputs of samplesOf(world, spec)) {
          assert.deepEqual(formComplaints(spec, inputs), []);
          await settles(spec, inputs, true);
        }
        const law = (inputs: Values) => settles(spec, inputs, false);
        await fc.assert(fc.asyncProperty(arbitraryInputs(world, spec), law), RUNS);
      });
  });

describe("an existing object of any kind", () => {
  const { platform, world, withObject } = lawPlatform();

  for (const spec of Object.values(resources).filter((one) => isUnique(one) && one.lifecycle === undefined)) {
    const [name, field] = spec.update === "patch" ? (plainText(spec) ?? []) : [];
    if (name === undefined || field === undefined || parentField(spec) === undefined) continue;
    it(`is refused with another ${name}, and sameKey updates it: ${spec.type} (row 127)`, async () => {
      const inputs = { ...minimalInputs(world, spec), [name]: "one-a" };
      const wanted = { ...inputs, [name]: "one-b" };
      await withObject(spec, inputs, async ({ uid }) => {
        const creating = (adoptExisting: "identical" | "sameKey") =>
          verbsIn(platform.run({ adoptExisting }), spec).create(wanted);
        await assert.rejects(creating("identical"), ({ message }: Error) => message.includes(`it differs in ${name}`));
        assert.deepEqual(platform.writes(), []);
        const taken = await creating("sameKey");
        assert.deepEqual([taken.uid, platform.writes().length, taken.outputs[name]], [uid, 1, "one-b"]);
      });
    });
  }

  for (const spec of Object.values(resources).filter(isAdoptable))
    it(`is adopted by its uid as a preview knows it: ${spec.type} (row 13)`, async () => {
      let compared = 0;
      const keys = keyFields(spec).map(([key]) => key);
      const law = ([before, change]: readonly [Values, Values]) =>
        withObject(spec, before, async ({ uid, outputs }) => {
          const after = { ...change, ...Object.fromEntries(keys.map((key) => [key, before[key]])) };
          if (diff(spec, outputs, after).replaces.length > 0) return;
          const adopted = await verbsIn(platform.run(), spec)
            .create({ ...after, adoptUid: uid })
            .catch((error: Error) => error);
          if (adopted instanceof AdoptionError || adopted instanceof IncompleteError) return;
          if (adopted instanceof Error) throw adopted;
          compared += 1;
          const planned = plannedOutputs(spec, undefined, after);
          assertKept(planned, plannedIn(planned, adopted.outputs) as Values);
        });
      // A few changes may all be of a kind that adopts nothing.
      for (let tries = 0; tries < 5 && compared === 0; tries++)
        await fc.assert(fc.asyncProperty(updatesOf(world, spec), law), RUNS);
      assert.ok(compared > 0);
    });
});
