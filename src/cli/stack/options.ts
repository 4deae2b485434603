import type { Call, OptionDeclaration } from "../declaration";

/** Which stack of which project. */
export interface StackChoice {
  /** Name of the stack; the selected one when left out. */
  readonly stack?: string;
  /** Folder of the project; the current one when left out. */
  readonly cwd?: string;
}

/** The options of commands that ask the platform: where settings are beside the environment. */
export const stackOptions: readonly OptionDeclaration[] = [
  { flags: "-s, --stack <name>", description: "stack whose config holds settings too; read by the Pulumi CLI" },
  { flags: "-C, --cwd <folder>", description: "folder of the stack's project; its selected stack without --stack" },
];

/** The stack that a call names; undefined where it names none. */
export function stackChoice({ flags }: Pick<Call, "flags">): StackChoice | undefined {
  // The declaration says so.
  const { stack, cwd } = flags as StackChoice;
  if (stack === undefined && cwd === undefined) return undefined;
  return { ...(stack === undefined ? {} : { stack }), ...(cwd === undefined ? {} : { cwd }) };
}
