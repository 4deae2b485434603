import assert from "node:assert/strict";
import fc from "fast-check";
import { outputsAfterCreate } from "../../../src/core/state/after-create";
import { type Changes, outputsAfterUpdate } from "../../../src/core/state/after-update";
import { changes } from "../../../src/core/state/changes";
import { putAt, valueAt } from "../../../src/core/state/paths";
import { plannedOutputs } from "../../../src/core/state/planned";
import { resources } from "../../../src/description/resources";
import { isChanging } from "../../../src/description/spec/field-options";
import { NOTES } from "../../../src/description/spec/proof";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Field, Fields } from "../../../src/description/spec/types";
import { isValues, type Values } from "../../../src/description/spec/values";
import { anyWorld, updatesOf } from "./arbitraries";
import { knownIn } from "./known";

/** The outputs that are known before an update (state/planned.ts), for random objects, programs and servers. */

const RUNS = { numRuns: 200 };

/** A kind whose computed fields can be given too, so that random inputs are random objects of a server. */
const asStored = (spec: ResourceSpec): ResourceSpec => ({ ...spec, fields: givable(spec.fields) });

const givable = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type, presence, options }]): [string, Field] => [
      name,
      {
        type: type.kind === "message" ? { ...type, fields: givable(type.fields) } : type,
        presence: presence === "computed" ? "optional" : presence,
        options: presence === "computed" ? {} : options,
      },
    ]),
  );

type LeavesOut = (name: string, field: Field) => boolean;

/** The inputs in an object, without those that the program leaves out. */
function inputsIn(fields: Fields, stored: Values, leavesOut: LeavesOut): Values {
  const entries = Object.entries(stored).flatMap(([name, value]): [string, unknown][] => {
    const field = fields[name];
    if (field === undefined || field.presence === "computed" || leavesOut(name, field)) return [];
    const { type } = field;
    return [[name, type.kind === "message" && isValues(value) ? inputsIn(type.fields, value, leavesOut) : value]];
  });
  return Object.fromEntries(entries);
}

/** An object of the server after an update that changes no more than is sent. */
function patched(stored: Values, other: Values, { changed, desired }: Changes): Values {
  const now = structuredClone(stored) as Record<string, unknown>;
  for (const { path, field } of changed) {
    const [wanted, is] = [valueAt(desired, path), valueAt(other, path)];
    const isNewMessage = field.type.kind === "message" && isValues(wanted) && isValues(is);
    putAt(now, path, isNewMessage ? { ...is, ...absent(field.type, is), ...wanted } : wanted);
  }
  return now;
}

/** Absent inputs of a message: of one that is new the server adds only what it computes. */
const absent = (type: Field["type"], values: Values): Values =>
  Object.fromEntries(
    Object.keys(values).flatMap((name) =>
      type.kind === "message" && type.fields[name]?.presence !== "computed" ? [[name, undefined]] : [],
    ),
  );

/** The same object with what the server moves by itself, and with some of its defaults filled in or moved. */
function moved(fields: Fields, now: Values, [other, isMoved]: readonly [Values, (name: string) => boolean]): Values {
  const entries = Object.entries(fields).map(([name, { type, options }]): [string, unknown] => {
    const [value, is] = [now[name], other[name]];
    if (isChanging(options) || (options.serverDefault !== undefined && isMoved(name))) return [name, is];
    if (type.kind !== "message" || !isValues(value)) return [name, value];
    return [name, moved(type.fields, value, [isValues(is) ? is : {}, isMoved])];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const isCollection = ({ update, lifecycle }: ResourceSpec) => update !== "never" && lifecycle === undefined;

describe("the outputs that are known before an update", () => {
  for (const spec of Object.values(resources).filter(isCollection)) {
    const { fields } = spec;
    it(`are the same that the update returns: ${spec.type}`, () => {
      let compared = 0;
      const law = ([before, other]: readonly [Values, Values], choose: (what: string) => boolean) => {
        const leavesOut: LeavesOut = (name, { presence, options }) =>
          (options.serverDefault !== undefined || (presence === "optional" && choose("adopted"))) &&
          choose(`${name} left out`);
        const recorded = outputsAfterCreate(fields, inputsIn(fields, before, leavesOut), before).outputs;
        const desired = inputsIn(
          fields,
          other,
          (name, { options }) => options.serverDefault !== undefined && choose(`${name} left out later`),
        );
        const made = { recorded, desired, changed: changes(fields, recorded, desired) };
        const observed = moved(fields, patched(before, other, made), [other, (name) => choose(`${name} moved`)]);
        const { outputs, unapplied } = outputsAfterUpdate(fields, made, observed);
        // The update then fails, and returns nothing.
        if (unapplied.length > 0) return;
        compared += 1;
        const planned = plannedOutputs(spec, recorded, desired);
        const { [NOTES]: _, ...actual } = outputs;
        assert.deepEqual(knownIn(planned, actual), knownIn(planned, planned));
      };
      fc.assert(fc.property(updatesOf(anyWorld, asStored(spec)), fc.func(fc.boolean()), law), RUNS);
      assert.ok(compared > RUNS.numRuns / 2, `only ${compared} updates succeed`);
    });
  }
});
