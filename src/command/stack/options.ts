import { isUid } from "../../description/uid";
import { CallError, type CommandCall, type OptionDeclaration } from "../declaration";
import type { FlagsOf } from "../flags";

/** Options of commands that read the platform: where to find settings, besides the environment. */
export const stackOptions = [
  { flags: "-s, --stack <name>", description: "also read settings from this stack's config, with the Pulumi CLI" },
  { flags: "-C, --cwd <folder>", description: "folder of the stack's project (default stack: the selected one)" },
] as const satisfies readonly OptionDeclaration[];

/** The option of commands whose result depends on what the token sees. */
export const callerOptions = [
  {
    flags: "--identity <uid>",
    description: "uid of the token's identity, if the token does not say it",
    parse: uidIn,
  },
] as const satisfies readonly OptionDeclaration[];

export type CallerFlags = FlagsOf<typeof callerOptions>;

/** A stack: its name, which is by default the selected one, and the folder of its project. */
export type StackChoice = FlagsOf<typeof stackOptions>;

/** Returns the stack that a call names. Undefined if it names none. */
export function stackChoice({ flags }: Pick<CommandCall<StackChoice>, "flags">): StackChoice | undefined {
  const { stack, cwd } = flags;
  if (stack === undefined && cwd === undefined) return undefined;
  return { ...(stack === undefined ? {} : { stack }), ...(cwd === undefined ? {} : { cwd }) };
}

export function uidIn(text: string): string {
  if (!isUid(text)) throw new CallError("It must be a uid.");
  return text;
}
