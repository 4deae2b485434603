import type { CommandResult } from "../../test/support/stack";

/** Prints a line. */
export const say = (text: string): void => console.log(text);

/** Prints the lines of a command that match, as it printed them. */
export function saidBy({ output }: CommandResult, lines: RegExp): void {
  for (const line of output.split("\n")) if (lines.test(line)) say(`    | ${line.trim()}`);
}
