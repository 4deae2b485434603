import { PROGRAM } from "../../parser";
import { type CommandWord, firstWords, groupsIn, type OptionWord } from "./words";

const FIRST = "__fish_use_subcommand";

/** The script for fish. */
export const fishScript = (commands: readonly CommandWord[]): string =>
  [
    `# Completion of ${PROGRAM} for fish.`,
    `complete -c ${PROGRAM} -f`,
    ...firstWords(commands).map(
      ({ name, description }) => `complete -c ${PROGRAM} -n ${FIRST} -a ${name} -d ${quoted(description)}`,
    ),
    ...groupsIn(commands).flatMap(({ name: group, words }) => {
      const others = words.map(({ name }) => name).join(" ");
      const start = `complete -c ${PROGRAM} -n ${quoted(`${seen(group)}; and not ${seen(others)}`)}`;
      return words.map(({ name, description }) => `${start} -a ${name} -d ${quoted(description)}`);
    }),
    ...commands.flatMap(({ name, options, arguments: given }) => {
      const start = `complete -c ${PROGRAM} -n ${quoted(name.split(" ").map(seen).join("; and "))}`;
      return [
        ...options.map((option) => `${start} ${optionText(option)}`),
        ...given.flatMap(({ choices }) => (choices === undefined ? [] : [`${start} -a ${quoted(choices.join(" "))}`])),
      ];
    }),
    "",
  ].join("\n");

/** A condition of fish: one of these words is in the line. */
const seen = (words: string): string => `__fish_seen_subcommand_from ${words}`;

function optionText({ short, long, description, value }: OptionWord): string {
  const names = [...(short === undefined ? [] : [`-s ${short.slice(1)}`]), `-l ${long.slice(2)}`];
  const values =
    value === "none"
      ? []
      : value === "path"
        ? ["-r -F"]
        : value === "text"
          ? ["-x"]
          : [`-x -a ${quoted(value.join(" "))}`];
  return [...names, ...values, `-d ${quoted(description)}`].join(" ");
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
