import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";

/** What the README asks for, and a program with an import and an `await` at its top. */
const files = {
  "package.json": JSON.stringify({ name: "acme-modules", private: true, type: "module", main: "index.ts" }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { target: "ES2022", module: "nodenext", strict: true, skipLibCheck: true },
  }),
  "index.ts": `
import { Config } from "@pulumi/pulumi";
import { Group, getRole } from "pulumi-platform";

const { uid } = await getRole({ name: "viewer" });
export const team = new Group("team", { parentUid: new Config().require("organization") }).id;
export const viewer = uid;
`,
};

describeEngine(
  "a program that is an ES module, with the settings of the README",
  (engine) => {
    it("is compiled by Pulumi, creates its group, and is refreshed and destroyed (report: a program that is an ES module does not run)", async () => {
      const { directory } = engine.workspace;
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
