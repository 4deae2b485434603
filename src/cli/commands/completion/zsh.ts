import { PROGRAM } from "../../parser";
import { type CommandWord, firstWords, groupsIn, type OptionWord, type Word } from "./words";

const FUNCTION = `_${PROGRAM}`;

/** The script for zsh. */
export const zshScript = (commands: readonly CommandWord[]): string =>
  [
    `#compdef ${PROGRAM}`,
    `# Completion of ${PROGRAM} for zsh.`,
    `${FUNCTION}() {`,
    "  local -a commands",
    "  commands=(",
    ...firstWords(commands).map(described),
    "  )",
    "  if (( CURRENT == 2 )); then",
    "    _describe command commands",
    "    return",
    "  fi",
    '  local command="${words[2]}"',
    "  shift words",
    "  (( CURRENT-- ))",
    ...groupsIn(commands).flatMap(({ name, words }) => [
      `  if [[ "$command" == ${name} ]]; then`,
      "    commands=(",
      ...words.map(described),
      "    )",
      "    if (( CURRENT == 2 )); then",
      "      _describe command commands",
      "      return",
      "    fi",
      '    command="$command ${words[2]}"',
      "    shift words",
      "    (( CURRENT-- ))",
      "  fi",
    ]),
    '  case "$command" in',
    ...commands.flatMap(({ name, options, arguments: given }) => [
      `    ${quoted(name)})`,
      `      _arguments ${[
        ...options.flatMap(optionSpecs),
        ...given.map(({ name: argument, choices }) =>
          quoted(`:${argument}:${choices === undefined ? "" : `(${choices.join(" ")})`}`),
        ),
      ].join(" \\\n        ")}`,
      "      ;;",
    ]),
    "    help) _describe command commands ;;",
    "  esac",
    "}",
    // Works as a file of the function's name, and when it is sourced.
    `if [[ "\${funcstack[1]}" == "${FUNCTION}" ]]; then ${FUNCTION} "$@"; else compdef ${FUNCTION} ${PROGRAM}; fi`,
    "",
  ].join("\n");

const described = ({ name, description }: Word): string => `    ${quoted(`${name}:${description}`)}`;

function optionSpecs({ short, long, description, value }: OptionWord): string[] {
  const text = description.replace(/[[\]\\]/g, "\\$&");
  const action = value === "path" ? "_files" : Array.isArray(value) ? `(${value.join(" ")})` : "";
  const end = value === "none" ? `[${text}]` : `[${text}]:value:${action}`;
  return [...(short === undefined ? [] : [short]), long].map((name) => quoted(`*${name}${end}`));
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
