import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPage } from "../../support/pages";
import { npmCli, pack, writeFiles } from "../../support/workspace";

/** Package managers, and the file for the setting that the README asks for. */
const managers = [
  { tool: "pnpm@12.21.0", command: "pnpm", file: "pnpm-workspace.yaml", setting: /`(allowBuilds: [^`]+)`/ },
  { tool: "@yarnpkg/cli-dist@4.18.1", command: "yarn", file: ".yarnrc.yml", setting: /`(nodeLinker: [^`]+)`/ },
  { tool: "yarn@1.22.22", command: "yarn" },
] as const;

describe("the package of a tarball", function () {
  this.timeout(10 * 60_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "package-managers-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  for (const { tool, command, ...given } of managers)
    it(`is installed by ${tool}, which ends with 0`, () => {
      const npm = (...words: string[]) =>
        execFileSync(process.execPath, [npmCli(), ...words], { cwd: folder, encoding: "utf8", env, stdio: "pipe" });
      const env: NodeJS.ProcessEnv = { ...process.env, CI: "", YARN_ENABLE_TELEMETRY: "0" };
      // Yarn 2 and later read no setting of npm's.
      env.YARN_NPM_REGISTRY_SERVER = npm("config", "get", "registry").trim().replace(/\/$/, "");
      const { version } = require("@pulumi/pulumi/package.json") as { readonly version: string };
      const dependencies = { "@pulumi/pulumi": version, "pulumi-platform": `file:${pack().tarball}` };
      writeFiles(folder, { "package.json": { name: "acme", private: true, dependencies }, "yarn.lock": "" });
      if ("file" in given) {
        const setting = given.setting.exec(readPage("README.md"))?.[1];
        assert.ok(setting, "the README has the setting");
        writeFiles(folder, { [given.file]: `${setting}\n` });
      }
      npm("exec", "--yes", "--package", tool, "--", command, "install");
      const load = 'console.log(typeof require("pulumi-platform").Group)';
      assert.equal(execFileSync(process.execPath, ["-e", load], { cwd: folder, encoding: "utf8" }), "function\n");
    });
});
