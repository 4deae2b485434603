import assert from "node:assert/strict";
import { succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";
import { movingStack } from "./moving-stack";

describeEngine(
  "a stack that changes its host in an update that renames",
  (engine) => {
    /** A program whose resources are renamed by aliases of each form. */
    const declare = (suffix: string, aliases: string, urns = "[]") =>
      writeFiles(engine.workspace.directory, {
        "index.js": `
          const pulumi = require("@pulumi/pulumi");
          const platform = require("pulumi-platform");
          const parentUid = "${engine.root}";
          const suffix = "${suffix}";
          const aliases = (name) => ${aliases};
          const component = new pulumi.ComponentResource("test:index:Team", "team" + suffix, {}, { aliases: aliases("team") });
          new platform.Group("inner", { parentUid, name: "inner" }, { parent: component });
          const group = new platform.Group("outer" + suffix, { parentUid, name: "outer" }, { aliases: aliases("outer") });
          new platform.Group("child", { parentUid: group.id }, { parent: group });
          new platform.PullToken("pull" + suffix, { parentUid, name: "puller", lifetimeDays: 30 }, { aliases: aliases("pull") });
          new platform.Group("output" + suffix, { parentUid, name: "by-output" }, { aliases: aliases("output").map(pulumi.output) });
          new platform.Group("urn" + suffix, { parentUid, name: "by-urn" }, { aliases: ${urns} });
        `,
      });

    it("keeps every object, by the aliases that the rename alone would need", async () => {
      const { stack, emulator } = engine;
      declare("", "[]");
      const { use, ids, writes, assertOn, assertNothingToDo } = movingStack(engine);
      succeeded(await stack.up());
      const uids = () =>
        ids()
          .map((text) => text.split(" ")[1])
          .sort();
      const before = uids();
      let former = "";
      for (const shell of ["plugin", "dynamic"] as const) {
        const urn = stack.recorded().find((resource) => resource.urn.endsWith(`::urn${former}`))?.urn;
        const suffix = `-on-${shell}`;
        declare(suffix, `[{ name: name + "${former}" }]`, JSON.stringify([urn]));
        await use(shell);
        emulator.clearRequests();
        const moved = await stack.up();
        assert.deepEqual(writes(), [], moved.output);
        succeeded(moved);
        assert.deepEqual(uids(), before);
        assertOn(shell);
        former = suffix;
      }
      await assertNothingToDo();
      await assertInvariants(engine);
    });

    it("keeps what a failed update did not reach", async () => {
      const { stack, emulator } = engine;
      const { use, ids, assertNothingToDo } = movingStack(engine);
      const team = (name: string, options: string) =>
        writeFiles(engine.workspace.directory, {
          "index.js": `
            const pulumi = require("@pulumi/pulumi");
            const platform = require("pulumi-platform");
            const parentUid = "${engine.root}";
            const team = new pulumi.ComponentResource("test:index:Team", "${name}", {}, ${options});
            const group = new platform.Group("${name}-group", { parentUid, name: "group", description: "${name}" }, { parent: team });
            const after = group.id.apply(() => "1");
            new platform.Repo("${name}-group-repo", { parentUid: group.id, name: "repo", readme: after }, { parent: group });
            new platform.PullToken("${name}-pull", { parentUid, name: "pull", rotate: after }, { parent: team });
          `,
        });
      const uids = () => ids().map((text) => text.split(" ")[1]);
      team("web", "{}");
      succeeded(await stack.up());
      const before = uids().sort();
      for (const [shell, name, former] of [
        ["plugin", "site", "web"],
        ["dynamic", "shop", "site"],
      ] as const) {
        team(name, `{ aliases: [{ name: "${former}" }] }`);
        await use(shell);
        emulator.fault({ method: "PATCH", action: { kind: "status", code: "PERMISSION_DENIED" } });
        assert.equal((await stack.up()).code, 1);
        succeeded(await stack.up());
        assert.deepEqual(uids().sort(), before);
      }
      await assertNothingToDo();
      await assertInvariants(engine);
    });
  },
  { shell: "dynamic" },
);
