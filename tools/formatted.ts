import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "..");

/** A generated source as the formatter and the linter leave it: they break the lines and sort the imports. */
export function formatted(file: string, text: string): string {
  const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  return execFileSync(process.execPath, [biome, "check", "--write", `--stdin-file-path=${file}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
}
