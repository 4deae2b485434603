import assert from "node:assert/strict";
import { resources } from "../../../src/description/resources";
import { inputFields, isImmutable, type ResourceSpec } from "../../../src/description/spec/resource";
import type { ValueType } from "../../../src/description/spec/types";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { isValues, type Values } from "../../../src/description/spec/values";
import type { Props } from "../../support/host";
import { choicesOf, maximalInputs, type World, withValue } from "../../support/samples";
import { hostPlace } from "./host-place";
import { describeHosts, NAME, restOnPlugin, TYPE } from "./hosts";

const world: World = {
  uids: Object.fromEntries(
    [...Object.keys(resources), "iam:Organization"].map((type) => [type, ["org/a", "org/b"] as const]),
  ),
  repoReferences: ["o/a", "o/b"],
};

/** The value with the unknown sentinel in its place, and in the place of each of its parts. */
function* unknownIn(type: ValueType, value: unknown): Generator<unknown> {
  yield UNKNOWN;
  if (type.kind === "list" && Array.isArray(value)) {
    const [first, ...rest] = value as unknown[];
    for (const item of unknownIn(type.of, first)) yield [item, ...rest];
  } else if (type.kind === "map" && isValues(value)) {
    const [[key, first] = ["", undefined], ...rest] = Object.entries(value);
    for (const item of unknownIn(type.of, first)) yield { [key]: item, ...Object.fromEntries(rest) };
  } else if (type.kind === "message" && isValues(value)) {
    for (const [name, field] of inputFields(type.fields)) {
      if (value[name] === undefined) continue;
      for (const inner of unknownIn(field.type, value[name])) yield { ...value, [name]: inner };
    }
  }
}

/** All inputs of a resource with the sentinel in one place, for every place and every member of a oneof. */
function* inputsWithUnknown(spec: ResourceSpec): Generator<{ name: string; recorded: Values; desired: Values }> {
  for (let choice = 0; choice < choicesOf(spec); choice++) {
    const recorded = maximalInputs(world, spec, choice);
    for (const [name, field] of inputFields(spec.fields)) {
      if (recorded[name] === undefined) continue;
      for (const value of unknownIn(field.type, recorded[name]))
        yield { name, recorded, desired: withValue(recorded, [name], value) };
    }
  }
}

describeHosts("a preview", (start, shell) => {
  const at = hostPlace(start);
  after(() => {
    // Neither check nor diff asks the platform anything.
    assert.deepEqual(at.emulator.requests, []);
    assert.match(
      at.host.shown(),
      /^(.*(the platform's staff|because the platform may|defaultRole is missing|sink should).*\n)*$/,
    );
  });

  for (const spec of Object.values(resources))
    it(`accepts an unknown value in every place of ${spec.type}, and plans a change (row 82)${restOnPlugin(shell)}`, async () => {
      const type = { [TYPE]: spec.type, [NAME]: "any" };
      let places = 0;
      for (const { name, recorded, desired } of inputsWithUnknown(spec)) {
        const news = { ...desired, ...type };
        assert.deepEqual(await at.host.check({}, news), { inputs: news, failures: [] });
        const { changed, replaces } = await at.host.diff("org/x", { ...recorded, ...type }, news);
        const field = spec.fields[name];
        assert.ok(field);
        assert.deepEqual(
          { changed, replaces },
          { changed: true, replaces: isImmutable(spec, field) ? [name] : [] },
          name,
        );
        places += 1;
      }
      assert.ok(places >= inputFields(spec.fields).length, `${places} places`);
    });

  const group = (values: Props) => ({ [TYPE]: "iam:Group", ...values });

  it("reports bad inputs as failures with their place, and throws nothing", async () => {
    const news = group({ parentUid: "org", name: 5, descripton: "x" });
    assert.deepEqual(await at.host.check({}, news), {
      inputs: news,
      failures: [
        { property: "", reason: "descripton is unknown. Did you mean description?" },
        { property: "", reason: "name must be a string" },
      ],
    });
  });
});
