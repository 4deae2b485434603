import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CallError } from "../declaration";
import { type Rule, readRules } from "./ignore-file";

export const IGNORE_FILE = ".pulumi-platform-ignore";

/** Returns the rules of the named file, or of the ignore file in a folder if there is one. Throws CallError or IgnoreFileError. */
export function rulesFor(named: string | undefined, folder: string | undefined): readonly Rule[] {
  const file = named ?? (folder === undefined ? undefined : join(folder, IGNORE_FILE));
  if (file === undefined) return [];
  try {
    return readRules(readFileSync(file, "utf8"), named ?? IGNORE_FILE);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error.code === "ENOENT" && named === undefined) return [];
    throw new CallError(`the ignore file ${file} cannot be read: ${error.code}`);
  }
}
