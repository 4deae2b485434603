import assert from "node:assert/strict";
import { resources } from "../../src/resources";
import { nameOf } from "../../src/spec/resource";
import { assertSettled, type Declared, type Engine, startEngine, succeeded } from "../support/engine";
import { choicesOf, maximalInputs, minimalInputs, type World } from "../support/samples";

/** Every resource with the fewest and with all inputs, for every member of a oneof, each under a group of its own. */
function everything(world: World): Declared[] {
  return Object.values(resources).flatMap((spec) =>
    Array.from({ length: choicesOf(spec) }, (_, choice) => choice).flatMap((choice) =>
      [minimalInputs, maximalInputs].flatMap((inputsOf, extent): Declared[] => {
        const name = `${nameOf(spec).toLowerCase()}-${choice}-${extent}`;
        const parent = { name: `${name}-parent`, class: "Group", args: { parentUid: world.uids["iam:Group"]?.[0] } };
        return [
          parent,
          { name, class: nameOf(spec), args: { ...inputsOf(world, spec, choice), parentUid: `\${${parent.name}}` } },
        ];
      }),
    ),
  );
}

for (const options of [
  { emitUnpopulated: false, maskSpelling: "snake", deleteBody: "object" },
  { emitUnpopulated: true, maskSpelling: "camel", deleteBody: "empty" },
] as const) {
  describe(`every resource on the engine, empty fields ${options.emitUnpopulated ? "written" : "left out"}`, function () {
    this.timeout(180_000);
    let engine: Engine;
    before(async () => {
      engine = await startEngine(options);
    });
    after(() => engine.close());

    it("is created, found unchanged by up, refresh and preview, and destroyed without a trace", async () => {
      const before = Object.keys(resources).map((type) => engine.emulator.list(type).length);
      engine.declare(everything(engine.world));
      succeeded(await engine.stack.up());
      engine.emulator.clearRequests();
      await assertSettled(engine.stack);
      assert.deepEqual(
        engine.emulator.requests.filter(({ method }) => method !== "GET"),
        [],
        "a run that changes nothing sends nothing but reads",
      );
      succeeded(await engine.stack.destroy());
      assert.deepEqual(
        Object.keys(resources).map((type) => engine.emulator.list(type).length),
        before,
      );
    });
  });
}

describe("what state holds", function () {
  this.timeout(120_000);
  let engine: Engine;
  before(async () => {
    engine = await startEngine();
  });
  after(() => engine.close());

  it("is small: a constant provider, and no more than 1,000 bytes for an identity", async () => {
    const claimMatch = { issuer: "https://token.actions.example.com", subject: "repo:acme/web:ref:refs/heads/main" };
    const args = {
      parentUid: engine.emulator.organization.uid,
      description: "Deploys from the main branch",
      claimMatch,
    };
    engine.declare([{ name: "ci", class: "Identity", args }]);
    succeeded(await engine.stack.up());
    const recorded = (await engine.recorded()).get("ci");
    assert.ok(recorded?.inputs && recorded.outputs);
    const provider = String(recorded.outputs.__provider);
    assert.equal(provider, recorded.inputs.__provider);
    const bytes = JSON.stringify(recorded.inputs).length + JSON.stringify(recorded.outputs).length;
    console.log(`      __provider: ${provider.length} bytes; inputs and outputs of an Identity: ${bytes} bytes`);
    assert.ok(provider.length <= 120);
    assert.ok(bytes <= 1_000);
    assert.equal(recorded.outputs.uid, undefined);
  });
});
