import assert from "node:assert/strict";
import { type Declared, succeeded } from "../support/engine";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

const BATCH = "/iam/v2/roleBindings:batchCreate";

describeEngine(
  "a stack with many role bindings in one group",
  (engine) => {
    /** Forty grants of a role; `roles` are those of single ones that get another, by their number. */
    const grants = (roles: Readonly<Record<number, string>> = {}): Declared[] => {
      const viewer = engine.emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid;
      const existing = engine.emulator.list("iam:Identity").filter(({ name }) => String(name).startsWith("bot "));
      return Array.from({ length: 40 }, (_, i) => ({
        name: `grant-${i}`,
        class: "RoleBinding",
        args: { parentUid: engine.root, identityUid: existing[i]?.uid, roleUid: roles[i] ?? viewer },
      }));
    };

    it("creates them in a few requests, reports a refused binding as the error of its resource, and converges (row 129)", async () => {
      const { emulator, stack } = engine;
      for (let i = 0; i < 40; i++)
        emulator.put("iam:Identity", engine.root, { name: `bot ${i}`, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
      const posts = () =>
        emulator.requests.filter(({ method, path }) => method === "POST" && path.startsWith("/iam/v2/roleBindings"));
      engine.declare(grants());
      emulator.clearRequests();
      succeeded(await stack.up("--parallel", "64"));
      // What comes while the platform takes its time joins the next request.
      assert.ok(posts().length <= 20 && posts().some(({ path }) => path === BATCH), `${posts().length} requests`);
      assert.ok(emulator.requests.filter(({ method }) => method === "GET").length <= 40);
      await assertInvariants(engine);

      engine.declare(grants({ 20: "none" }));
      const refused = await stack.up("--parallel", "64", "--continue-on-error");
      assert.equal(refused.code, 1);
      assert.equal((await engine.recorded()).size, 39);
      const [, told = ""] = /Diagnostics:(.*?)Outputs:/s.exec(refused.output) ?? [];
      assert.match(told, /roleUid: no Role has this uid, or this token cannot see it/);
      assert.deepEqual(new Set(told.match(/grant-\d+/g)), new Set(["grant-20"]));
      engine.declare(grants());
      succeeded(await stack.up());
      await assertInvariants(engine);
    });
  },
  { writesOnce: true, latencyMs: 200, timeoutMs: 600_000 },
);
