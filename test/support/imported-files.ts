import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { complaintsOfProject } from "./compiler";
import { repositoryRoot } from "./workspace";

/** The sources in a folder that an import has written, by path. */
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

/** What biome is asked: its own rules and form, with the width of this package's examples. */
const BIOME = {
  root: true,
  formatter: { indentStyle: "space", lineWidth: 120 },
  linter: { enabled: true, rules: { recommended: true } },
};

/**
 * Asserts that a program compiles with its own tsconfig.json, and that biome would change nothing.
 *
 * @param isLinted whether biome's rules are asked too, not only its form
 */
export async function checkProgram(folder: string, { isLinted = true } = {}): Promise<void> {
  const modules = join(repositoryRoot, "node_modules");
  if (!existsSync(join(folder, "node_modules"))) symlinkSync(modules, join(folder, "node_modules"), "junction");
  assert.deepEqual(complaintsOfProject(folder, readSources(folder)), []);
  writeFileSync(join(folder, "biome.json"), JSON.stringify(BIOME));
  await passes(
    join(modules, "@biomejs/biome/bin/biome"),
    [isLinted ? "check" : "format", ...readSources(folder).keys()],
    folder,
  );
}

async function passes(script: string, args: readonly string[], cwd: string): Promise<void> {
  const run = promisify(execFile)(process.execPath, [script, ...args], { cwd, maxBuffer: 64 * 1024 * 1024 });
  await run.catch((error: { stdout?: string; stderr?: string }) => {
    assert.fail(`${args.join(" ")}\n${error.stdout}${error.stderr}`);
  });
}
