import type { ZodType } from "zod";
import type { Cell, Tone } from "./cell";
import type { Graph } from "./output/graph";
import type { Terminal } from "./output/terminal";
import type { Page, PageColumn } from "./page";

export type { Cell, Tone };

/** A command as data: its help, its completion, its page and its parser are made from it. */

/** Exit codes, the same for every command. This one: all was checked, and nothing was found. */
export const CLEAN = 0;
/** Everything else: a mistaken call, an error, an incomplete answer. A script must never take it for a result. */
export const UNKNOWN = 1;
/** Something was found. */
export const FOUND = 2;
/** How a command ends. */
export type ExitCode = typeof CLEAN | typeof UNKNOWN | typeof FOUND;

/** The forms of a report; `wide` is a table of which nothing is cut, and `mermaid` and `dot` draw the graph. */
export type OutputFormat =
  | "table"
  | "wide"
  | "json"
  | "yaml"
  | "markdown"
  | "csv"
  | "name"
  | "html"
  | "mermaid"
  | "dot";

/** An argument, in the order of the call. */
export interface ArgumentDeclaration {
  /** Its name in the help. */
  readonly name: string;
  readonly description: string;
  /** The only texts that it takes. */
  readonly choices?: readonly string[];
  /** It may be left out. Only the last one may. */
  readonly isOptional?: true;
}

/** An option. */
export interface OptionDeclaration {
  /** As commander writes them: `--since <time>`, `--artifact <name...>`, `--json`; `--no-protect` is true when it is left out. */
  readonly flags: string;
  readonly description: string;
  /** The only texts that it takes. */
  readonly choices?: readonly string[];
  /** Its value when it is left out. */
  readonly default?: unknown;
  /** Makes the value of a text. Throws CallError. */
  readonly parse?: (text: string) => unknown;
  /** It may be given more than once: its value is a list of all that was parsed. */
  readonly isRepeatable?: true;
}

/** A call that the help and the page show. The tests run it. */
export interface Example {
  /** What follows `pulumi-platform `. */
  readonly call: string;
  /** What it is for, as a sentence without full stop. */
  readonly shows: string;
  /** How it ends against the world of the tests. */
  readonly ends: ExitCode;
}

/** Commands that share their first word, a schema folder and a page. */
export interface CommandGroup {
  /** The first word. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
}

/** One command. Its code is joined to it in commands.ts. */
export interface CommandDeclaration {
  /** Its word, `history`; with the word of its group before it where it has one, `access why`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly arguments: readonly ArgumentDeclaration[];
  readonly options: readonly OptionDeclaration[];
  /** The forms of its report, the default first; none for a command that prints by itself. */
  readonly outputs: readonly OutputFormat[];
  readonly examples: readonly Example[];
  /** What its exit codes mean; no 2 for a command that looks for nothing. `exitTexts` adds what holds for all commands. */
  readonly exits: { readonly 0: string; readonly 1: string; readonly 2?: string };
}

/** What each exit code of a command means, as the help and its page show it. */
export const exitTexts = ({ exits }: Pick<CommandDeclaration, "exits">): readonly [code: string, meaning: string][] =>
  Object.entries({ ...exits, 1: `${exits[1]}; or the call is mistaken` });

/** First word of a command: the name of its group, or its own where it has none. */
export const firstWordOf = ({ name }: Pick<CommandDeclaration, "name">): string => name.split(" ", 1)[0] ?? name;

/**
 * One call of a command.
 *
 * @typeParam Flags what is known of its options
 */
export interface Call<Flags = unknown> {
  readonly arguments: readonly string[];
  /** Values of the options, by their names in camelCase. */
  readonly flags: Flags;
  readonly terminal: Terminal;
  /** Tells what takes its time; shown after a second, to people only. */
  readonly progress: (text: string) => void;
}

/** A column of a table, with what a page makes of it. */
export interface Column extends PageColumn {
  /** Its name in CSV. */
  readonly key: string;
  /** Never cut to the width of the terminal: people copy it, or it is short. */
  readonly isWhole?: true;
  /** Names of objects, which are cut last. */
  readonly isName?: true;
  /** Shown to people even if all rows have the same value. Other columns are left out then, unless they are whole or have uids. */
  readonly isFinding?: true;
}

/** A column whose name in CSV is its heading in camelCase. */
export const column = (heading: string, more: Omit<Column, "key" | "heading"> = {}): Column => ({
  key: heading.toLowerCase().replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
  heading,
  ...more,
});

/** A column that is never cut. */
export const whole = (heading: string, more: Omit<Column, "key" | "heading"> = {}): Column =>
  column(heading, { ...more, isWhole: true });

/** A column of names. */
export const named = (heading: string, more: Omit<Column, "key" | "heading"> = {}): Column =>
  column(heading, { ...more, isName: true });

/** A column of uids, which belongs behind the names. */
export const uids = (
  heading: string,
  more: Omit<Column, "key" | "heading"> & { readonly key?: string } = {},
): Column => ({
  ...column(heading),
  ...more,
  isCode: true,
  short: "uid",
});

/** Columns in their order; a text is the heading of a column that may be cut. */
export const columns = (...all: readonly (string | Column)[]): readonly Column[] =>
  all.map((one) => (typeof one === "string" ? column(one) : one));

/** Rows of one form. */
export interface Table {
  /** Heading above it; absent for the only one. */
  readonly title?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** What stands there in place of no rows, as a sentence. */
  readonly empty?: string;
  /** Without headings for people: one value, as scripts take it. */
  readonly isBare?: true;
}

/** What a command found out. */
export interface Report {
  /** For `-o json`, as its schema has it. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Checks the document before it goes out. */
  readonly schema: ZodType;
  /** For people. */
  readonly tables: readonly [Table, ...Table[]];
  /** For the forms that draw. A command that offers one of them has it. */
  readonly graph?: Graph;
  /** The rows for CSV; the first table when left out. */
  readonly list?: Table;
  /** For `-o name`: what was found, a line for each. A command that offers it has them in each report. */
  readonly names?: readonly string[];
  /** Sentences below the tables. */
  readonly notes: readonly string[];
  /** Sentences above a page: why it may lack something that its tables would show. */
  readonly warnings?: readonly string[];
  /** Makes the Markdown a comment that a later run finds again. */
  readonly comment?: Comment;
  /** For `-o html`; a command that offers it has one in each report. */
  readonly page?: Page;
  readonly exit: ExitCode;
}

/** What a report is as the comment of a pull request. */
export interface Comment {
  /** Tells the comments of one pull request apart: `drift site dev`. It stands in a line that nobody sees. */
  readonly id: string;
  /** One sentence that says it all. Names that others gave stand in quotes in it. */
  readonly headline: string;
}

/** A mistake in the call. Its message says what is wrong and what is right, on one line. */
export class CallError extends Error {
  override readonly name = "CallError";
}
