import assert from "node:assert/strict";
import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { nameOf } from "../../src/description/spec/resource";
import { collections, type Declared, succeeded } from "../support/engine";
import { separateParent } from "../support/platform";
import { maximalInputs } from "../support/samples";
import { HOST_PROCESS } from "../support/stack";
import { replaceFile } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { leftovers } from "./invariants";

describeEngine(
  "a state of one release, used by the next release,",
  (engine) => {
    it("is refreshed and destroyed without an up, although every file of the package moved (row 26)", async () => {
      engine.declare(
        collections.map((spec): Declared => {
          const name = nameOf(spec).toLowerCase();
          const own = separateParent(engine.emulator, engine.world, spec, name);
          return { name, class: nameOf(spec), args: { ...maximalInputs(engine.world, spec), ...own } };
        }),
      );
      succeeded(await engine.stack.up());
      const folder = join(engine.workspace.directory, "node_modules", "pulumi-platform");
      renameSync(join(folder, "dist"), join(folder, "lib"));
      const { version: _, exports: entries, ...rest } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      assert.ok(entries["./provider"]);
      // All that a state names is this one entry; a program could not even be loaded.
      rmSync(join(folder, "lib", "index.js"));
      replaceFile(
        join(folder, "package.json"),
        JSON.stringify({
          ...rest,
          version: "0.2.0",
          main: "none",
          exports: { "./provider": "./lib/hosts/dynamic/provider.js" },
        }),
      );
      // Node remembers the package.json of a folder as long as its process lives.
      const run = (...args: string[]) => engine.stack.operate([...args, "--yes", "--skip-preview"], HOST_PROCESS);
      succeeded(await run("refresh", "--expect-no-changes"));
      succeeded(await run("destroy"));
      assert.deepEqual(leftovers(engine), []);
    });
  },
  { writesOnce: true },
);
