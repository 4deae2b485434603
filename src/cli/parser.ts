import { Argument, Command, CommanderError, Help, InvalidArgumentError, Option } from "commander";
import { version } from "../version";
import {
  CallError,
  type CommandDeclaration,
  type CommandGroup,
  exitTexts,
  firstWordOf,
  type OptionDeclaration,
} from "./declaration";
import { MAX_LENGTH } from "./output/markdown-report";

/** A call that was understood: a command with its values. */
export interface ParsedCall<C extends CommandDeclaration> {
  readonly command: C;
  readonly arguments: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

/** Name of the program. */
export const PROGRAM = "pulumi-platform";

/** The shortest report in Markdown: it has room for what says that rows are missing. */
const MIN_LENGTH = 2000;
const maxLength: OptionDeclaration = {
  flags: "--max-length <characters>",
  description: `longest report of -o markdown; if rows are missing in it, standard error has it whole (default: ${MAX_LENGTH})`,
  parse: (text) => {
    const length = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (length < MIN_LENGTH) throw new CallError(`It must be a whole number, at least ${MIN_LENGTH}.`);
    return length;
  },
};

/** Columns of a help text. */
const HELP_WIDTH = 80;

const help = new Help();

/** All help texts are equally wide, also where the name of a command leaves little room. A switch is off when left out. */
const helpForm: Partial<Help> = {
  helpWidth: HELP_WIDTH,
  minWidthToWrap: 20,
  optionDescription: (option) => (option.defaultValue === false ? option.description : help.optionDescription(option)),
};

/** The options that commands share, by what they print. */
export function optionsOf({ options, outputs }: CommandDeclaration): readonly OptionDeclaration[] {
  if (outputs.length === 0) return options;
  const output = { choices: outputs, default: outputs[0] };
  const color = { choices: ["auto", "always", "never"], default: "auto" };
  return [
    ...options,
    { flags: "-o, --output <format>", description: "form of the report", ...output },
    ...(outputs.includes("markdown") ? [maxLength] : []),
    { flags: "--color <when>", description: "colors; auto heeds NO_COLOR and pipes", ...color },
  ];
}

/**
 * Understands the words of a call, or returns the text that they ask for (help, version). Throws CallError for a mistake, with the
 * nearest name where one is misspelled.
 *
 * @param words what follows the program's name
 * @param groups the groups that commands name
 */
export function parse<C extends CommandDeclaration>(
  commands: readonly C[],
  words: readonly string[],
  groups: readonly CommandGroup[] = [],
): ParsedCall<C> | { readonly printed: string } {
  let parsed: ParsedCall<C> | undefined;
  let printed = "";
  const add = (text: string) => {
    printed += text;
  };
  const program = new Command(PROGRAM)
    .description("Tools beside the Pulumi package: what the platform knows, and a local emulator of it.")
    .version(version)
    .exitOverride()
    .configureHelp(helpForm)
    .configureOutput({ writeOut: add, writeErr: add, outputError: () => undefined });
  for (const declaration of commands) {
    const command = commandOf(declaration).copyInheritedSettings(program);
    command.action((...given) => {
      parsed = { command: declaration, arguments: command.args, flags: given.at(-2) as Record<string, unknown> };
    });
    placeIn(program, groups, declaration).addCommand(command);
  }
  try {
    // A group alone asks what is in it.
    const isBare = words.length === 0 || (words.length === 1 && groups.some(({ name }) => name === words[0]));
    program.parse(isBare ? [...words, "--help"] : words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { printed };
    throw new CallError(`${oneLine(error.message)} ${helpHint([...commands, ...groups], words)}`);
  }
  return parsed ?? { printed };
}

/** Commander's message on one line, without its mark, as a sentence. */
function oneLine(message: string): string {
  const text = message
    .replace(/^error: /, "")
    .replace(/\s+/g, " ")
    .trim();
  return /[.?)]$/.test(text) ? text : `${text}.`;
}

/** Where a command is added: the program, or its group, which is added with the first of its commands. */
function placeIn(program: Command, groups: readonly CommandGroup[], command: CommandDeclaration): Command {
  const group = groups.find(({ name }) => name !== command.name && name === firstWordOf(command));
  if (group === undefined) return program;
  const known = program.commands.find((one) => one.name() === group.name);
  if (known !== undefined) return known;
  const added = new Command(group.name).description(group.summary).summary(group.summary);
  program.addCommand(added.copyInheritedSettings(program));
  return added;
}

function helpHint(known: readonly Pick<CommandDeclaration, "name">[], [first, second]: readonly string[]): string {
  const named = [`${first} ${second}`, first].find((words) => known.some(({ name }) => name === words));
  // advice: read-the-help
  return `Run "${PROGRAM} ${named === undefined ? "" : `${named} `}--help" for what there is.`;
}

function commandOf(declaration: CommandDeclaration): Command {
  const word = declaration.name.slice(declaration.name.indexOf(" ") + 1);
  const command = new Command(word).description(declaration.summary).summary(declaration.summary);
  for (const { name, description, choices, isOptional } of declaration.arguments) {
    const argument = new Argument(isOptional ? `[${name}]` : `<${name}>`, description);
    command.addArgument(choices === undefined ? argument : argument.choices(choices));
  }
  for (const option of optionsOf(declaration)) command.addOption(optionOf(option));
  return command.addHelpText("after", `\n${afterHelp(declaration)}`);
}

function optionOf({
  flags,
  description,
  choices,
  default: value,
  parse: parser,
  isRepeatable,
}: OptionDeclaration): Option {
  const option = new Option(flags, description);
  if (value !== undefined) option.default(value);
  if (choices !== undefined) option.choices(choices);
  if (option.isBoolean() || option.negate) return option;
  const read = parser === undefined ? option.parseArg : reading(parser, isRepeatable);
  let isGiven = false;
  return option.argParser((text, before: unknown) => {
    // Of two values one would be forgotten.
    if (isGiven && !isRepeatable) throw new InvalidArgumentError("It is given twice.");
    isGiven = true;
    return read === undefined ? text : read(text, before);
  });
}

const reading =
  (parser: (text: string) => unknown, isRepeatable: true | undefined) => (text: string, before: unknown) => {
    try {
      const parsed = parser(text);
      return isRepeatable ? [before ?? [], parsed].flat() : parsed;
    } catch (error) {
      if (error instanceof CallError) throw new InvalidArgumentError(error.message);
      throw error;
    }
  };

/** A text in lines behind a margin, which the first line has already. */
const indented = (text: string, margin: number): string =>
  help.boxWrap(text, HELP_WIDTH - margin).replaceAll("\n", `\n${" ".repeat(margin)}`);

function afterHelp(declaration: CommandDeclaration): string {
  return [
    "Examples:",
    ...declaration.examples.flatMap(({ call, shows }) => [`  ${PROGRAM} ${call}`, `      ${indented(shows, 6)}`]),
    "",
    "Exit codes:",
    ...exitTexts(declaration).map(([code, meaning]) => `  ${code}  ${indented(meaning, 5)}`),
  ].join("\n");
}
