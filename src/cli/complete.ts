import { type CommandDeclaration, type CommandGroup, commandNames, firstWordOf } from "./declaration";
import { optionsOf } from "./options";

/** The hidden command that the script of a shell calls with the words of the line. */
export const COMPLETE = "__complete";

type Offer = readonly [text: string, description: string];

/** If the command prints only this, the shell offers files. */
const FILES: readonly Offer[] = [[":files", ""]];
const HELP: Offer = ["--help", "display help for command"];

interface Known {
  readonly commands: readonly CommandDeclaration[];
  readonly groups: readonly CommandGroup[];
}

/**
 * Returns the texts that can replace the last word, one per line. A tab and its description follow a text that has one.
 *
 * @param words the words of the line up to the cursor, without the program; the last one may be empty
 */
export function completions(known: Known, words: readonly string[]): string {
  const current = words.at(-1) ?? "";
  const offers = offersAfter(known, words.slice(0, -1));
  const matching = offers === FILES ? FILES : offers.filter(([text]) => text.startsWith(current));
  return matching.map((offer) => `${offer.filter(Boolean).join("\t")}\n`).join("");
}

function offersAfter({ commands, groups }: Known, before: readonly string[]): readonly Offer[] {
  const line = before.join(" ");
  const command = commands.find((one) => commandNames(one).some((name) => `${line} `.startsWith(`${name} `)));
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

/** Returns what can follow in a call of a command: the values of an option, or options and the values of arguments. */
function offersOf(command: CommandDeclaration, last: string | undefined): readonly Offer[] {
  const options = optionsOf(command).map(({ flags, description, choices }) => {
    const [names = "", value] = flags.split(/ (?=[<[])/);
    return { names: names.split(", "), value, description, choices };
  });
  const pending = options.find(({ names, value }) => value !== undefined && names.includes(last ?? ""));
  if (pending !== undefined) {
    const isPath = /^<(path|folder|file)>$/.test(pending.value ?? "");
    return pending.choices?.map((text): Offer => [text, ""]) ?? (isPath ? FILES : []);
  }
  return [
    ...command.arguments.flatMap(({ choices = [] }) => choices.map((text): Offer => [text, ""])),
    ...options.flatMap(({ names, description }) => names.map((name): Offer => [name, description])),
    ["-h", HELP[1]],
    HELP,
  ];
}
