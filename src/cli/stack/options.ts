import { isUid } from "../../uid";
import { type Call, CallError, type OptionDeclaration } from "../declaration";
import type { FlagsOf } from "../flags";

/** The options of commands that ask the platform: where settings are beside the environment. */
export const stackOptions = [
  { flags: "-s, --stack <name>", description: "stack whose config holds settings too; read by the Pulumi CLI" },
  { flags: "-C, --cwd <folder>", description: "folder of the stack's project; its selected stack without --stack" },
] as const satisfies readonly OptionDeclaration[];

/** The option of commands whose answer depends on what the token sees. */
export const callerOptions = [
  {
    flags: "--identity <uid>",
    description: "uid of the identity that the token belongs to, where the token does not say it",
    parse: uidIn,
  },
] as const satisfies readonly OptionDeclaration[];

/** What a call says about its caller. */
export type CallerFlags = FlagsOf<typeof callerOptions>;

/** Which stack of which project: `stack` is its name, the selected one when left out; `cwd` the folder of the project. */
export type StackChoice = FlagsOf<typeof stackOptions>;

/** The stack that a call names; undefined where it names none. */
export function stackChoice({ flags: { stack, cwd } }: Pick<Call<StackChoice>, "flags">): StackChoice | undefined {
  if (stack === undefined && cwd === undefined) return undefined;
  return { ...(stack === undefined ? {} : { stack }), ...(cwd === undefined ? {} : { cwd }) };
}

/** A uid. Throws CallError. */
export function uidIn(text: string): string {
  if (!isUid(text)) throw new CallError("It is no uid.");
  return text;
}
