import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WrittenFile } from "./report";

/** Writes files into a folder, each at once or not at all. */
export function writeAll(folder: string, files: readonly WrittenFile[]): void {
  for (const { file, text } of files) {
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    const temporary = `${target}.${process.pid}.tmp`;
    writeFileSync(temporary, text);
    renameSync(temporary, target);
  }
}
