import assert from "node:assert/strict";
import { Kind } from "../../../src/core/remote-object";
import { outputsOfGet } from "../../../src/core/state/after-read";
import { readForImport } from "../../../src/core/verbs/import";
import { verbsOf } from "../../../src/core/verbs/verbs-of";
import { resources } from "../../../src/description/resources";
import { nameOf } from "../../../src/description/spec/resource";
import type { PackageSchema } from "../../../tools/schema/spec";
import { builtSchema, misfits } from "../../support/package-schema";
import { type Platform, startPlatform } from "../../support/platform";
import { choicesOf, maximalInputs, minimalInputs } from "../../support/samples";

// Lookups are checked in their stories.
describe("values fit the plugin's schema", function () {
  this.timeout(60_000);
  let schema: PackageSchema;
  let platform: Platform;
  before(() => {
    schema = builtSchema();
  });
  beforeEach(async () => {
    platform = await startPlatform({ emitUnpopulated: true, lookupGroup: true });
  });
  afterEach(() => platform.close());

  for (const spec of Object.values(resources))
    for (let choice = 0; choice < choicesOf(spec); choice++)
      for (const inputsOf of [minimalInputs, maximalInputs])
        it(`of ${spec.type}: ${inputsOf.name}, choice ${choice}, and the outputs after a create, a read, an import and a get`, async () => {
          const inputs = inputsOf(platform.world, spec, choice);
          const kind = schema.resources[`platform:index:${nameOf(spec)}`];
          assert.ok(kind);
          const { inputProperties, requiredInputs = [], ...outputs } = kind;
          assert.deepEqual(misfits(schema, { properties: inputProperties, required: requiredInputs }, inputs), []);
          const verbs = verbsOf(spec);
          const made = await verbs.create(new Kind(platform.context, spec), inputs);
          const object = new Kind(platform.context, spec).at(made.uid);
          const read = await verbs.read(object, made.outputs);
          const imported = await readForImport(object);
          const got = outputsOfGet(spec.fields, (await verbs.read(object, {}))?.outputs ?? {});
          for (const found of [made.outputs, read?.outputs, imported?.outputs, got]) {
            const { __server: _, ...shown } = found ?? {};
            assert.deepEqual(misfits(schema, outputs, shown), []);
          }
        });
});
