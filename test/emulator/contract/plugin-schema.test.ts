import assert from "node:assert/strict";
import { Settings } from "../../../src/client/settings";
import { Kind } from "../../../src/core/remote-object";
import { outputsOfGet } from "../../../src/core/state/after-read";
import { readForImport } from "../../../src/core/verbs/import";
import { verbsOf } from "../../../src/core/verbs/verbs-of";
import { resources } from "../../../src/description/resources";
import { nameOf } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import { functions } from "../../../src/hosts/plugin/functions";
import type { PackageSchema } from "../../../tools/schema/spec";
import { builtSchema, misfits } from "../../support/package-schema";
import { type Platform, startPlatform } from "../../support/platform";
import { choicesOf, maximalInputs, minimalInputs } from "../../support/samples";

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

  for (const spec of Object.values(resources)) {
    for (let choice = 0; choice < choicesOf(spec); choice++) {
      for (const inputsOf of [minimalInputs, maximalInputs]) {
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
      }
    }
  }

  it("of every function that an empty platform can answer", async () => {
    for (const spec of Object.values(resources).filter(({ lifecycle }) => lifecycle === undefined)) {
      const inputs = maximalInputs(platform.world, spec, 0);
      await verbsOf(spec).create(new Kind(platform.context, spec), inputs);
    }
    const settings = new Settings(() => undefined, platform.emulator.environment);
    const [group = ""] = platform.world.uids["iam:Organization"] ?? [];
    const repo = platform.world.uids["registry:Repo"]?.[0] ?? "";
    const ask = async (name: string, args: Values): Promise<Values> => {
      const token = `platform:index:${name}`;
      const invoked = functions[token];
      assert.ok(invoked, token);
      const inputs = schema.functions[token]?.inputs ?? { properties: {} };
      assert.deepEqual(misfits(schema, inputs, args), [], token);
      const answer = JSON.parse(JSON.stringify(await invoked(settings, args))) as Values;
      assert.deepEqual(misfits(schema, schema.functions[token]?.outputs ?? { properties: {} }, answer), [], token);
      return answer;
    };
    const asked: Readonly<Record<string, Values>> = {
      getArtifacts: { ecosystems: ["ECOSYSTEM_JAVA"], limit: 2 },
      getArtifactVersions: { artifactId: "com.example:jlib-000", limit: 2 },
      getArtifactCount: { ecosystems: ["ECOSYSTEM_JAVA"] },
      getAdvisoryDocuments: {},
      getVulnerabilityMetadata: { limit: 2 },
      getTermsAcceptances: { group },
      getRepoReadme: { uid: repo },
      getCount: { of: "groups", name: "world-a" },
      getIdentityUid: { issuer: "https://issuer.example.com", subject: "someone" },
      getTagHistory: { org: platform.emulator.publicOrganization, image: "nginx", tag: "latest" },
      getTagDigest: { org: platform.emulator.publicOrganization, image: "nginx", tag: "latest" },
      findGroup: {},
      checkEligibility: {},
      ping: {},
    };
    for (const [name, args] of Object.entries(asked)) await ask(name, args);
    for (const token of Object.keys(schema.functions)) {
      const name = token.slice("platform:index:".length);
      const one = name.replace(/ies$/, "y").replace(/s$/, "");
      if (name in asked || one === name || schema.functions[`platform:index:${one}`] === undefined) continue;
      const [list = []] = Object.values(await ask(name, { limit: 3 })) as Values[][];
      assert.ok(list.length > 0, name);
      for (const { uid } of list) await ask(one, { uid });
    }
  });
});
