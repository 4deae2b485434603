import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(__dirname, "..");

/** `npm run docs -- --check` writes nothing, and fails with the names of the files that are not up to date. */
const onlyChecks = process.argv.includes("--check");

/** Writes a generated file, given by its path in the repository, and prints the path. */
export function writeGenerated(file: string, text: string): void {
  const path = join(root, file);
  if (onlyChecks) {
    if (readFileSync(path, "utf8") === text) return;
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  console.log(file);
}
