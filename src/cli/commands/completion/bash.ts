import { PROGRAM } from "../../parser";
import { type CommandWord, firstWords, groupsIn, type OptionWord, type WordGroup } from "./words";

const FUNCTION = `_${PROGRAM.replace("-", "_")}`;

/** The script for bash. */
export function bashScript(commands: readonly CommandWord[]): string {
  const first = firstWords(commands).map(({ name }) => name);
  return [
    `# Completion of ${PROGRAM} for bash.`,
    `${FUNCTION}() {`,
    "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}",
    "  COMPREPLY=()",
    "  if [[ $COMP_CWORD -eq 1 ]]; then",
    `    COMPREPLY=($(compgen -W "${first.join(" ")} help --help --version" -- "$current"))`,
    "    return",
    "  fi",
    ...groupLines(groupsIn(commands)),
    '  case "$command $previous" in',
    ...commands.flatMap(({ name, options }) => options.flatMap((option) => valueLines(name, option))),
    "  esac",
    '  case "$command" in',
    ...commands.map(({ name, options, arguments: given }) => {
      const words = [...given.flatMap(({ choices = [] }) => choices), ...options.flatMap(namesOf)];
      return `    "${name}") COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$current")) ;;`;
    }),
    `    help) COMPREPLY=($(compgen -W "${first.join(" ")}" -- "$current")) ;;`,
    "  esac",
    "}",
    `complete -F ${FUNCTION} ${PROGRAM}`,
    "",
  ].join("\n");
}

/** A command of a group has two words. */
const groupLines = (groups: readonly WordGroup[]): string[] =>
  groups.flatMap(({ name, words }) => [
    `  if [[ "$command" == ${name} ]]; then`,
    "    if [[ $COMP_CWORD -eq 2 ]]; then",
    `      COMPREPLY=($(compgen -W "${words.map((word) => word.name).join(" ")} help --help" -- "$current"))`,
    "      return",
    "    fi",
    '    command="$command ${COMP_WORDS[2]}"',
    "  fi",
  ]);

const namesOf = ({ short, long }: OptionWord): string[] => (short === undefined ? [long] : [short, long]);

function valueLines(command: string, option: OptionWord): string[] {
  const { value } = option;
  if (value === "none") return [];
  const pattern = namesOf(option)
    .map((name) => `"${command} ${name}"`)
    .join("|");
  const words = value === "path" ? "-f" : value === "text" ? undefined : `-W "${value.join(" ")}"`;
  return [`    ${pattern}) ${words === undefined ? "" : `COMPREPLY=($(compgen ${words} -- "$current")); `}return ;;`];
}
