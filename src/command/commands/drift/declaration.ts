import type { CommandDeclaration, OptionDeclaration } from "../../declaration";
import { parseSorts, sorts, sortsByDefault } from "../../ignoring/sorts";
import { callerOptions, uidIn } from "../../stack/options";

const options = [
  { flags: "-s, --stack <name>", description: "stack to compare (default: the selected one)" },
  { flags: "-C, --cwd <folder>", description: "folder of the stack's project" },
  {
    flags: "-u, --unmanaged",
    description: "also find unmanaged objects in the stack's groups",
    default: false,
  },
  {
    flags: "--under <group...>",
    description: "also search this group and everything below it, by uid; needs --unmanaged",
    parse: uidIn,
    isRepeatable: true,
  },
  ...callerOptions,
  {
    flags: "--fail-on <sorts...>",
    description: `exit with 2 for these sorts of findings: ${sorts.join(", ")} (comma-separated), or never (default: ${sortsByDefault.join(",")})`,
    parse: parseSorts,
    isRepeatable: true,
  },
  {
    flags: "--ignore-file <file>",
    description:
      "rules for findings to ignore (default: .pulumi-platform-ignore in the project's folder, if it exists)",
  },
] as const satisfies readonly OptionDeclaration[];

export const drift = {
  name: "drift",
  summary: "Shows changes and deletions outside of Pulumi, and unmanaged objects in a stack's groups.",
  arguments: [],
  options,
  outputs: ["table", "wide", "json", "markdown", "html", "csv"],
  examples: [
    { call: "drift --stack dev", shows: "finds changes and deletions outside of Pulumi", ends: 2 },
    { call: "drift --unmanaged --fail-on unmanaged", shows: "fails only on unmanaged objects", ends: 2 },
    {
      call: "drift --stack dev --unmanaged --fail-on never -o markdown",
      shows: "writes everything as the comment of a pull request",
      ends: 0,
    },
  ],
  exits: {
    0: "no drift of the sorts in --fail-on",
    1: "something could not be checked: no access, no response, no state",
    2: "drift of a sort in --fail-on",
  },
} as const satisfies CommandDeclaration;
