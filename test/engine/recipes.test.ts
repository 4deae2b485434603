import assert from "node:assert/strict";
import { assertSettled, succeeded } from "../support/engine";
import { copyIn, writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { assertInvariants, leftovers } from "./invariants";

/** The programs in test/engine/recipes, with the number of the objects that each makes on the platform. */
const sets = { ci: 29, people: 11, images: 20 };

const DAY_MS = 86_400_000;
const CLIENT_SECRET = "canary-of-the-recipes";

/** A time in 90 days, as a program writes it in a place two hours ahead of UTC. */
const ends = `${new Date(Date.now() + 90 * DAY_MS).toISOString().slice(0, 19)}+02:00`;

for (const scimOwnership of [true, false])
  describeEngine(
    `recipes that people publish, ${scimOwnership ? "on the platform of today" : "on that of before September 2026"}`,
    (engine) => {
      for (const [set, objects] of Object.entries(scimOwnership ? sets : { people: sets.people }))
        it(`for ${set} are created, stay without drift, and are destroyed`, async () => {
          const { stack, workspace } = engine;
          copyIn(workspace.directory, "test/engine/recipes", ".");
          writeFiles(workspace.directory, { "package.json": { name: "test", main: `${set}.ts` } });
          const plain = { organization: engine.root, ends };
          const given = Object.entries(plain).flatMap(([name, value]) => ["--plaintext", `${name}=${value}`]);
          succeeded(await stack.run(["config", "set-all", ...given, "--secret", `clientSecret=${CLIENT_SECRET}`]));
          assert.doesNotMatch(succeeded(await stack.preview()).output, /warning/);
          succeeded(await stack.up());
          assert.equal(leftovers(engine).length, objects);
          engine.emulator.clearRequests();
          await assertSettled(stack);
          assert.deepEqual(
            engine.emulator.requests.filter(({ method }) => method !== "GET"),
            [],
            "a run that changes nothing sends nothing but reads",
          );
          await assertInvariants(engine, { secrets: [CLIENT_SECRET] });
        });
    },
    { scimOwnership },
  );
