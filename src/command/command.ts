import type { CommandCall, CommandDeclaration, ExitCode, Report } from "./declaration";
import type { FlagsOf } from "./flags";

export type FlagsFor<D extends CommandDeclaration> = FlagsOf<D["options"]> &
  (D["outputs"] extends readonly [] ? unknown : { readonly output: D["outputs"][number] });

/** The code of a command. Returns a report, or an exit code if it printed by itself. */
export type Run<D extends CommandDeclaration> = (call: CommandCall<FlagsFor<D>>) => Promise<Report | ExitCode>;

export interface Command extends CommandDeclaration {
  readonly run: (call: CommandCall<Readonly<Record<string, unknown>>>) => Promise<Report | ExitCode>;
}

/** Joins a command with its code, which is loaded when it runs. The compiler checks that the code fits the options. */
export const command = <D extends CommandDeclaration>(declaration: D, load: () => Promise<Run<D>>): Command => ({
  ...declaration,
  // The parser and FlagsFor follow the same declaration.
  run: async (call) => (await load())({ ...call, flags: call.flags as FlagsFor<D> }),
});
