import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describeEngine } from "../support/describe-engine";
import { succeeded } from "../support/engine";
import { readPage } from "../support/pages";
import { writeFiles } from "../support/workspace";

/** The files of docs/package-managers.md, by their names. */
const files = Object.fromEntries(
  [...readPage("docs/package-managers.md").matchAll(/^`([\w.]+)`:\n\n```\w+\n([\s\S]*?)```$/gm)].map(
    ([, name = "", text = ""]) => [name, text],
  ),
);

describeEngine(
  "the program of docs/package-managers.md, an ES module",
  (engine) => {
    it("is compiled by Pulumi, creates its group, and is refreshed and destroyed @all", async () => {
      const { directory } = engine.workspace;
      assert.deepEqual(Object.keys(files), ["package.json", "tsconfig.json", "index.ts"]);
      rmSync(join(directory, "index.js"));
      writeFiles(directory, files);
      succeeded(await engine.stack.run(["config", "set", "organization", engine.root]));
      // The tests' preload replaces packages that the compiler needs.
      const own = { NODE_OPTIONS: "" };
      succeeded(await engine.stack.operate(["up", "--yes", "--skip-preview"], own));
      assert.deepEqual([...(await engine.recorded()).keys()], ["team"]);
      succeeded(await engine.stack.operate(["refresh", "--yes", "--expect-no-changes"], own));
      succeeded(await engine.stack.operate(["destroy", "--yes", "--skip-preview"], own));
      assert.ok(!engine.emulator.list("iam:Group").some(({ name }) => name === "team"));
    });
  },
  { ownProcess: true },
);
