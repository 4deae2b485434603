import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readPage } from "./pages";
import { repositoryRoot } from "./workspace";

export const commandPages = (): string[] => [
  "docs/command.md",
  ...readdirSync(join(repositoryRoot, "docs", "commands")).map((name) => `docs/commands/${name}`),
];

/** Lines for a shell in a page, and what they print there. */
export interface ShellSample {
  readonly page: string;
  readonly lines: string;
  /** Exit code; the marker `<!-- exits 2 -->` names another than 0. */
  readonly exits: number;
  /** The block that follows directly; undefined if none does. */
  readonly prints: string | undefined;
}

const SAMPLE =
  /(?<!<!-- has its own test -->\n)(?:<!-- exits (\d) -->\n)?```sh\n([\s\S]*?)```(?:\n\n```(?:text|json|markdown|csv)\n([\s\S]*?)```)?/g;

/**
 * Returns the shell lines of a page. The examples of its reference are left out, because they come from the declaration. Lines
 * below the marker `<!-- has its own test -->` are left out too.
 */
export const shellSamplesOf = (page: string): ShellSample[] =>
  [...(readPage(page).split("<!-- commands:")[0] ?? "").matchAll(SAMPLE)].map(([, exits, lines = "", prints]) => ({
    page,
    lines,
    exits: Number(exits ?? 0),
    prints,
  }));
