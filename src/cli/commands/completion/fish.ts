import { PROGRAM } from "../../parser";
import type { CommandWord, OptionWord } from "./words";

const FIRST = "__fish_use_subcommand";

/** The script for fish. */
export const fishScript = (commands: readonly CommandWord[]): string =>
  [
    `# Completion of ${PROGRAM} for fish.`,
    `complete -c ${PROGRAM} -f`,
    ...commands.map(
      ({ name, description }) => `complete -c ${PROGRAM} -n ${FIRST} -a ${name} -d ${quoted(description)}`,
    ),
    ...commands.flatMap(({ name, options, arguments: given }) => {
      const start = `complete -c ${PROGRAM} -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
      return [
        ...options.map((option) => `${start} ${optionText(option)}`),
        ...given.flatMap(({ choices }) => (choices === undefined ? [] : [`${start} -a ${quoted(choices.join(" "))}`])),
      ];
    }),
    "",
  ].join("\n");

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
