import type { CommandDeclaration, OptionDeclaration } from "../../declaration";
import { parseSorts, sorts, sortsByDefault } from "../../ignoring/sorts";
import { callerOptions, uidIn } from "../../stack/options";

const options = [
  { flags: "-s, --stack <name>", description: "stack to look at; the selected one without it" },
  { flags: "-C, --cwd <folder>", description: "folder of the stack's project" },
  {
    flags: "-u, --unmanaged",
    description: "look for objects in the stack's groups that no resource of it holds, grants first",
    default: false,
  },
  {
    flags: "--under <group...>",
    description: "uid of a group that --unmanaged looks through, and all below it",
    parse: uidIn,
    isRepeatable: true,
  },
  ...callerOptions,
  {
    flags: "--fail-on <sorts>",
    description: `exit with 2 for these sorts of findings: ${sorts.join(", ")}, separated by commas, or never; ${sortsByDefault.join(",")} when left out`,
    parse: parseSorts,
  },
  {
    flags: "--ignore-file <file>",
    description:
      "rules on what is meant; .pulumi-platform-ignore in the project's folder without it, where there is one",
  },
] as const satisfies readonly OptionDeclaration[];

/** `pulumi-platform drift`: what differs between a stack and the platform. */
export const drift = {
  name: "drift",
  summary:
    "Shows what others changed and deleted of a stack's objects, and what lies beside them that no resource holds.",
  arguments: [],
  options,
  outputs: ["table", "wide", "json", "yaml", "markdown", "csv", "name", "html"],
  examples: [
    { call: "drift --stack dev", shows: "what others changed and deleted", ends: 2 },
    { call: "drift --unmanaged --fail-on unmanaged", shows: "fails on what nobody declared", ends: 2 },
    {
      call: "drift --stack dev --unmanaged --fail-on never -o markdown",
      shows: "all of it, as the comment of a pull request",
      ends: 0,
    },
  ],
  exits: {
    0: "no drift of the sorts that --fail-on names",
    1: "it could not be found out, all of it or a part: no access, no answer, no state",
    2: "there is drift",
  },
} as const satisfies CommandDeclaration;
