import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { complaintsOfProject } from "./compiler";
import { repositoryRoot } from "./workspace";

export const readSources = (folder: string): Map<string, string> =>
  new Map(
    ["", "groups"]
      .flatMap((below) =>
        existsSync(join(folder, below)) ? readdirSync(join(folder, below)).map((name) => join(below, name)) : [],
      )
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );

/**
 * Asserts that a program compiles with its own tsconfig.json, and breaks no rule of a linter.
 *
 * @param isLinted whether the linter is asked, too
 */
export async function checkProgram(folder: string, { isLinted = true } = {}): Promise<void> {
  const modules = join(repositoryRoot, "node_modules");
  if (!existsSync(join(folder, "node_modules"))) symlinkSync(modules, join(folder, "node_modules"), "junction");
  const sources = readSources(folder);
  assert.deepEqual(complaintsOfProject(folder, sources), []);
  if (!isLinted) return;
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ root: true, linter: { rules: { recommended: true } } }));
  await passes(join(modules, "@biomejs/biome/bin/biome"), ["lint", ...sources.keys()], folder);
}

async function passes(script: string, args: readonly string[], cwd: string): Promise<void> {
  const run = promisify(execFile)(process.execPath, [script, ...args], { cwd, maxBuffer: 64 * 1024 * 1024 });
  await run.catch((error: { stdout?: string; stderr?: string }) => {
    assert.fail(`${args.join(" ")}\n${error.stdout}${error.stderr}`);
  });
}
