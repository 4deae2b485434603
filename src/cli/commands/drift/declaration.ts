import type { CommandDeclaration, OptionDeclaration } from "../../declaration";
import { parseSorts, sorts, sortsByDefault } from "../../ignoring/sorts";
import { callerOptions, uidIn } from "../../stack/options";

const options = [
  { flags: "-s, --stack <name>", description: "stack to look at; the selected one without it" },
  { flags: "-C, --cwd <folder>", description: "folder of the stack's project" },
  {
    flags: "-u, --unmanaged",
    description: "also look for unmanaged objects in the stack's groups, grants first",
    default: false,
  },
  {
    flags: "--under <group...>",
    description: "uid of a group that --unmanaged searches, with everything below it",
    parse: uidIn,
    isRepeatable: true,
  },
  ...callerOptions,
  {
    flags: "--fail-on <sorts...>",
    description: `exit with 2 for these sorts of findings: ${sorts.join(", ")} (comma-separated), or never; ${sortsByDefault.join(",")} when left out`,
    parse: parseSorts,
    isRepeatable: true,
  },
  {
    flags: "--ignore-file <file>",
    description:
      "rules for findings to ignore; .pulumi-platform-ignore in the project's folder when left out, if it exists",
  },
] as const satisfies readonly OptionDeclaration[];

/** `pulumi-platform drift`: what differs between a stack and the platform. */
export const drift = {
  name: "drift",
  summary: "Shows changes and deletions outside of Pulumi, and unmanaged objects in a stack's groups.",
  arguments: [],
  options,
  outputs: ["table", "wide", "json", "yaml", "markdown", "csv", "name", "html"],
  examples: [
    { call: "drift --stack dev", shows: "changes and deletions outside of Pulumi", ends: 2 },
    { call: "drift --unmanaged --fail-on unmanaged", shows: "fails on unmanaged objects", ends: 2 },
    {
      call: "drift --stack dev --unmanaged --fail-on never -o markdown",
      shows: "all of it, as the comment of a pull request",
      ends: 0,
    },
  ],
  exits: {
    0: "no drift of the sorts that --fail-on names",
    1: "something could not be found out: no access, no response, no state",
    2: "there is drift",
  },
} as const satisfies CommandDeclaration;
