import assert from "node:assert/strict";
import { resources } from "../../src/description/resources";
import { call } from "../support/command";
import { assertSettled, type Engine, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { writeFiles } from "../support/workspace";
import { describeEngine, type SuiteEngine } from "./describe-engine";
import { everything } from "./everything";
import { assertInvariants } from "./invariants";

/** What is on the platform, but for the acceptances, which stay. */
const inventory = ({ emulator }: Engine) =>
  Object.values(resources)
    .filter(({ lifecycle }) => lifecycle === undefined)
    .map(({ type }) => [type, emulator.list(type).length]);

/** Asserts that `drift` sees no change either, not even of what the engine would leave out under ignoreChanges. */
async function assertNoDrift({ stack, workspace }: SuiteEngine, ...words: string[]): Promise<void> {
  const { environment } = stack;
  const { code, stdout } = await call(["drift", "--cwd", workspace.directory, ...words, "-o", "json"], { environment });
  const { counts, ignoredChanges } = JSON.parse(stdout) as { counts: { resources: number }; ignoredChanges: unknown };
  assert.deepEqual([code, ignoredChanges], [0, []]);
  assert.ok(counts.resources > 0);
}

for (const options of [
  { emitUnpopulated: false, maskSpelling: "snake", deleteBody: "object" },
  { emitUnpopulated: true, maskSpelling: "camel", deleteBody: "empty" },
] as const) {
  describeEngine(
    `every resource on the engine, with empty fields ${options.emitUnpopulated ? "written" : "left out"}`,
    (engine) => {
      it("is created, is unchanged by up, refresh and preview, and is destroyed without a trace (row 19) (report: each up --refresh --run-program updates something)", async () => {
        engine.declare(everything(engine));
        succeeded(await engine.stack.up());
        engine.emulator.clearRequests();
        await assertSettled(engine.stack);
        succeeded(await engine.stack.preview("--refresh", "--expect-no-changes"));
        succeeded(await engine.stack.up("--refresh", "--run-program", "--expect-no-changes"));
        assert.deepEqual(
          engine.emulator.requests.filter(({ method }) => method !== "GET"),
          [],
          "a run that changes nothing sends nothing but reads",
        );
        await assertNoDrift(engine);
        writeFiles(engine.workspace.directory, { "exported.json": await engine.stack.export() });
        succeeded(await engine.stack.run(["stack", "import", "--file", "exported.json"]));
        await assertInvariants(engine);
      });
    },
    { shared: true, ...options },
  );
}

describeEngine(
  "every resource that exists already",
  (engine) => {
    it("is adopted by another stack without a request, needs no further change, and can be destroyed", async () => {
      const adoptable = everything(engine).filter(({ class: name }) => !["GroupInvite", "ScimToken"].includes(name));
      const before = inventory(engine);
      engine.declare(adoptable);
      succeeded(await engine.stack.up());
      const recorded = await engine.recorded();
      succeeded(await engine.stack.run(["stack", "init", "other"]));
      engine.declare(
        adoptable.map((resource) => ({
          ...resource,
          args: { ...resource.args, adoptUid: recorded.get(resource.name)?.id },
        })),
      );
      engine.emulator.clearRequests();
      succeeded(await engine.stack.up());
      const changes = mutations(engine.emulator.requests).filter(({ target }) => !target.includes("/iam/v2/terms/"));
      // What is never returned, or comes back in another spelling, cannot be compared: it is sent once.
      assert.deepEqual(
        changes.filter(({ mask }) => mask !== "oidc.client_secret" && mask !== "sync_config.source"),
        [],
      );
      await assertSettled(engine.stack);
      succeeded(await engine.stack.preview("--refresh", "--expect-no-changes"));
      await assertNoDrift(engine, "--stack", "other");
      succeeded(await engine.stack.destroy());
      assert.deepEqual(inventory(engine), before);
    });
  },
  { shared: true },
);
