import assert from "node:assert/strict";
import { call } from "../support/command";
import { assertSettled, succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";
import { describeEngine, type SuiteEngine } from "./describe-engine";
import { everything } from "./everything";
import { assertInvariants } from "./invariants";

/** Asserts that `drift` sees no change either, not even of what the engine would leave out under ignoreChanges. */
async function assertNoDrift({ stack, workspace }: SuiteEngine): Promise<void> {
  const { environment } = stack;
  const { code, stdout } = await call(["drift", "--cwd", workspace.directory, "-o", "json"], { environment });
  const { counts, ignoredChanges } = JSON.parse(stdout) as { counts: { resources: number }; ignoredChanges: unknown };
  assert.deepEqual([code, ignoredChanges], [0, []]);
  assert.ok(counts.resources > 0);
}

for (const options of [
  { emitUnpopulated: false, maskSpelling: "snake", deleteBody: "object" },
  { emitUnpopulated: true, maskSpelling: "camel", deleteBody: "empty" },
] as const)
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
