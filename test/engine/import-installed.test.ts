import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../support/command";
import { succeeded } from "../support/engine";
import { importedPlace, takeOver, textIn } from "../support/imported-place";
import { npmCli } from "../support/workspace";

describe("a program that was imported", function () {
  this.timeout(600_000);
  const place = importedPlace();

  it("is installed with this package from a file, as its README says", async () => {
    const folder = place.folder();
    assert.equal((await place.importProgram()).code, 0);
    const readme = textIn(join(folder, "README.md"));
    const steps = ["npm install\n", "pulumi stack init dev", "PLATFORM_ADOPT_EXISTING=identical pulumi up"];
    const places = steps.map((step) => readme.indexOf(step));
    assert.ok(!places.includes(-1) && places.join() === [...places].sort((a, b) => a - b).join(), readme);

    // npm asks no network here: what this package and the program need besides is installed above the folder.
    const installed = join(place.directory(), "node_modules", "pulumi-platform");
    const manifestOf = (directory: string) => JSON.parse(textIn(join(directory, "package.json")));
    cpSync(installed, join(place.directory(), "package"), { recursive: true });
    const { dependencies: _, peerDependencies: __, ...alone } = manifestOf(installed);
    writeFileSync(join(place.directory(), "package", "package.json"), JSON.stringify(alone));
    execFileSync("tar", ["-czf", "p.tgz", "package"], { cwd: place.directory() });
    rmSync(installed, { recursive: true });
    const { dependencies, devDependencies: ___, ...own } = manifestOf(folder);
    const pinned = { "pulumi-platform": dependencies["pulumi-platform"] };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...own, dependencies: pinned }));
    const npm = (...words: string[]) =>
      runProgram(process.execPath, [npmCli(), ...words, "--offline", "--no-audit", "--no-fund"], { cwd: folder });
    assert.match(readme, /run `npm install <path>\.tgz` instead of `npm install`/);
    assert.notEqual((await npm("install")).code, 0);
    const { code, stdout, stderr } = await npm("install", "../p.tgz");
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(manifestOf(folder).dependencies, { "pulumi-platform": "file:../p.tgz" });
    assert.equal((await npm("install")).code, 0);
    const stack = await place.stackOf();
    succeeded(await takeOver(stack));
  });
});
