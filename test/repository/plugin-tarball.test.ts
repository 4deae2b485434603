import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";

const plugin = join(repositoryRoot, "dist", "plugin");

/** Makes the tarball of a folder, as the build does. The tool is a module of its own kind, so a process runs it. */
function tarballOf(folder: string): Buffer {
  const script = `
    const { tarballOf } = await import(process.argv[1]);
    const names = { "schema.json": {}, "index.js": {} };
    for (const name of ["pulumi-resource-platform", "pulumi-resource-"])
      Object.assign(names, { [name]: { isExecutable: true }, [name + ".cmd"]: {} });
    process.stdout.write(tarballOf(process.argv[2], names));
  `;
  const tool = join(repositoryRoot, "tools", "tarball.mjs");
  const args = ["--input-type=module", "--eval", script, tool, folder];
  return execFileSync(process.execPath, args, { maxBuffer: 10_000_000 });
}

describe("the tarball of the plugin", () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "plugin-tarball-"));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it("has the same bytes whenever and wherever it is built", () => {
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
    const built = readFileSync(join(repositoryRoot, "dist", `pulumi-resource-platform-v${version}.tar.gz`));
    const copy = join(directory, "elsewhere");
    cpSync(plugin, copy, { recursive: true });
    for (const name of readdirSync(copy)) utimesSync(join(copy, name), 1_000_000_000, 1_000_000_000);
    assert.ok(tarballOf(copy).equals(built));
  });

  it("contains all files of the folder at its root, sorted, and only the executables can be run", () => {
    const file = readdirSync(join(repositoryRoot, "dist")).filter((name) => name.endsWith(".tar.gz"));
    assert.equal(file.length, 1);
    const listed = execFileSync("tar", ["-tvzf", join(repositoryRoot, "dist", file[0] ?? "")], { encoding: "utf8" });
    const entries = listed
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, 10), line.split(/\s+/).at(-1) ?? ""]);
    assert.deepEqual(
      entries,
      readdirSync(plugin)
        .sort()
        .map((name) => [/^pulumi-resource-[a-z]*$/.test(name) ? "-rwxr-xr-x" : "-rw-r--r--", name]),
    );
    execFileSync("tar", ["-xzf", join(repositoryRoot, "dist", file[0] ?? ""), "-C", directory]);
    for (const name of readdirSync(plugin))
      assert.ok(readFileSync(join(directory, name)).equals(readFileSync(join(plugin, name))), name);
  });
});
