import { Argument, Command, CommanderError, Help, InvalidArgumentError, Option } from "commander";
import { version } from "../client/version";
import { nearestTo } from "../description/spec/spelling";
import {
  CallError,
  type CommandDeclaration,
  type CommandGroup,
  exitTexts,
  firstWordOf,
  type OptionDeclaration,
} from "./declaration";
import { optionsOf } from "./options";

export interface ParsedCall<C extends CommandDeclaration> {
  readonly command: C;
  readonly arguments: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

export const PROGRAM = "pulumi-platform";

const HELP_WIDTH = 80;

const help = new Help();

/** All help texts have the same width, even if the name of a command leaves little room. The default of a switch is not shown. */
const helpForm: Partial<Help> = {
  helpWidth: HELP_WIDTH,
  minWidthToWrap: 20,
  optionDescription: (option) => (option.defaultValue === false ? option.description : help.optionDescription(option)),
};

/** Parses a call. Returns the text if it asks for the help or the version. Throws CallError, with the nearest name for a misspelled one. */
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
    .description("Audits, imports and compares an organization, and runs a local emulator of the platform.")
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
    // A group without a command prints its help.
    const isBare = words.length === 0 || (words.length === 1 && groups.some(({ name }) => name === words[0]));
    program.parse(isBare ? [...words, "--help"] : words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { printed };
    const known = [...commands, ...groups].map(({ name }) => name);
    throw new CallError(`${oneLine(error.message)} ${helpHint(known, words)}`);
  }
  return parsed ?? { printed };
}

/** Returns commander's message as a sentence on one line, without its prefix. */
function oneLine(message: string): string {
  const text = message
    .replace(/^error: /, "")
    .replace(/\s+/g, " ")
    .trim();
  return /[.?)]$/.test(text) ? text : `${text}.`;
}

/** Returns the parent of a command: the program, or the command's group, which is added with the first of its commands. */
function placeIn(program: Command, groups: readonly CommandGroup[], command: CommandDeclaration): Command {
  const group = groups.find(({ name }) => name !== command.name && name === firstWordOf(command));
  if (group === undefined) return program;
  const known = program.commands.find((one) => one.name() === group.name);
  if (known !== undefined) return known;
  const added = new Command(group.name).description(group.summary).summary(group.summary);
  program.addCommand(added.copyInheritedSettings(program));
  return added;
}

function helpHint(known: readonly string[], [first, second]: readonly string[]): string {
  const named = [`${first} ${second}`, first].find((words) => words !== undefined && known.includes(words));
  return `Run "${PROGRAM} ${named === undefined ? "" : `${named} `}--help" to see what is possible.`;
}

function commandOf(declaration: CommandDeclaration): Command {
  const { name: words, summary } = declaration;
  const command = new Command(words.slice(words.indexOf(" ") + 1)).description(summary).summary(summary);
  for (const { name, description, isOptional } of declaration.arguments)
    command.addArgument(new Argument(isOptional ? `[${name}]` : `<${name}>`, description));
  for (const option of optionsOf(declaration)) command.addOption(optionOf(option));
  return command.addHelpText("after", `\n${afterHelp(declaration)}`);
}

function optionOf(declaration: OptionDeclaration): Option {
  const { flags, description, choices, default: value, isRepeatable } = declaration;
  const option = new Option(flags, description);
  if (value !== undefined) option.default(value, Array.isArray(value) ? JSON.stringify(value.join(",")) : undefined);
  if (choices !== undefined) option.choices(choices);
  if (option.isBoolean() || option.negate) return option;
  // A list is one word, `a,b`. Commander would also take the words after it.
  const isList = option.variadic;
  option.variadic = false;
  const read = parserOf(declaration);
  let isGiven = false;
  return option.argParser((text, before: unknown) => {
    // The command would ignore one of two values.
    if (isGiven && !isRepeatable) throw new InvalidArgumentError("It is given twice.");
    const former = isGiven ? before : [];
    isGiven = true;
    if (!isRepeatable) return read(text);
    const items = isList ? text.split(",").map((item) => item.trim()) : [text];
    if (items.includes("")) throw new InvalidArgumentError("It is empty, or has an empty item.");
    return [former, ...items.map(read)].flat();
  });
}

/** Returns what makes a value of a text. It throws commander's error, which names the option. */
const parserOf =
  ({ choices, parse: parser }: OptionDeclaration) =>
  (text: string): unknown => {
    if (choices !== undefined && !choices.includes(text)) {
      const nearest = nearestTo(text, choices);
      const hint = nearest === undefined ? "" : `Did you mean ${nearest}?`;
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}. ${hint}`.trimEnd());
    }
    try {
      return parser === undefined ? text : parser(text);
    } catch (error) {
      if (error instanceof CallError) throw new InvalidArgumentError(error.message);
      throw error;
    }
  };

/** Wraps a text. The first line is already indented, the others get the margin. */
const indented = (text: string, margin: number): string =>
  help.boxWrap(text, HELP_WIDTH - margin).replaceAll("\n", `\n${" ".repeat(margin)}`);

function afterHelp(declaration: CommandDeclaration): string {
  return [
    "Examples:",
    ...declaration.examples.flatMap(({ call, shows }) => [
      ...linesOfCall(`${PROGRAM} ${call}`).map((line) => `  ${line}`),
      `      ${indented(shows, 6)}`,
    ]),
    "",
    "Exit codes:",
    ...exitTexts(declaration).map(([code, meaning]) => `  ${code}  ${indented(meaning, 5)}`),
  ].join("\n");
}

/** Splits a call before options, so that its lines fit and a shell still takes them as one call. */
function linesOfCall(call: string): string[] {
  const [first = "", ...parts] = call.split(/ (?=-|>)/);
  const lines = [first];
  for (const part of parts) {
    const longer = `${lines.at(-1)} ${part}`;
    // Two characters for the margin, and two for the backslash.
    if (longer.length <= HELP_WIDTH - 4) lines[lines.length - 1] = longer;
    else lines.push(`  ${part}`);
  }
  return lines.map((line, i) => (i < lines.length - 1 ? `${line} \\` : line));
}
