import {
  type ArgumentDeclaration,
  type CommandDeclaration,
  type CommandGroup,
  firstWordOf,
  type OptionDeclaration,
} from "../../declaration";
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

/** A word that a shell offers, and what it is for. */
export interface Word {
  readonly name: string;
  readonly description: string;
}

/** A command as a shell completes it. */
export interface CommandWord extends Word {
  /** Its group, whose name its own begins with. */
  readonly group?: Word;
  readonly options: readonly OptionWord[];
  readonly arguments: readonly ArgumentDeclaration[];
}

/** The options that every command has. */
const HELP: OptionWord = { short: "-h", long: "--help", description: "display help for command", value: "none" };

/** All that can be completed. */
export const wordsOf = (commands: readonly CommandDeclaration[], groups: readonly CommandGroup[] = []): CommandWord[] =>
  commands.map((command) => {
    const group = groups.find(({ name }) => name !== command.name && name === firstWordOf(command));
    return {
      name: command.name,
      description: command.summary,
      ...(group === undefined ? {} : { group: { name: group.name, description: group.summary } }),
      options: [...optionsOf(command).map(optionWord), HELP],
      arguments: command.arguments,
    };
  });

/** The words that may come first: commands, and groups once each. */
export const firstWords = (commands: readonly CommandWord[]): Word[] => [
  ...new Map(commands.map((command) => command.group ?? command).map((word) => [word.name, word])).values(),
];

/** A group and the words that may follow its own. */
export interface WordGroup extends Word {
  readonly words: readonly Word[];
}

/** The groups, in the order of their first commands. */
export const groupsIn = (commands: readonly CommandWord[]): WordGroup[] =>
  firstWords(commands).flatMap((first) => {
    const own = commands.filter(({ group }) => group?.name === first.name);
    const words = own.map(({ name, description }) => ({ name: name.slice(first.name.length + 1), description }));
    return own.length === 0 ? [] : [{ ...first, words }];
  });

function optionWord({ flags, description, choices }: OptionDeclaration): OptionWord {
  const [, short, long = "", value] = /^(?:(-\w), )?(--[\w-]+)(?: <(.+)>)?$/.exec(flags) ?? [];
  const isPath = value !== undefined && /^(path|folder|file)$/.test(value);
  return { short, long, description, value: value === undefined ? "none" : (choices ?? (isPath ? "path" : "text")) };
}
