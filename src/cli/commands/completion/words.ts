import type { ArgumentDeclaration, CommandDeclaration, OptionDeclaration } from "../../declaration";
import { optionsOf } from "../../parser";

/** An option as a shell completes it. */
export interface OptionWord {
  /** `-o`. */
  readonly short: string | undefined;
  /** `--output`. */
  readonly long: string;
  readonly description: string;
  /** What follows it: nothing, a file or folder, one of some words, or any text. */
  readonly value: "none" | "path" | "text" | readonly string[];
}

/** A command as a shell completes it. */
export interface CommandWord {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWord[];
  readonly arguments: readonly ArgumentDeclaration[];
}

/** The options that every command has. */
const HELP: OptionWord = { short: "-h", long: "--help", description: "display help for command", value: "none" };

/** All that can be completed. */
export const wordsOf = (commands: readonly CommandDeclaration[]): CommandWord[] =>
  commands.map((command) => ({
    name: command.name,
    description: command.summary,
    options: [...optionsOf(command).map(optionWord), HELP],
    arguments: command.arguments,
  }));

function optionWord({ flags, description, choices }: OptionDeclaration): OptionWord {
  const [, short, long = "", value] = /^(?:(-\w), )?(--[\w-]+)(?: <(.+)>)?$/.exec(flags) ?? [];
  const isPath = value !== undefined && /^(path|folder|file)$/.test(value);
  return { short, long, description, value: value === undefined ? "none" : (choices ?? (isPath ? "path" : "text")) };
}
