import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CallError } from "../../declaration";
import type { WrittenFile } from "./report";

/** Writes files into a folder, each atomically. If somebody has changed a file since it was read, throws CallError and writes nothing. */
export function writeAll(folder: string, files: readonly WrittenFile[], read: ReadonlyMap<string, string>): void {
  for (const { file } of files) {
    const before = read.get(file);
    const target = join(folder, file);
    if (before !== undefined && readFileSync(target, "utf8") !== before) {
      throw new CallError(`${file} was changed during the import, so nothing was written. Run the same command again`);
    }
  }
  for (const { file, text } of files) {
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    const temporary = `${target}.${process.pid}.tmp`;
    writeFileSync(temporary, text, { flag: "wx" });
    renameSync(temporary, target);
  }
}
