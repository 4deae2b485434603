import assert from "node:assert/strict";
import { succeeded } from "../support/engine";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

describeEngine(
  "a platform that refuses every second request for its rate, and asks to wait for a second",
  (engine) => {
    it("completes all of them, 64 at a time, although that exceeds the time of one operation (row 126) (report: a rate limit fails a large run)", async () => {
      const { emulator, stack } = engine;
      const names = Array.from({ length: 16 }, (_, n) => `group-${n}`);
      engine.declare(names.map((name) => ({ name, class: "Group", args: { parentUid: engine.root } })));
      const limit = emulator.fault({
        times: Number.POSITIVE_INFINITY,
        every: 2,
        action: { kind: "body", status: 429, headers: { "retry-after": "1" }, body: "" },
      });
      emulator.clearRequests();
      const started = Date.now();
      succeeded(
        await stack.run(["up", "--yes", "--skip-preview", "--suppress-progress", "--parallel", "64"], {
          PLATFORM_OPERATION_TIMEOUT: "5",
        }),
      );
      // Of 16 creates and their looks each is refused once, and a hold of a second lets two requests go at most.
      assert.ok(Date.now() - started > 5_000, "longer than one operation");
      limit.remove();
      const statuses = emulator.requests.map(({ status }) => status);
      assert.deepEqual(
        statuses,
        statuses.map((_, i) => (i % 2 === 0 ? 429 : 200)),
      );
      const made = emulator.requests.filter(({ method, status }) => method === "POST" && status === 200);
      assert.equal(made.length, names.length);
      await assertInvariants(engine);
    });
  },
  { writesOnce: true },
);
