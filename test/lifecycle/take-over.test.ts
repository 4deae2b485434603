import assert from "node:assert/strict";
import { Handle, Kind } from "../../src/core/handle";
import { diff } from "../../src/core/verbs/diff";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { resources } from "../../src/resources";
import { inputFields, isUnique, parentField, type ResourceSpec } from "../../src/spec/resource";
import type { Field, Fields } from "../../src/spec/types";
import { isEqual, isValues, type Values } from "../../src/spec/values";
import { mutations } from "../support/log";
import { nextRun, type Platform, separateParent, startPlatform } from "../support/platform";
import { choicesOf, maximalInputs, minimalInputs } from "../support/samples";

/** Paths of the inputs, inner ones too, whose field has a trait. */
const given = (fields: Fields, values: Values, trait: (field: Field) => unknown, prefix = ""): string[] =>
  inputFields(fields).flatMap(([name, field]) => {
    const value = values[name];
    if (value === undefined) return [];
    const own = trait(field) ? [`${prefix}${name}`] : [];
    const inner = field.type.kind === "message" && isValues(value) ? field.type.fields : {};
    return [...own, ...given(inner, isValues(value) ? value : {}, trait, `${prefix}${name}.`)];
  });

/** Kinds of which there can be but one under a parent and key. */
const kinds = Object.values(resources).filter((spec) => isUnique(spec) && spec.lifecycle === undefined);

/** A text that can be changed. */
const plainText = (spec: ResourceSpec) =>
  inputFields(spec.fields).find(
    ([, { type, options }]) =>
      type.kind === "string" && !type.format && !options.key && !options.parent && !options.clientOnly,
  );

for (const emitUnpopulated of [false, true]) {
  describe(`a run with an empty state, on a server that ${emitUnpopulated ? "writes" : "leaves out"} empty fields,`, () => {
    let platform: Platform;
    before(async () => {
      platform = await startPlatform({ emitUnpopulated });
    });
    after(() => platform.close());

    const writes = () => mutations(platform.emulator.requests).length;
    const next = (mode: "identical" | "sameKey") => ({ ...nextRun(platform.context), adoptExisting: mode });
    const inputsOf = (spec: ResourceSpec, label: string, base: Values): Values => ({
      ...base,
      ...separateParent(platform.emulator, platform.world, spec, label),
    });

    for (const spec of kinds) {
      for (const [extent, make] of [["minimal", minimalInputs] as const, ["maximal", maximalInputs] as const]) {
        for (let choice = 0; choice < choicesOf(spec); choice++) {
          it(`takes over ${spec.type} as it was created, ${extent} inputs, choice ${choice}, or names what it cannot compare (row 127)`, async () => {
            const { emulator } = platform;
            const inputs = inputsOf(spec, `${extent}-${choice}`, make(platform.world, spec, choice));
            const made = await verbsOf(spec).create(new Kind(platform.context, spec), inputs);
            const untold = given(spec.fields, inputs, ({ options }) => options.writeOnly || options.serverNormalized);
            emulator.clearRequests();
            const context = next("identical");
            const again = verbsOf(spec).create(new Kind(context, spec), inputs);
            if (parentField(spec) === undefined || untold.length > 0) {
              const { message } = await again.then(
                () => assert.fail("it was taken over"),
                (error: Error) => error,
              );
              assert.ok(message.includes(`adoptUid: "${made.uid}"`), message);
              for (const path of untold) assert.ok(message.includes(path), message);
              assert.equal(writes(), 0);
              return;
            }
            const { uid, outputs } = await again;
            assert.equal(uid, made.uid);
            assert.equal(writes(), 0, JSON.stringify(mutations(emulator.requests)));
            assert.equal(diff(spec, outputs, inputs).changed, false);
            const found = await verbsOf(spec).read(new Handle(context, spec, uid), outputs);
            assert.deepEqual([found?.outputs, found?.inputs], [outputs, inputs]);
          });
        }
      }

      const [name, field] = spec.update === "patch" ? (plainText(spec) ?? []) : [];
      if (name === undefined || field === undefined || parentField(spec) === undefined) continue;
      it(`refuses ${spec.type} with another ${name}, and sameKey updates the object (row 127)`, async () => {
        const base = minimalInputs(platform.world, spec);
        const inputs = inputsOf(spec, "differs", { ...base, [name]: "one-a" });
        const { uid } = await verbsOf(spec).create(new Kind(platform.context, spec), inputs);
        const wanted = { ...inputs, [name]: "one-b" };
        platform.emulator.clearRequests();
        await assert.rejects(verbsOf(spec).create(new Kind(next("identical"), spec), wanted), ({ message }: Error) =>
          message.includes(`it differs in ${name}`),
        );
        assert.equal(writes(), 0);
        const taken = await verbsOf(spec).create(new Kind(next("sameKey"), spec), wanted);
        assert.equal(taken.uid, uid);
        assert.equal(writes(), 1);
        assert.ok(isEqual(field.type, taken.outputs[name], "one-b"));
      });
    }
  });
}
