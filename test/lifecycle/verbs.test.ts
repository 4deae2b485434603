import assert from "node:assert/strict";
import { Handle, Kind } from "../../src/core/handle";
import { outputsOfGet } from "../../src/core/state/after-read";
import { diff } from "../../src/core/verbs/diff";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { resources } from "../../src/resources";
import { isChanging } from "../../src/spec/field-options";
import { parentUidOf } from "../../src/spec/place";
import { inputFields, type ResourceSpec } from "../../src/spec/resource";
import { isValues, type Values } from "../../src/spec/values";
import { formComplaints } from "../support/complaints";
import { mutations } from "../support/log";
import { nextRun, type Platform, startPlatform } from "../support/platform";
import { changesOf, choicesOf, type InputChange, maximalInputs, minimalInputs } from "../support/samples";

const isUnchanged = (spec: ResourceSpec, recorded: Values, desired: Values) =>
  assert.deepEqual(diff(spec, recorded, desired), {
    changed: false,
    isHidden: false,
    replaces: [],
    deleteBeforeReplace: false,
  });

/** The same inputs with every list backwards where order has no meaning. */
function reordered(spec: ResourceSpec, inputs: Values): Values {
  const entries = inputFields(spec.fields).flatMap(([name, { type }]) => {
    const value = inputs[name];
    if (value === undefined) return [];
    return [
      [name, type.kind === "list" && !type.ordered && Array.isArray(value) ? value.toReversed() : value] as const,
    ];
  });
  return Object.fromEntries(entries);
}

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
const repeated = (spec: ResourceSpec, uid: string, outputs: Values): string[] => {
  const known = [uid, ...inputFields(spec.fields).map(([name]) => outputs[name])].filter(
    (value) => typeof value === "string",
  );
  return Object.entries(spec.fields).flatMap(([name, { presence }]) =>
    presence === "computed" && known.some((value) => value === outputs[name]) ? [name] : [],
  );
};

for (const options of [
  { emitUnpopulated: false, maskSpelling: "snake", deleteBody: "object" },
  { emitUnpopulated: true, maskSpelling: "camel", deleteBody: "empty" },
] as const) {
  describe(`every resource, against a server that ${options.emitUnpopulated ? "writes" : "leaves out"} empty fields,`, () => {
    let platform: Platform;
    beforeEach(async () => {
      platform = await startPlatform(options);
    });
    afterEach(() => platform.close());

    for (const spec of Object.values(resources)) {
      for (let choice = 0; choice < choicesOf(spec); choice++) {
        for (const [extent, inputsOf] of [
          ["minimal", minimalInputs],
          ["maximal", maximalInputs],
        ] as const) {
          it(`shows no difference after a create and a read of ${spec.type} with ${extent} inputs, choice ${choice}`, async () => {
            const inputs = inputsOf(platform.world, spec, choice);
            assert.deepEqual(formComplaints(spec, inputs), []);
            const { uid, outputs } = await verbsOf(spec).create(new Kind(platform.context, spec), inputs);
            isUnchanged(spec, outputs, inputs);
            assert.deepEqual(
              emptyPaths(outputs).filter((path) => path !== KNOWN_FALSE),
              emptyPaths(inputs),
              "nothing empty is recorded but what was asked for",
            );
            const told = repeated(spec, uid, outputs).filter((name) => !TOLD_AGAIN.includes(`${spec.type} ${name}`));
            assert.deepEqual(told, []);
            const found = await verbsOf(spec).read(new Handle(platform.context, spec, uid), outputs);
            assert.deepEqual(found?.outputs, outputs);
            assert.deepEqual(found?.inputs, inputs);
            isUnchanged(spec, outputs, reordered(spec, inputs));
            await verbsOf(spec).delete(new Handle(nextRun(platform.context), spec, uid), outputs);
            const again = verbsOf(spec).delete(new Handle(nextRun(platform.context), spec, uid), outputs);
            const reading = () => verbsOf(spec).read(new Handle(nextRun(platform.context), spec, uid), outputs);
            // Nothing is above a root. Only the run that deleted it knows that it is not hidden.
            if (spec.peculiar?.rootOf !== undefined) {
              await assert.rejects(again, /may be the wrong platform or the wrong token/);
              await assert.rejects(reading(), /may be the wrong platform or the wrong token/);
              return;
            }
            await again;
            const after = await reading();
            if (spec.peculiar?.mayLapse) assert.equal(after?.outputs.gone, true);
            else assert.equal(after !== undefined, spec.lifecycle === "acceptance");
          });
        }
      }

      it(`reads ${spec.type} without a recorded state, and a get leaves out the fields that the server changes by itself`, async () => {
        const inputs = maximalInputs(platform.world, spec);
        const { uid, outputs } = await verbsOf(spec).create(new Kind(platform.context, spec), inputs);
        const first = await verbsOf(spec).read(new Handle(platform.context, spec, uid), {});
        assert.ok(first);
        const got = outputsOfGet(spec.fields, first.outputs);
        const moved = Object.entries(spec.fields)
          .filter(([, { options }]) => isChanging(options))
          .map(([name]) => name);
        for (const name of moved) assert.equal(got[name], undefined);
        for (const name of Object.keys(outputs).filter(
          (n) => !moved.includes(n) && !n.startsWith("__") && !isValues(outputs[n]),
        )) {
          const { writeOnly, clientOnly, returned } = spec.fields[name]?.options ?? {};
          if (!writeOnly && !clientOnly && returned !== "once") assert.deepEqual(got[name], outputs[name], name);
        }
        const again = await verbsOf(spec).read(new Handle(platform.context, spec, uid), got);
        assert.deepEqual(again?.outputs, got);
      });
    }
  });
}

describe("a change of one input", () => {
  let platform: Platform;
  beforeEach(async () => {
    platform = await startPlatform();
  });
  afterEach(() => platform.close());

  /** The changes of a spec need a world, and mocha wants its tests named before there is one. */
  const named = (spec: ResourceSpec) => {
    const uids = Object.fromEntries(
      [...Object.keys(resources), "iam:Organization"].map((type) => [type, ["x/a", "x/b"] as const]),
    );
    return changesOf({ uids, repoReferences: ["o/a", "o/b"] }, spec).map(({ path, kind, replaces }, index) => ({
      title: `${kind}s ${path.join(".")}`,
      row: kind === "remove" && !replaces ? " (row 62)" : "",
      index,
    }));
  };
  const changeAt = (spec: ResourceSpec, index: number): InputChange => {
    const change = changesOf(platform.world, spec)[index];
    assert.ok(change);
    return change;
  };

  const collections = Object.values(resources).filter(({ lifecycle }) => lifecycle === undefined);
  for (const spec of collections) {
    for (const { title, row, index } of named(spec)) {
      it(`${title} of ${spec.type} with one request for exactly that field, or with a replacement${row}`, async () => {
        const { path, before, after, field, replaces } = changeAt(spec, index);
        assert.deepEqual(formComplaints(spec, after), []);
        const { uid, outputs } = await verbsOf(spec).create(new Kind(platform.context, spec), before);
        const planned = diff(spec, outputs, after);
        assert.equal(planned.changed, true);
        assert.deepEqual(planned.replaces, replaces ? [path[0]] : []);
        if (replaces) return;
        platform.emulator.clearRequests();
        const updated = await verbsOf(spec).update(new Handle(platform.context, spec, uid), outputs, after);
        if (field.options.clientOnly) assert.deepEqual(mutations(platform.emulator.requests), []);
        else if (spec.update === "upsert") {
          const target = `${spec.collection}/${parentUidOf(spec, uid)}`;
          assert.deepEqual(mutations(platform.emulator.requests), [{ method: "POST", target }]);
        } else
          assert.deepEqual(mutations(platform.emulator.requests), [
            field.options.subresource
              ? {
                  method: "PATCH",
                  target: `${spec.collection}/${uid}/${field.options.subresource.segment}`,
                  mask: field.options.subresource.property,
                  paths: [field.options.subresource.property],
                }
              : {
                  method: "PATCH",
                  target: `${spec.collection}/${uid}`,
                  mask: wirePath(spec, path),
                  paths: [wirePath(spec, path)],
                },
          ]);
        isUnchanged(spec, updated, after);
        const found = await verbsOf(spec).read(new Handle(platform.context, spec, uid), updated);
        assert.deepEqual(found?.inputs, after);
      });
    }
  }
});

/** How a path is spelled in a mask once the server has asked for proto names. */
function wirePath(spec: ResourceSpec, path: readonly string[]): string {
  const snake = path.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join(".");
  assert.ok(spec.fields[path[0] ?? ""]);
  return snake;
}
