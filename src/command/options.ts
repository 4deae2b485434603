import { CallError, type CommandDeclaration, type OptionDeclaration } from "./declaration";
import { MAX_LENGTH } from "./output/markdown";

/** The shortest limit for a report in Markdown. It leaves room to say that rows are missing. */
const MIN_LENGTH = 2000;
const maxLength: OptionDeclaration = {
  flags: "--max-length <characters>",
  description: `limit for -o markdown; a longer report is cut, and standard error has all of it (default: ${MAX_LENGTH})`,
  parse: (text) => {
    const length = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (length < MIN_LENGTH) throw new CallError(`It must be a whole number, at least ${MIN_LENGTH}.`);
    return length;
  },
};

const debug: OptionDeclaration = {
  flags: "--debug",
  description: "print each request to standard error",
  default: false,
};

/** Returns all options of a command: its own, and those that all commands with the same output share. */
export function optionsOf({ options, outputs }: CommandDeclaration): readonly OptionDeclaration[] {
  if (outputs.length === 0) return [...options, debug];
  const output = { choices: outputs, default: outputs[0] };
  const color = { choices: ["auto", "always", "never"], default: "auto" };
  return [
    ...options,
    { flags: "-o, --output <format>", description: "format of the report", ...output },
    ...(outputs.includes("markdown") ? [maxLength] : []),
    { flags: "--color <when>", description: "colors; auto: at a terminal, unless NO_COLOR is set", ...color },
    debug,
  ];
}
