import type { OutputFormat } from "../declaration";
import type { Terminal } from "./terminal";
import { plain } from "./text";

/** Forms of output that have no place for sentences. */
const WITHOUT_NOTES: ReadonlySet<OutputFormat> = new Set(["csv", "name", "mermaid", "dot"]);

/**
 * Writes sentences on standard error where the form of the output has no place for them.
 *
 * @param mark what each line begins with
 */
export function sayNotes(
  { flags, terminal }: { readonly flags: { readonly output: OutputFormat }; readonly terminal: Terminal },
  mark: string,
  sentences: readonly string[],
): void {
  if (!WITHOUT_NOTES.has(flags.output)) return;
  for (const sentence of sentences) terminal.err.write(`${mark}: ${plain(sentence)}\n`);
}
