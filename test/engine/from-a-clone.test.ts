import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { runProgram } from "../support/command";
import { readPage } from "../support/pages";
import { inherited } from "../support/stack";
import { repositoryRoot } from "../support/workspace";

/** Copies the repository like a clone after `npm ci` and `npm run build`: what git does not ignore, the build, and links to the packages. */
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
  // It builds and installs the package, which takes half a minute on an idle machine.
  this.timeout(660_000);
  let place: string;
  beforeEach(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), "clone-")));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  it("is enough for the quick start of the README, pasted unchanged (row 249)", async () => {
    const [pack = "", start = ""] = [...readPage("README.md").matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
      ([, lines]) => lines,
    );
    assert.match(pack, /npm pack/);
    assert.match(start, /pulumi up --yes/);
    freshClone(join(place, "clone"));
    const home = join(place, "home");
    mkdirSync(home);
    const script = [
      "cd clone",
      pack,
      // The emulator would outlive a line that fails.
      "trap 'kill %1' EXIT",
      start,
    ].join("\n");
    const pulumi = process.env.PULUMI_PLATFORM_PULUMI ?? "";
    const ended = await runProgram("bash", ["-e", "-c", script], {
      cwd: place,
      timeoutMs: 600_000,
      environment: {
        ...inherited(),
        HOME: home,
        NPM_CONFIG_USERCONFIG: process.env.NPM_CONFIG_USERCONFIG ?? join(homedir(), ".npmrc"),
        PATH: [pulumi, join(process.execPath, ".."), process.env.PATH ?? ""].join(delimiter),
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
        NO_COLOR: "1",
      },
    });
    assert.equal(ended.code, 0, ended.stdout + ended.stderr);
    assert.match(ended.stdout, /\+ 8 created/);
    assert.ok(!existsSync(join(home, ".pulumi/credentials.json")), "the reader's login is left alone");
  });
});
