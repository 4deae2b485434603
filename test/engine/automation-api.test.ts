import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { startEmulator } from "../../src/emulator";
import { samplesOf } from "../support/pages";
import { inherited } from "../support/stack";
import { createWorkspace, repositoryRoot, writeFiles } from "../support/workspace";

const [sample = ""] = samplesOf("docs/automation-api.md").map(({ text }) => text);
const pulumi = process.env.PULUMI_PLATFORM_PULUMI ?? "";

describe("the page on the Automation API", function () {
  this.timeout(180_000);

  it("has a program that runs as copied: the stack's config reaches resources and lookups (report: a path with a space and an umlaut)", async () => {
    const emulator = await startEmulator();
    const workspace = createWorkspace("pulumi plätform-");
    try {
      const { directory } = workspace;
      for (const folder of ["home", "backend"]) mkdirSync(join(directory, folder));
      writeFiles(directory, { "program.ts": sample, "package.json": { name: "automation", main: "program.ts" } });
      copyFileSync(join(repositoryRoot, "examples/quickstart/tsconfig.json"), join(directory, "tsconfig.json"));
      const args = ["--require", "ts-node/register/transpile-only", "program.ts"];
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        cwd: directory,
        env: {
          ...inherited(),
          PATH: [pulumi, join(process.execPath, ".."), process.env.PATH ?? ""].join(delimiter),
          HOME: join(directory, "home"),
          PULUMI_HOME: join(directory, "home"),
          PULUMI_BACKEND_URL: `file://${join(directory, "backend")}`,
          PULUMI_CONFIG_PASSPHRASE: "test",
          PULUMI_SKIP_UPDATE_CHECK: "true",
          PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
          // Of the platform's settings the environment has none.
          PLATFORM_ORGANIZATION: emulator.organization.uid,
          ACME_PLATFORM: emulator.url,
          ACME_TOKEN: emulator.token,
        },
      });
      const told = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { team: string; editor: string };
      // It does not destroy what it made.
      assert.deepEqual(
        emulator.list("iam:Group").flatMap(({ name, uid }) => (name === "team" ? [uid] : [])),
        [told.team],
      );
      assert.deepEqual(
        emulator.list("iam:Role").flatMap(({ name, uid }) => (name === "editor" ? [uid] : [])),
        [told.editor],
      );
    } finally {
      workspace.remove();
      await emulator.close();
    }
  });
});
