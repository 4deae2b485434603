import { shells } from "../../../spec/shell";
import { CallError, type CommandDeclaration, type OptionDeclaration } from "../../declaration";
import { callerOptions } from "../../stack/options";

const options = [
  {
    flags: "-p, --parent <uid>",
    description: "uid of the group whose contents to write; the group itself is not managed",
  },
  {
    flags: "-k, --kinds <names...>",
    description: "only these kinds, by their names in the API: groups, roleBindings; all when left out",
    parse: namesIn,
    isRepeatable: true,
  },
  {
    flags: "-m, --match <globs...>",
    description: "only objects at such a path of names below --parent: web/**; * stops at a slash, ** does not",
    parse: globIn,
    isRepeatable: true,
  },
  {
    flags: "--out <folder>",
    description: "folder for the program; your edits in it stay, new objects are added",
  },
  {
    flags: "--for <host>",
    description: "host of the program's resources; the setting platform:shell when left out",
    choices: shells,
  },
  {
    flags: "--no-protect",
    description: "do not set the option protect on groups, repos and identity providers",
  },
  {
    flags: "--dry-run",
    description: "write nothing, and show what would be written; -o json has the texts",
    default: false,
  },
  {
    flags: "-s, --stack <name>",
    description: "stack whose objects stay as they are, and whose config holds settings too; read by the Pulumi CLI",
  },
  { flags: "-C, --cwd <folder>", description: "folder of the stack's project; its selected stack without --stack" },
  ...callerOptions,
] as const satisfies readonly OptionDeclaration[];

/** `pulumi-platform import`: an organization that exists, as a program. */
export const importCommand = {
  name: "import",
  summary: "Writes a program for the existing contents of a group, so that Pulumi can take them over.",
  arguments: [],
  options,
  outputs: ["table", "json"],
  examples: [
    {
      call: 'import --parent "$PLATFORM_ORGANIZATION" --out organization',
      shows: "the whole organization as a program",
      ends: 0,
    },
    {
      call: 'import --parent "$PLATFORM_ORGANIZATION" --for plugin --out plugin',
      shows: "the same for the plugin, with the file that pulumi import takes",
      ends: 0,
    },
    {
      call: 'import --parent "$PLATFORM_ORGANIZATION" --match "web/**" --out web',
      shows: "the group web and everything in it",
      ends: 0,
    },
    {
      call: 'import --parent "$PLATFORM_ORGANIZATION" --kinds roles,roleBindings --out access --dry-run -o json',
      shows: "what would be written for roles and role bindings, with the texts",
      ends: 0,
    },
  ],
  exits: {
    0: "everything that was found is in the program",
    1: "something could not be found out: no access, no response, a kind that cannot be listed; the rest is written",
    2: "something cannot be taken over, and is listed",
  },
} as const satisfies CommandDeclaration;

/** One text, or several with commas between. Throws CallError. */
function namesIn(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes("")) throw new CallError("It is no name of a kind.");
  return names;
}

/** A pattern for paths of names. Throws CallError. */
function globIn(text: string): string {
  if (text === "") throw new CallError("It is no path of names.");
  return text;
}
