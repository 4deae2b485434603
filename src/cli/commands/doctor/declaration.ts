import type { CommandDeclaration } from "../../declaration";
import { callerOptions, stackOptions } from "../../stack/options";

/** `pulumi-platform doctor`: whether the provider would work here. */
export const doctor = {
  name: "doctor",
  summary: "Checks settings, token, addresses, clock and versions, and says what the credential may do.",
  arguments: [],
  options: [...stackOptions, ...callerOptions],
  outputs: ["table", "json", "markdown", "csv"],
  examples: [
    { call: "doctor", shows: "with the settings of the environment", ends: 0 },
    { call: "doctor --stack dev", shows: "with the config of a stack too, as its provider sees it", ends: 0 },
    { call: "doctor -o json", shows: "for a script, or to attach to a report", ends: 0 },
  ],
  exits: {
    0: "all is well",
    1: "something could not be found out, and nothing is wrong as far as it could",
    2: "there are problems",
  },
} as const satisfies CommandDeclaration;
