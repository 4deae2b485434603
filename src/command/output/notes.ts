import type { OutputFormat } from "../declaration";
import type { Terminal } from "./terminal";
import { plain } from "./text";

/** Prints sentences to standard error if the format is CSV, which has no notes. Each line begins with `mark`. */
export function sayNotes(
  { flags, terminal }: { readonly flags: { readonly output: OutputFormat }; readonly terminal: Terminal },
  mark: string,
  sentences: readonly string[],
): void {
  if (flags.output !== "csv") return;
  for (const sentence of sentences) terminal.err.write(`${mark}: ${plain(sentence)}\n`);
}
