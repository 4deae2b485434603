import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import { URN } from "../../src/hosts/dynamic/hidden-inputs";
import { resources } from "../../src/resources";
import { inputFields, isImmutable, type ResourceSpec } from "../../src/spec/resource";
import type { ValueType } from "../../src/spec/types";
import { UNKNOWN } from "../../src/spec/unknown";
import { isValues, type Values } from "../../src/spec/values";
import { type Host, type Props, providerText, startHost } from "../support/host";
import { unchanged } from "../support/host-samples";
import { choicesOf, maximalInputs, type World, withValue } from "../support/samples";

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

describe("a preview", () => {
  let emulator: Emulator;
  let host: Host;
  before(async () => {
    emulator = await startEmulator({ port: 0 });
    host = await startHost({ environment: emulator.environment });
  });
  after(async () => {
    await host.close();
    await emulator.close();
    // Neither check nor diff asks the platform anything, nor prints.
    assert.deepEqual(emulator.requests, []);
    assert.equal(host.stderr(), "");
  });

  for (const spec of Object.values(resources)) {
    it(`accepts an unknown value in every place of ${spec.type}, and plans a change (row 82)`, async () => {
      const provider = { __provider: providerText(spec.type), [URN]: spec.type };
      let places = 0;
      for (const { name, recorded, desired } of inputsWithUnknown(spec)) {
        const news = { ...desired, ...provider };
        const { [URN]: _, ...inputs } = news;
        assert.deepEqual(await host.check({}, news), { inputs, failures: [] });
        const { changes, replaces } = await host.diff("org/x", { ...recorded, ...provider }, news);
        const field = spec.fields[name];
        assert.ok(field);
        assert.deepEqual(
          { changes, replaces },
          { changes: "DIFF_UNKNOWN", replaces: isImmutable(spec, field) ? [name] : [] },
          name,
        );
        places += 1;
      }
      assert.ok(places >= inputFields(spec.fields).length, `${places} places`);
    });
  }

  const group = (values: Props) => ({ __provider: providerText("iam:Group"), ...values });
  const subscription = (values: Props) => ({ __provider: providerText("events:Subscription"), ...values });

  it("reports bad inputs as failures with their place, and throws nothing", async () => {
    const news = group({
      parentUid: "../x",
      name: 5,
      descripton: "x",
      createTime: "2026-01-01T00:00:00Z",
      adoptUid: "a b",
    });
    assert.deepEqual(await host.check({}, news), {
      inputs: news,
      failures: [
        { property: "", reason: "createTime is set by the server and cannot be given" },
        { property: "", reason: "descripton is not known here; did you mean description?" },
        {
          property: "",
          reason: "parentUid must be a uid, like 1a2b/3c4d: ids of letters, digits, - and _ joined by slashes",
        },
        { property: "", reason: "name must be a string" },
        {
          property: "",
          reason: "adoptUid must be a uid, like 1a2b/3c4d: ids of letters, digits, - and _ joined by slashes",
        },
      ],
    });
  });

  it("never fails on hostile inputs", async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(60)}1${"}".repeat(60)}`);
    for (const value of [null, true, -1, 1e308, "\u0000", "\ud800", "x".repeat(100_000), [], [null], {}, deep]) {
      for (const { type, fields } of Object.values(resources)) {
        const news = Object.fromEntries(Object.keys(fields).map((name) => [name, value]));
        const { failures } = await host.check({}, { __provider: providerText(type), ...news });
        assert.notEqual(failures.length, 0, type);
      }
    }
  });

  it("finds no change in equal values, nulls and empty values included", async () => {
    const recorded = group({
      parentUid: "org",
      name: "a",
      createTime: "2026-01-01T00:00:00Z",
      updateTime: "2026-01-01T00:00:00Z",
    });
    for (const news of [{}, { description: null }, { description: "" }, { adoptUid: "org/x" }]) {
      assert.deepEqual(await host.diff("org/x", recorded, group({ parentUid: "org", name: "a", ...news })), unchanged);
    }
  });

  it("leaves the display of changes to the engine", async () => {
    const recorded = group({ parentUid: "org", name: "a", description: "old" });
    for (const news of [{ name: "b", description: "old" }, { name: "a", description: "new" }, { name: "a" }]) {
      const desired = group({ parentUid: "org", ...news });
      assert.deepEqual(await host.diff("org/x", recorded, desired), {
        ...unchanged,
        changes: "DIFF_UNKNOWN",
        // Should the engine replace for it (replaceOnChanges), an object with the same key must go first.
        deleteBeforeReplace: news.name === "a",
      });
    }
  });

  it("replaces a resource for another parent, and for any change where there is no update", async () => {
    const recorded = group({ parentUid: "org", name: "a" });
    const moved = await host.diff("org/x", recorded, group({ parentUid: "org/b", name: "a" }));
    assert.deepEqual(moved, { changes: "DIFF_UNKNOWN", replaces: ["parentUid"], deleteBeforeReplace: false });
    const old = subscription({ parentUid: "org", sink: "https://a.example.com" });
    const other = await host.diff("org/x", old, subscription({ parentUid: "org", sink: "https://b.example.com" }));
    assert.deepEqual(other, { changes: "DIFF_UNKNOWN", replaces: ["sink"], deleteBeforeReplace: false });
  });

  it("plans an update for a state without its provider, so that the next one repairs it", async () => {
    const { __provider: _, ...recorded } = group({ parentUid: "org", name: "a" });
    const healed = await host.diff("org/x", recorded, group({ parentUid: "org", name: "a" }));
    assert.deepEqual(healed, { changes: "DIFF_SOME", replaces: [], deleteBeforeReplace: false });
  });
});
