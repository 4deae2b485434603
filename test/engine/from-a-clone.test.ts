import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { runProgram } from "../support/command";
import { readPage } from "../support/pages";
import { inherited } from "../support/stack";
import { repositoryRoot } from "../support/workspace";

/**
 * A copy of the repository as a clone has it, after `npm ci` and `npm run build`: with what git does not ignore, the build, and
 * links to the packages of the repository.
 */
function freshClone(folder: string): void {
  const git = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", git, { cwd: repositoryRoot, encoding: "utf8" }).split("\0");
  for (const path of [...files, "dist", ".cache/build.stamp"].filter((one) => existsSync(join(repositoryRoot, one))))
    if (path !== "") cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true });
  const installed = join(repositoryRoot, "node_modules");
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  for (const name of readdirSync(installed)) {
    if (name === "pulumi-platform") symlinkSync("..", join(modules, name));
    else symlinkSync(join(installed, name), join(modules, name));
  }
}

describe("a clone of the repository", function () {
  this.timeout(300_000);
  let place: string;
  beforeEach(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), "clone-")));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  it("deploys the quickstart to the emulator by the five lines of the README, as they stand (row 249)", async () => {
    const [, end = "", lines = ""] =
      /deploy \[the quickstart\].* \(`(.*)` ends it\):\n\n```sh\n([\s\S]*?)```\n/.exec(readPage("README.md")) ?? [];
    assert.equal(lines.trim().split("\n").length, 5);
    const clone = join(place, "clone");
    freshClone(clone);
    const home = join(place, "home");
    mkdirSync(home);
    const script = [
      // The emulator would outlive a line that fails.
      `trap '${end}' EXIT`,
      lines,
      'printf "team: %s\\n" "$(pulumi stack output teamUid)"',
    ].join("\n");
    const pulumi = process.env.PULUMI_PLATFORM_PULUMI ?? "";
    const ended = await runProgram("bash", ["-e", "-c", script], {
      cwd: clone,
      environment: {
        ...inherited(),
        HOME: home,
        PATH: [pulumi, join(process.execPath, ".."), process.env.PATH ?? ""].join(delimiter),
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
        NO_COLOR: "1",
      },
    });
    assert.equal(ended.code, 0, ended.stdout + ended.stderr);
    assert.match(ended.stdout, /^team: [0-9a-f]{40}\/[0-9a-f]+$/m);
    assert.match(ended.stdout, /\+ 9 created/);
    assert.ok(!existsSync(join(home, ".pulumi/credentials.json")), "the reader's login is left alone");
  });
});
