import type { Call, OptionDeclaration } from "../declaration";
import type { FlagsOf } from "../flags";

/** The options of commands that ask the platform: where settings are beside the environment. */
export const stackOptions = [
  { flags: "-s, --stack <name>", description: "stack whose config holds settings too; read by the Pulumi CLI" },
  { flags: "-C, --cwd <folder>", description: "folder of the stack's project; its selected stack without --stack" },
] as const satisfies readonly OptionDeclaration[];

/** Which stack of which project: `stack` is its name, the selected one when left out; `cwd` the folder of the project. */
export type StackChoice = FlagsOf<typeof stackOptions>;

/** The stack that a call names; undefined where it names none. */
export function stackChoice({ flags: { stack, cwd } }: Pick<Call<StackChoice>, "flags">): StackChoice | undefined {
  if (stack === undefined && cwd === undefined) return undefined;
  return { ...(stack === undefined ? {} : { stack }), ...(cwd === undefined ? {} : { cwd }) };
}
