import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(__dirname, "..");

/** Writes a generated file, given by its path in the repository, and prints the path. */
export function writeGenerated(file: string, text: string): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(file);
}
