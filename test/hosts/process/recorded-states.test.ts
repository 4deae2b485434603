import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { version as ownVersion } from "../../../src/client/version";
import { resources } from "../../../src/description/resources";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Fields } from "../../../src/description/spec/types";
import { isValues } from "../../../src/description/spec/values";
import { type Emulator, startEmulator } from "../../../src/emulator";
import type { Props } from "../../support/host";
import { populate } from "../../support/platform";
import { extents, type RecordedState, withUids } from "../../support/recorded-states";
import { type AnyHost, describeHosts, TYPE, unchanged } from "./hosts";

const folder = join(__dirname, "..", "..", "support", "fixtures", "states");
const releases = readdirSync(folder).map((file) => ({
  version: basename(file, ".json"),
  states: JSON.parse(readFileSync(join(folder, file), "utf8")) as RecordedState[],
}));

const specOf = (type: string): ResourceSpec => {
  const spec = resources[type];
  assert.ok(spec, `${type} has states and no longer exists`);
  return spec;
};

const COPY = "a copy of another object's field";

/** Outputs with all copies, as they were recorded at first. */
const withCopies = (fields: Fields, outputs: Props): Props => {
  const entries = Object.entries(fields).flatMap(([name, { type, options }]) => {
    if (options.copied) return [[name, COPY]];
    const value = outputs[name];
    return type.kind === "message" && isValues(value) ? [[name, withCopies(type.fields, value)]] : [];
  });
  return { ...outputs, ...Object.fromEntries(entries) };
};

const withoutProvider = ({ __provider: _, ...values }: Props): Props => values;

for (const { version, states } of releases) {
  for (const extent of Object.keys(extents))
    describeHosts(`a state of release ${version} with ${extent} inputs`, (start) => {
      let emulator: Emulator;
      /** The run that made the objects, and a later one. */
      let former: AnyHost;
      let host: AnyHost;
      before(async () => {
        // The states are of a time before the rules: an object that breaks one must live on.
        emulator = await startEmulator({ strict: false });
        populate(emulator);
        former = await start({ environment: emulator.environment });
        host = await start({ environment: emulator.environment });
      });
      after(async () => {
        await former.close();
        await host.close();
        await emulator.close();
        // Nothing but what the deletion of an acceptance and the check of a role of the staff have to say.
        assert.match(
          former.shown() + host.shown(),
          /^(The terms .* stay accepted for .*\n|.*capabilities\[0\] is CAP_INTERNAL.*\n)*$/,
        );
      });

      for (const state of states.filter((other) => other.extent === extent))
        it(`of ${state.type} shows no difference, before and after a read, and can be deleted (row 84)`, async () => {
          const spec = specOf(state.type);
          const inputs = { ...withoutProvider(withUids(state.inputs, emulator)), [TYPE]: state.type };
          // The object as it was then, and what was recorded of it then.
          const { id } = await former.create(inputs);
          const text = JSON.stringify({ ...withUids(state.outputs, emulator), [TYPE]: state.type });
          const olds = withCopies(spec.fields, JSON.parse(text.replaceAll("{id}", id)) as Props);
          assert.equal(withUids(state.id, emulator).replace("{id}", id), id);
          assert.deepEqual((await host.check(olds, inputs)).failures, []);
          assert.deepEqual(await host.diff(id, olds, inputs), unchanged);
          emulator.clearRequests();
          const found = await host.read(id, olds);
          assert.equal(found.id, id);
          assert.deepEqual(found.inputs, inputs);
          assert.doesNotMatch(JSON.stringify(found.properties), new RegExp(COPY));
          assert.deepEqual(await host.diff(id, found.properties, inputs), unchanged);
          await host.update(id, olds, inputs);
          assert.deepEqual(
            emulator.requests.filter(({ method }) => method !== "GET"),
            [],
          );
          await former.deleteLater(id, olds);
          if (spec.peculiar?.rootOf !== undefined) {
            await assert.rejects(host.read(id, olds), /may be the wrong platform or the wrong token/);
            return;
          }
          const after = await host.read(id, olds);
          if (spec.peculiar?.mayLapse) assert.equal(after.properties.gone, true);
          else assert.equal(after.id, spec.lifecycle === "acceptance" ? id : "");
        });
    });

  describe(`a state of release ${version}`, () => {
    it("covers every kind of its version, and all of them still exist (row 84)", () => {
      const recorded = [...new Set(states.map(({ type }) => type))].sort();
      for (const type of recorded) specOf(type);
      if (version === ownVersion) assert.deepEqual(recorded, Object.keys(resources).sort());
    });
  });
}
