import type { OutputFormat } from "../declaration";
import type { Terminal } from "./terminal";
import { plain } from "./text";

const WITHOUT_NOTES: ReadonlySet<OutputFormat> = new Set(["csv", "name"]);

/** Prints sentences to standard error if the format has no notes. Each line begins with `mark`. */
export function sayNotes(
  { flags, terminal }: { readonly flags: { readonly output: OutputFormat }; readonly terminal: Terminal },
  mark: string,
  sentences: readonly string[],
): void {
  if (!WITHOUT_NOTES.has(flags.output)) return;
  for (const sentence of sentences) terminal.err.write(`${mark}: ${plain(sentence)}\n`);
}
