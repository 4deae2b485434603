import assert from "node:assert/strict";
import { Settings } from "../../../src/client/settings";
import type { Values } from "../../../src/description/spec/values";
import type { EmulatorOptions } from "../../../src/emulator";
import { pluginLookups } from "../../../src/hosts/generated/plugin-lookups";
import { storiesWith, type Verb } from "../../emulator/story";
import { builtSchema, misfits } from "../../support/package-schema";

/** A text that a message must be, in which `…` stands for any other. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split("…")
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("[^]*")}$`,
  );

const nameIn = (item: unknown): unknown => {
  const { name, id, sink, docId, uid } = item as Readonly<Record<string, unknown>>;
  return name ?? id ?? sink ?? docId ?? uid;
};

const schema = builtSchema();

/** Calls a lookup. Refused arguments must have sent nothing. What it takes and returns must fit the plugin's schema. */
const asking =
  (name: string): Verb =>
  async (emulator, given, expected) => {
    const settings = new Settings(() => undefined, emulator.environment);
    const before = emulator.requests.length;
    const args = JSON.parse(given === "" ? "{}" : given) as never;
    const token = `platform:index:${name}`;
    const result: unknown = await pluginLookups[token]?.call(settings, args).catch((error) => error);
    const message = `${name} ${given}: ${result instanceof Error ? result : JSON.stringify(result)}`;
    if (expected.startsWith("throws ")) {
      assert.match(String(result), patternOf(expected.slice("throws ".length)), message);
      const isArgument = result instanceof Error && result.name === "ArgumentError";
      return assert.ok(!isArgument || emulator.requests.length === before, message);
    }
    assert.ok(!(result instanceof Error), message);
    const { inputs = { properties: {} }, outputs = { properties: {} } } = schema.functions[token] ?? assert.fail(token);
    const { resultName } = pluginLookups[token] ?? {};
    const answer = resultName === undefined ? (result ?? {}) : { [resultName]: result };
    const shown = JSON.parse(JSON.stringify(answer)) as Values;
    assert.deepEqual([...misfits(schema, inputs, args), ...misfits(schema, outputs, shown)], [], message);
    if (expected.startsWith("with ")) {
      for (const [key, value] of Object.entries(JSON.parse(expected.slice("with ".length)) as object))
        assert.deepEqual((result as Readonly<Record<string, unknown>>)[key], value, message);
      return;
    }
    const names = Array.isArray(result) ? `[${result.map(nameIn).join(" ")}]` : undefined;
    if (names !== expected) assert.deepEqual(result, JSON.parse(expected), message);
  };

const lookups = Object.keys(pluginLookups).map((token) => token.replace("platform:index:", ""));
const verbs = Object.fromEntries(lookups.map((name) => [name, asking(name)]));

/** Declares stories twice: with empty fields and without. A result is JSON, an object `with` values, `[a b]`, or `throws NAME: MESSAGE`. */
export function lookupStories(text: string, options: EmulatorOptions = {}): void {
  for (const modes of [
    { emitUnpopulated: false, historyBounds: "inclusive" },
    { emitUnpopulated: true, historyBounds: "exclusive" },
  ] as const)
    describe(`empty fields ${modes.emitUnpopulated ? "written" : "left out"}`, () =>
      storiesWith({ ...modes, ...options }, { verbs })(text));
}
