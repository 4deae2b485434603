import { faultForm } from "../../../emulator/faults/fault-line";
import type { CommandDeclaration, OptionDeclaration } from "../../declaration";
import { callerOptions, stackOptions } from "../../stack/options";
import { faultIn, idTokenForm, idTokenIn, wholeNumber } from "./values";

const options = [
  {
    flags: "--port <number>",
    description: "port; 0 chooses a free one",
    parse: wholeNumber,
    default: 8080,
  },
  { flags: "--file <path>", description: "keep the state in this file; default: in memory only" },
  {
    flags: "--from <uid>",
    description: "start with a copy of this organization of the platform; ignored if --file exists",
  },
  ...stackOptions,
  ...callerOptions,
  {
    flags: "--latency <ms>",
    description: "wait this many milliseconds before each response",
    parse: wholeNumber,
    default: 0,
  },
  {
    flags: "--mask-spelling <spelling>",
    description: "spelling of field names in updateMask",
    choices: ["snake", "camel", "both"],
    default: "snake",
  },
  {
    flags: "--history-bounds <bounds>",
    description: "whether start and end of a tag history are inclusive",
    choices: ["inclusive", "exclusive"],
    default: "inclusive",
  },
  {
    flags: "--token-form <form>",
    description: "form of tokens: a JSON Web Token, or opaque text",
    choices: ["jwt", "opaque"],
    default: "jwt",
  },
  {
    flags: "--id-token <claims>",
    description: `also print an ID token, like that of a CI job, valid for an hour: ${idTokenForm}; default audience: the emulator`,
    parse: idTokenIn,
  },
  { flags: "--emit-unpopulated", description: "return empty fields too", default: false },
  {
    flags: "--fault <fault>",
    description: `inject a fault (repeatable; see docs/testing.md#faults): ${faultForm}`,
    parse: faultIn,
    isRepeatable: true,
  },
  {
    flags: "-o, --output <format>",
    description: "format of the addresses; json prints one line",
    choices: ["text", "json"],
    default: "text",
  },
] as const satisfies readonly OptionDeclaration[];

export const emulator = {
  name: "emulator",
  summary: "Runs a local emulator of the platform: API and registry on one port of 127.0.0.1.",
  arguments: [],
  options,
  outputs: [],
  examples: [
    { call: "emulator --port 8080 --file state.json", shows: "keeps the state in a file", ends: 0 },
    {
      call: "emulator --port 0 --from 89d593650154bedaafc9feae479281b870be6278",
      shows: "starts with a copy of an organization, to try a change",
      ends: 0,
    },
    {
      call: 'emulator --port 0 -o json --fault "POST /iam/v2/groups after reset"',
      shows: "loses the response to each new group",
      ends: 0,
    },
    {
      call: "emulator --port 0 --id-token issuer=https://ci.example.com,subject=job",
      shows: "prints the ID token of a job, for an identity of your program",
      ends: 0,
    },
  ],
  exits: {
    0: "a signal ended it",
    1: "the emulator could not start: the port is in use, or the file or the organization cannot be read",
  },
} as const satisfies CommandDeclaration;
