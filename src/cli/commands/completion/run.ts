import { commands, groups } from "../../commands";
import { CLEAN, type Run } from "../../declaration";
import { bashScript } from "./bash";
import { fishScript } from "./fish";
import { type CommandWord, wordsOf } from "./words";
import { zshScript } from "./zsh";

const scripts: Readonly<Record<string, (commands: readonly CommandWord[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Prints the script of a shell. The declaration allows no other shell. */
export const run: Run = async ({ arguments: [shell = ""], terminal }) => {
  terminal.out.write(scripts[shell]?.(wordsOf(commands, groups)) ?? "");
  return CLEAN;
};
