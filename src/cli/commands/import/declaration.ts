import { CallError, type CommandDeclaration } from "../../declaration";
import { stackOptions } from "../../stack/options";

/** `pulumi-platform import`: an organisation that exists, as a program. */
export const importCommand: CommandDeclaration = {
  name: "import",
  summary: "Writes a program that declares what lies in a group, so that Pulumi can take it over as it is.",
  arguments: [],
  options: [
    { flags: "-p, --parent <uid>", description: "uid of the group whose contents to write; itself it is not managed" },
    {
      flags: "-k, --kinds <names...>",
      description: "only these kinds, by their names in the API: groups, roleBindings; all when left out",
      parse: moreNames,
    },
    {
      flags: "-m, --match <globs...>",
      description: "only what lies at such a path of names below --parent: web/**; * stops at a slash, ** does not",
      parse: oneMoreGlob,
    },
    {
      flags: "--out <folder>",
      description: "folder for the program; what is edited in it stays, new objects are added",
    },
    { flags: "--dry-run", description: "write nothing, and tell what would be; -o json has the texts", default: false },
    ...stackOptions,
  ],
  outputs: ["table", "json"],
  examples: [
    {
      call: 'import --parent "$PLATFORM_ORGANIZATION" --out organization',
      shows: "the whole organisation as a program",
      ends: 0,
    },
    {
      call: 'import --parent "$PLATFORM_ORGANIZATION" --match "web/**" --out web',
      shows: "the group web and all that lies in it",
      ends: 0,
    },
    {
      call: 'import --parent "$PLATFORM_ORGANIZATION" --kinds roles,roleBindings --out access --dry-run -o json',
      shows: "what would be written for roles and role bindings, with the texts",
      ends: 0,
    },
  ],
  exits: {
    0: "all that was found is in the program",
    1: "it could not be found out: no access, no answer, a kind that cannot be listed; what was found is written",
    2: "something cannot be taken over, and is listed; or the call is mistaken",
  },
  load: async () => (await import("./run")).run,
};

/** One more text, or several with commas between, beside those before. Throws CallError. */
function moreNames(text: string, before: unknown): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes("")) throw new CallError("It is no name of a kind.");
  // What this function answered before, or nothing yet.
  return [...((before ?? []) as readonly string[]), ...names];
}

function oneMoreGlob(text: string, before: unknown): readonly string[] {
  if (text === "") throw new CallError("It is no path of names.");
  // What this function answered before, or nothing yet.
  return [...((before ?? []) as readonly string[]), text];
}
