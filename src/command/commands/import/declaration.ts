import { hostNames } from "../../../description/names/host-name";
import type { CommandDeclaration, OptionDeclaration } from "../../declaration";
import { callerOptions, uidIn } from "../../stack/options";

const options = [
  {
    flags: "-p, --parent <uid>",
    description: "uid of the group whose contents to write; the group itself is not managed",
  },
  { flags: "--uid <uid>", description: "print the lines for this object alone, and write nothing", parse: uidIn },
  {
    flags: "-k, --kinds <names...>",
    description: "only these kinds, by their names in the API: groups, roleBindings (default: all)",
    isRepeatable: true,
  },
  {
    flags: "-m, --match <globs...>",
    description: "only objects with these paths below --parent: web/** (* stops at a slash, ** does not)",
    isRepeatable: true,
  },
  {
    flags: "--out <folder>",
    description: "folder for the program; a later import adds new objects, and keeps your edits",
  },
  {
    flags: "--for <host>",
    description: "host of the program's resources (default: the setting platform:shell)",
    choices: hostNames,
  },
  {
    flags: "--no-protect",
    description: "do not set protect: true on groups, repos and identity providers",
  },
  {
    flags: "--dry-run",
    description: "write nothing, and show which files would be written; -o json has their texts",
    default: false,
  },
  {
    flags: "-s, --stack <name>",
    description: "leave out objects of this stack, and also read settings from its config",
  },
  { flags: "-C, --cwd <folder>", description: "folder of the stack's project (default stack: the selected one)" },
  ...callerOptions,
] as const satisfies readonly OptionDeclaration[];

export const importCommand = {
  name: "import",
  summary: "Writes a program for the existing objects in a group, so that Pulumi can take them over.",
  arguments: [],
  options,
  outputs: ["table", "json"],
  examples: [
    {
      call: 'import --parent "$PLATFORM_ORGANIZATION" --out organization',
      shows: "writes a program for the whole organization",
      ends: 0,
    },
    {
      call: 'import --parent "$PLATFORM_ORGANIZATION" --for plugin --out plugin',
      shows: "the same for the plugin, with a file for pulumi import",
      ends: 0,
    },
    {
      call: 'import --parent "$PLATFORM_ORGANIZATION" --match "web/**" --out web',
      shows: "only the group web and everything in it",
      ends: 0,
    },
    {
      call: 'import --parent "$PLATFORM_ORGANIZATION" --kinds roles,roleBindings --out access --dry-run -o json',
      shows: "shows the program for roles and role bindings, and writes nothing",
      ends: 0,
    },
    {
      call: 'import --uid "$REPO_UID"',
      shows: "prints the lines for one object",
      ends: 0,
    },
  ],
  exits: {
    0: "the program has everything that was found",
    1: "something could not be read: no access, no response, a kind that cannot be listed; the rest is written",
    2: "some objects cannot be taken over; the report lists them",
  },
} as const satisfies CommandDeclaration;
