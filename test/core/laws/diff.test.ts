import assert from "node:assert/strict";
import fc from "fast-check";
import { diff } from "../../../src/core/verbs/diff";
import { resources } from "../../../src/description/resources";
import { inputFields, isUnique, keyFields, parentField } from "../../../src/description/spec/resource";
import { message } from "../../../src/description/spec/types";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { isValues, type Values } from "../../../src/description/spec/values";
import { formComplaints } from "../../support/complaints";
import { anyWorld, arbitraryInputs, pairsOf, reordered } from "./arbitraries";
import { leavesOf, replaces } from "./meaning";
import { NO_DIFF, runsOf } from "./objects";

const RUNS = runsOf(100);

/** The value and all that is in it can no longer be changed. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

for (const spec of Object.values(resources)) {
  const inputs = arbitraryInputs(anyWorld, spec);
  const pairs = pairsOf(anyWorld, spec);

  describe(`check and diff of ${spec.type}`, () => {
    it("accept all inputs generated from the declaration", () => {
      fc.assert(
        fc.property(inputs, (x) => assert.deepEqual(formComplaints(spec, x), [])),
        RUNS,
      );
    });

    it("never throw, change nothing and repeat their result, for any JSON", () => {
      const names = [...Object.keys(spec.fields), "adoptUid", "__proto__", "constructor"];
      const json = fc.oneof(fc.jsonValue(), fc.constant(UNKNOWN), fc.constant(undefined));
      const spoilt = fc.tuple(inputs, fc.dictionary(fc.constantFrom(...names), json));
      fc.assert(
        fc.property(
          fc.oneof(
            spoilt,
            spoilt.map(([x, wrong]) => [x, deeper(x, wrong)] as const),
          ),
          ([x, wrong]) => {
            const given = frozen({ ...x, ...wrong });
            const failures = formComplaints(spec, given);
            assert.deepEqual(formComplaints(spec, given), failures);
            for (const { property, reason } of failures)
              assert.deepEqual([typeof property, typeof reason], ["string", "string"]);
          },
        ),
        RUNS,
      );
    });

    it("find no change between inputs and themselves, in any order of their sets", () => {
      fc.assert(
        fc.property(inputs, (x) => {
          assert.deepEqual(diff(spec, frozen(x), x), NO_DIFF);
          const turned = reordered(message(spec.fields), x, (items) => items.toReversed()) as Values;
          assert.deepEqual(diff(spec, x, turned), NO_DIFF);
          assert.deepEqual(diff(spec, turned, x), NO_DIFF);
        }),
        RUNS,
      );
    });

    it("find exactly the differences, and which of them replace", () => {
      fc.assert(
        fc.property(pairs, ([recorded, desired]) => {
          const leaves = leavesOf(spec.fields, recorded, desired);
          const fixed = leaves.filter((leaf) => replaces(spec, leaf)).map(({ names: [name] }) => name);
          const seen = diff(spec, recorded, desired);
          assert.equal(seen.changed, leaves.length > 0);
          assert.deepEqual([...seen.replaces].sort(), [...new Set(fixed)].sort());
          assert.equal(diff(spec, desired, recorded).changed, leavesOf(spec.fields, desired, recorded).length > 0);
          const identity = [parentField(spec), ...keyFields(spec)].map((named) => named?.[0]);
          const collides = isUnique(spec) && !leaves.some(({ names: [name] }) => identity.includes(name));
          assert.equal(seen.deleteBeforeReplace, leaves.length > 0 && collides);
        }),
        RUNS,
      );
    });

    it("treat an unknown input as a change of that input", () => {
      const names = inputFields(spec.fields).map(([name]) => name);
      fc.assert(
        fc.property(inputs, fc.constantFrom(...names), (x, name) => {
          const { changed, replaces: fixed } = diff(spec, x, { ...x, [name]: UNKNOWN });
          assert.equal(changed, true);
          assert.ok(fixed.every((replaced) => replaced === name));
        }),
        RUNS,
      );
    });
  });
}

/** The same wrong values, inside of each message. */
const deeper = (values: Values, wrong: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isValues(value) ? { ...value, ...wrong } : [value, wrong]]),
  );
