import type { CommandDeclaration } from "../../declaration";
import { callerOptions, stackOptions } from "../../stack/options";

export const doctor = {
  name: "doctor",
  summary: "Checks settings, token, addresses and host, and shows what the credential may do.",
  arguments: [],
  options: [...stackOptions, ...callerOptions],
  outputs: ["table", "json", "markdown", "csv"],
  examples: [
    { call: "doctor", shows: "checks the settings of the environment", ends: 0 },
    { call: "doctor --stack dev", shows: "also checks the config of a stack", ends: 0 },
    { call: "doctor -o json", shows: "for a script, or to attach to a bug report", ends: 0 },
  ],
  exits: {
    0: "everything is right",
    1: "something could not be checked, and no check failed",
    2: "a check failed",
  },
} as const satisfies CommandDeclaration;
