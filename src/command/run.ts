import type { Command } from "./command";
import { commands, groups } from "./commands";
import { CallError, CLEAN, type ExitCode, type OutputFormat, type Report, UNKNOWN } from "./declaration";
import { Progress } from "./output/progress";
import { rendered } from "./output/render";
import { type ColorChoice, type Terminal, withColors } from "./output/terminal";
import { messageOf, plain } from "./output/text";
import { type ParsedCall, parse } from "./parser";

/** Runs one call and returns its exit code. An error is one line on standard error. */
export async function run(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    const parsed = parse(commands, words, groups);
    if ("printed" in parsed) {
      terminal.out.write(parsed.printed);
      return CLEAN;
    }
    return await runCommand(parsed, terminal);
  } catch (error) {
    terminal.err.write(`error: ${plain(messageOf(error))}\n`);
    return UNKNOWN;
  }
}

async function runCommand(
  { command, arguments: given, flags }: ParsedCall<Command>,
  terminal: Terminal,
): Promise<ExitCode> {
  // The help must not load the settings.
  if (flags.debug === true) (await import("../client/settings")).logRequests();
  // The declaration allows only these values.
  const [format, color = "auto"] = [flags.output as OutputFormat, flags.color as ColorChoice | undefined];
  const maxLength = flags.maxLength as number | undefined;
  if (maxLength !== undefined && format !== "markdown") throw new CallError("--max-length needs -o markdown");
  if (format === "html" && terminal.out.isTerminal) {
    throw new CallError("-o html prints a page for a browser. Write it to a file: add > page.html to the call");
  }
  const shown = withColors(terminal, color);
  const progress = new Progress(terminal.err);
  try {
    const report = await command.run({
      arguments: given,
      flags,
      terminal: shown,
      progress: (text) => progress.update(text),
    });
    progress.end();
    if (typeof report === "number") return report;
    const text = rendered(report, format, { sink: shown.out, maxLength });
    shown.out.write(text);
    if (format === "markdown") printWhole(report, text, shown);
    return report.exit;
  } finally {
    progress.end();
  }
}

/** Writes the whole report to standard error, the log of a CI job, if the comment was cut. Only its first line says so: names may be anywhere. */
function printWhole(report: Report, text: string, { err }: Terminal): void {
  const whole = rendered(report, "markdown", { sink: err, maxLength: Number.POSITIVE_INFINITY });
  if (whole !== text) err.write(`The comment was cut. The whole report:\n\n${whole}`);
}
