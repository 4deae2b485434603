import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { everything } from "./everything";
import { inspect } from "./invariants";
import { movingStack } from "./moving-stack";

describeEngine(
  "a stack of all kinds that changes its host",
  (engine) => {
    /** What resources.json cannot declare: components, a parent that is none, an explicit provider, a signed token. */
    const others = () => `
      const pulumi = require("@pulumi/pulumi");
      const platform = require("pulumi-platform");
      const parentUid = "${engine.root}";
      const roleUid = platform.getRoleOutput({ name: "viewer" }).uid;
      const team = new pulumi.ComponentResource("test:index:Team", "team");
      const group = new platform.Group("team-group", { parentUid }, { parent: team });
      new platform.Group("team-inner", { parentUid: group.id }, { parent: group });
      new platform.CiIdentity("ci-web", {
        parentUid, issuer: "https://token.ci.example.com", subject: "repo:acme/web", roles: [{ roleUid, name: "views" }],
      }, { parent: team });
      new platform.PullToken("pull", { parentUid, lifetimeDays: 30 });
      const provider = new platform.Provider("same", { baseUrl: "${engine.emulator.url}", token: "${engine.emulator.token}" });
      new platform.Repo("explicit", { parentUid }, { provider });
      new platform.Group("under-provider", { parentUid }, { parent: new pulumi.ComponentResource("test:index:Team", "emea", {}, { providers: [provider] }) });
      require("./declared.js");
    `;

    it("moves to the plugin and back without a request that writes: nothing to do after each move (report: a move to another provider replaces everything)", async () => {
      const { stack, emulator, workspace } = engine;
      renameSync(join(workspace.directory, "index.js"), join(workspace.directory, "declared.js"));
      writeFiles(workspace.directory, { "index.js": others() });
      const kinds = everything(engine);
      engine.declare(kinds);
      const { use, ids, writes, countOn, assertOn, assertNothingToDo } = movingStack(engine);
      succeeded(await stack.up());
      const before = ids();
      const count = countOn("dynamic");
      assert.ok(count > kinds.length, `${count} resources`);
      for (const shell of ["plugin", "dynamic"] as const) {
        // The dynamic host gets back what a refresh by the plugin has left out.
        if (shell === "dynamic") succeeded(await stack.refresh("--yes", "--skip-preview"));
        await use(shell);
        emulator.clearRequests();
        const moved = succeeded(await stack.up());
        assert.deepEqual(writes(), [], shell);
        assert.match(moved.output, /\d+ unchanged|~ \d+ updated/);
        assert.doesNotMatch(moved.output, /\d+ replaced/);
        assertOn(shell);
        assert.deepEqual(ids(), before, shell);
        await assertNothingToDo();
      }
      assert.deepEqual(await inspect(engine), { lost: [], doubled: [], leaked: [] });
    });
  },
  { shell: "dynamic", writesOnce: true },
);
