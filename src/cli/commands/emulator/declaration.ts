import { faultForm } from "../../../emulator/faults/fault-line";
import type { CommandDeclaration, OptionDeclaration } from "../../declaration";
import { callerOptions, stackOptions } from "../../stack/options";
import { faultIn, idTokenForm, idTokenIn, wholeNumber } from "./values";

const options = [
  {
    flags: "--port <number>",
    description: "port to listen on; 0 takes a free one",
    parse: wholeNumber,
    default: 8080,
  },
  { flags: "--file <path>", description: "file to load the state from and to keep it in; in memory when left out" },
  {
    flags: "--from <uid>",
    description: "begin as a copy of this organization of the platform that the settings name, unless --file is there",
  },
  ...stackOptions,
  ...callerOptions,
  { flags: "--latency <ms>", description: "milliseconds to wait before each answer", parse: wholeNumber, default: 0 },
  {
    flags: "--mask-spelling <spelling>",
    description: "spelling that updateMask takes",
    choices: ["snake", "camel", "both"],
    default: "snake",
  },
  {
    flags: "--history-bounds <bounds>",
    description: "whether start and end of a history count",
    choices: ["inclusive", "exclusive"],
    default: "inclusive",
  },
  {
    flags: "--token-form <form>",
    description: "what an exchanged token is: a JSON Web Token, or a text that does not say whose it is",
    choices: ["jwt", "opaque"],
    default: "jwt",
  },
  {
    flags: "--id-token <claims>",
    description: `print an ID token too, valid for an hour, as a CI system gives one to a job: ${idTokenForm}; the audience is the emulator when left out`,
    parse: idTokenIn,
  },
  { flags: "--emit-unpopulated", description: "write empty fields too", default: false },
  {
    flags: "--fault <fault>",
    description: `what goes wrong, as often as wanted: ${faultForm}`,
    parse: faultIn,
    isRepeatable: true,
  },
  {
    flags: "--json",
    description: "print one line of JSON in place of text, with the addresses, that of the control for scripts too",
    default: false,
  },
] as const satisfies readonly OptionDeclaration[];

/** `pulumi-platform emulator`: a local platform until a signal ends it. */
export const emulator = {
  name: "emulator",
  summary: "Runs a local platform: the platform API and the registry on one port of 127.0.0.1.",
  arguments: [],
  options,
  outputs: [],
  examples: [
    { call: "emulator --port 8080 --file state.json", shows: "a platform that keeps its state", ends: 0 },
    {
      call: "emulator --port 0 --from 89d593650154bedaafc9feae479281b870be6278",
      shows: "a copy of an organization, to try a change on",
      ends: 0,
    },
    {
      call: 'emulator --port 0 --json --fault "POST /iam/v2/groups after reset"',
      shows: "one that loses the answer to each new group",
      ends: 0,
    },
    {
      call: "emulator --port 0 --id-token issuer=https://ci.example.com,subject=job",
      shows: "with the ID token of a job, for an identity that your program declares",
      ends: 0,
    },
  ],
  exits: {
    0: "a signal ended it",
    1: "it could not start: the port is in use, or the file or what to copy cannot be read",
  },
} as const satisfies CommandDeclaration;
