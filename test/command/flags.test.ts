import assert from "node:assert/strict";
import { command } from "../../src/command/command";
import {
  CLEAN,
  type CommandCall,
  type CommandDeclaration,
  FOUND,
  type OptionDeclaration,
} from "../../src/command/declaration";
import type { FlagsOf } from "../../src/command/flags";

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Plain<T> = { readonly [K in keyof T]: T[K] };

const options = [
  { flags: "-s, --stack <name>", description: "" },
  { flags: "--ignore-file <file>", description: "" },
  { flags: "--dry-run", description: "", default: false },
  { flags: "--fail-on <level>", description: "", choices: ["low", "high"], default: "low" },
  { flags: "-t, --times <number...>", description: "", parse: Number, isRepeatable: true },
  { flags: "--kinds <names...>", description: "", parse: String, isRepeatable: true },
  { flags: "--colors <names...>", description: "", choices: ["red", "blue"], isRepeatable: true },
  { flags: "--at <time>", description: "", parse: (text: string) => Date.parse(text) },
] as const satisfies readonly OptionDeclaration[];

interface Expected {
  readonly stack?: string;
  readonly ignoreFile?: string;
  readonly dryRun: boolean;
  readonly failOn: "low" | "high";
  readonly times?: readonly number[];
  readonly kinds?: readonly string[];
  readonly colors?: readonly ("red" | "blue")[];
  readonly at?: number;
}
describe("the options of a call", () => {
  it("have the types of their declarations", () => {
    const isTyped: IsSame<Plain<FlagsOf<typeof options>>, Plain<Expected>> = true;
    assert.ok(isTyped);
  });
});

// The compiler refuses code that needs what the options do not give.
const declaration = {
  name: "look",
  summary: "",
  arguments: [],
  options,
  outputs: ["table"],
  examples: [],
  exits: { 0: "", 1: "" },
} as const satisfies CommandDeclaration;
command(
  declaration,
  async () => async (call: CommandCall<{ readonly times?: readonly number[]; readonly output: "table" }>) =>
    call.flags.times === undefined ? CLEAN : FOUND,
);
// @ts-expect-error the option gives numbers
command(declaration, async () => async (_: CommandCall<{ readonly times?: readonly string[] }>) => CLEAN);
// @ts-expect-error the report has no such form
command(declaration, async () => async (_: CommandCall<{ readonly output: "html" }>) => CLEAN);
