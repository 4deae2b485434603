import type { CommandDeclaration, OptionDeclaration } from "../../declaration";
import { stackOptions } from "../../stack/options";
import { failOnLevels } from "./severity";

const options = [
  {
    flags: "-a, --artifact <name...>",
    description: "packages and images to check",
    isRepeatable: true,
  },
  {
    flags: "--fail-on <severities...>",
    description: "lowest severity that counts as a finding; add unknown (high,unknown) to count unknown ones too",
    choices: failOnLevels,
    default: ["any"],
    isRepeatable: true,
  },
  {
    flags: "--all",
    description: "also show closed advisories: fixed, patched, withdrawn, not affected",
    default: false,
  },
  ...stackOptions,
] as const satisfies readonly OptionDeclaration[];

export const advisories = {
  name: "advisories",
  summary: "Lists the open advisories on artifacts, or on everything that a stack pins.",
  arguments: [],
  options,
  outputs: ["table", "wide", "json", "markdown", "csv"],
  examples: [
    { call: "advisories --artifact curl --fail-on high", shows: "the open advisories on one package", ends: 2 },
    {
      call: "advisories --artifact curl,openssl --all -o csv --fail-on never",
      shows: "all advisories on two packages, for a spreadsheet",
      ends: 0,
    },
    {
      call: "advisories --stack dev --fail-on high -o markdown",
      shows: "advisories on everything that a stack pins, as a comment on a pull request",
      ends: 2,
    },
  ],
  exits: {
    0: "no open advisory is as severe as --fail-on",
    1: "the result may be incomplete: no access, no response, no state, an artifact without any advisory, or a version that a digest hides",
    2: "an open advisory is at least as severe as --fail-on",
  },
} as const satisfies CommandDeclaration;
