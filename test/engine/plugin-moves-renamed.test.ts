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
    const declare = (suffix: string, aliases: string, urns = "[]", description = "") =>
      writeFiles(engine.workspace.directory, {
        "index.js": `
          const pulumi = require("@pulumi/pulumi");
          const platform = require("pulumi-platform");
          const parentUid = "${engine.root}";
          const suffix = "${suffix}";
          const aliases = (name) => ${aliases};
          const component = new pulumi.ComponentResource("test:index:Team", "team" + suffix, {}, { aliases: aliases("team") });
          new platform.Group("inner", { parentUid, name: "inner" }, { parent: component });
          const changed = new platform.Group("team" + suffix + "-group", { parentUid, name: "group", description: "${description}" }, { parent: component });
          const after = changed.id.apply(() => "1");
          new platform.Group("team" + suffix + "-group-child", { parentUid: changed.id, name: "child", description: after }, { parent: changed });
          new platform.PullToken("team" + suffix + "-pull", { parentUid, name: "team", rotate: after }, { parent: component });
          const group = new platform.Group("outer" + suffix, { parentUid, name: "outer" }, { aliases: aliases("outer") });
          new platform.Group("child", { parentUid: group.id }, { parent: group });
          new platform.PullToken("pull" + suffix, { parentUid, name: "puller", lifetimeDays: 30 }, { aliases: aliases("pull") });
          new platform.Group("output" + suffix, { parentUid, name: "by-output" }, { aliases: aliases("output").map(pulumi.output) });
          new platform.Group("urn" + suffix, { parentUid, name: "by-urn" }, { aliases: ${urns} });
        `,
      });

    it("keeps every object, by the aliases that the rename alone would need, even if it fails first", async () => {
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
      for (const [shell, change] of [
        ["plugin", ""],
        ["dynamic", ""],
        ["plugin", "one"],
        ["dynamic", "two"],
      ] as const) {
        const urn = stack.recorded().find((resource) => resource.urn.endsWith(`::urn${former}`))?.urn;
        const suffix = `-on-${shell}${change}`;
        declare(suffix, `[{ name: name + "${former}" }]`, JSON.stringify([urn]), change);
        await use(shell);
        const fault = emulator.fault({ method: "PATCH", action: { kind: "status", code: "PERMISSION_DENIED" } });
        if (change !== "") assert.equal((await stack.up()).code, 1);
        fault.remove();
        emulator.clearRequests();
        const moved = await stack.up();
        assert.equal(writes().length, change === "" ? 0 : 1, moved.output);
        succeeded(moved);
        assert.deepEqual(uids(), before);
        assertOn(shell);
        former = suffix;
      }
      await assertNothingToDo();
      await assertInvariants(engine);
    });
  },
  { shell: "dynamic" },
);
