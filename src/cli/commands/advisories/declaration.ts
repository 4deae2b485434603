import { CallError, type CommandDeclaration, type OptionDeclaration } from "../../declaration";
import { stackOptions } from "../../stack/options";
import { failOnChoices } from "./severity";

const options = [
  {
    flags: "-a, --artifact <name...>",
    description: "packages and images to ask about",
    parse: nameIn,
    isRepeatable: true,
  },
  {
    flags: "--fail-on <severity>",
    description:
      "least severity of an open advisory that is a finding; unknown is a level of its own, which any includes",
    choices: failOnChoices,
    default: "any",
  },
  { flags: "--all", description: "show what is fixed, patched, withdrawn or not affected too", default: false },
  ...stackOptions,
] as const satisfies readonly OptionDeclaration[];

/** `pulumi-platform advisories`: what is known to be vulnerable. */
export const advisories = {
  name: "advisories",
  summary: "Shows the advisories on artifacts, or on all that a stack pins, and fails on what is open.",
  arguments: [],
  options,
  outputs: ["table", "wide", "json", "yaml", "markdown", "csv", "name", "html"],
  examples: [
    { call: "advisories --artifact curl --fail-on high", shows: "open advisories on one package", ends: 2 },
    {
      call: "advisories --artifact curl openssl --all -o csv --fail-on never",
      shows: "all, for a spreadsheet",
      ends: 0,
    },
    {
      call: "advisories --artifact curl openssl --all -o html --fail-on never",
      shows: "all, as a page to search and filter, to write to a file",
      ends: 0,
    },
    {
      call: "advisories --stack dev --fail-on high -o markdown",
      shows: "on what the state of a stack pins, as the comment of a pull request",
      ends: 2,
    },
  ],
  exits: {
    0: "nothing open is as severe as --fail-on says",
    1: "it could not be found out, all of it or a part: no access, no answer, no state, nothing known of a named artifact, or of anything that a stack pins, or of the version that it pins by a digest",
    2: "an open advisory is",
  },
} as const satisfies CommandDeclaration;

/** A name. Throws CallError. */
function nameIn(text: string): string {
  if (text.trim() === "") throw new CallError("It is no name.");
  return text;
}
