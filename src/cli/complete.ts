import { type CommandDeclaration, type CommandGroup, firstWordOf } from "./declaration";
import { optionsOf } from "./parser";

/** The word that a shell's script calls the program with, before those of the line. It is in no help. */
export const COMPLETE = "__complete";

/** A text that may follow, and its purpose. */
type Offer = readonly [text: string, description: string];

/** Printed alone, it makes the shell offer files. */
const FILES: readonly Offer[] = [[":files", ""]];
const HELP: Offer = ["--help", "display help for command"];

/** Everything that can be completed. */
interface Known {
  readonly commands: readonly CommandDeclaration[];
  readonly groups: readonly CommandGroup[];
}

/**
 * Returns what may stand in place of the last word, one line each: the text, and behind a tab its description if it has one.
 *
 * @param words those of the line up to the cursor, without the program's; the last one may be empty
 */
export function completions(known: Known, words: readonly string[]): string {
  const current = words.at(-1) ?? "";
  const offers = offersBehind(known, words.slice(0, -1));
  const fitting = offers === FILES ? FILES : offers.filter(([text]) => text.startsWith(current));
  return fitting.map((offer) => `${offer.filter(Boolean).join("\t")}\n`).join("");
}

function offersBehind({ commands, groups }: Known, before: readonly string[]): readonly Offer[] {
  const line = before.join(" ");
  const command = commands.find(({ name }) => `${line} `.startsWith(`${name} `));
  if (command !== undefined) return offersOf(command, before.at(-1));
  const parent = before[0] === "help" ? before.slice(1).join(" ") : line;
  const start = parent === "" ? "" : `${parent} `;
  const named = commands.flatMap(({ name, summary }): Offer[] => {
    if (!name.startsWith(start)) return [];
    const [word = "", isGroup] = name.slice(start.length).split(" ");
    const group = groups.find((one) => isGroup !== undefined && one.name === firstWordOf({ name }));
    return [[word, group?.summary ?? summary]];
  });
  if (named.length === 0 || before[0] === "help") return [...new Map(named)];
  const version: readonly Offer[] = line === "" ? [["--version", "output the version number"]] : [];
  return [...new Map(named), ["help", HELP[1]], HELP, ...version];
}

/** What may follow a word behind a command: the values of an option, or options and the words of arguments. */
function offersOf(command: CommandDeclaration, last: string | undefined): readonly Offer[] {
  const options = optionsOf(command).map(({ flags, description, choices }) => {
    const [names = "", value] = flags.split(/ (?=[<[])/);
    return { names: names.split(", "), value, description, choices };
  });
  const asked = options.find(({ names, value }) => value !== undefined && names.includes(last ?? ""));
  if (asked !== undefined) {
    const isPath = /^<(path|folder|file)>$/.test(asked.value ?? "");
    return asked.choices?.map((text): Offer => [text, ""]) ?? (isPath ? FILES : []);
  }
  return [
    ...command.arguments.flatMap(({ choices = [] }) => choices.map((text): Offer => [text, ""])),
    ...options.flatMap(({ names, description }) => names.map((name): Offer => [name, description])),
    ["-h", HELP[1]],
    HELP,
  ];
}
