import type { ZodType } from "zod";
import type { Terminal } from "./output/terminal";

/** A command as data. Its help, docs page and parser are made from it. */

/** Exit code: everything was checked, and nothing was found. All commands use the same codes. */
export const CLEAN = 0;
/** Exit code for everything else: an invalid command line, an error, an incomplete result. A script must not take it for a result. */
export const UNKNOWN = 1;
/** Exit code: something was found. */
export const FOUND = 2;
export type ExitCode = typeof CLEAN | typeof UNKNOWN | typeof FOUND;

/** The formats of a report. `wide` is a table in which nothing is cut. */
export type OutputFormat = "table" | "wide" | "json" | "markdown" | "html" | "csv";

export interface ArgumentDeclaration {
  readonly name: string;
  readonly description: string;
  /** Only the last argument can be optional. */
  readonly isOptional?: true;
}

export interface OptionDeclaration {
  /**
   * As commander writes them: `--since <time>`, `--all`; `--no-protect` is true by default. `--artifact <name...>` is a list: the
   * call separates items by commas, or gives the option again. A list is also `isRepeatable`.
   */
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly default?: unknown;
  /** Makes the value of a text, or of an item of a list. Throws CallError. */
  readonly parse?: (text: string) => unknown;
  /** The call can give it several times. Its value is the list of all parsed values. */
  readonly isRepeatable?: true;
}

/** A call in the help and on the docs page. The tests run it. */
export interface Example {
  /** The words after `pulumi-platform `. */
  readonly call: string;
  /** What it shows, without a full stop. */
  readonly shows: string;
  /** Its exit code in the tests. */
  readonly ends: ExitCode;
}

/** Commands that share their first word, their schemas and their docs page. */
export interface CommandGroup {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
}

export interface CommandDeclaration {
  /** Its word, `history`, after the word of its group if it has one: `access why`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly arguments: readonly ArgumentDeclaration[];
  readonly options: readonly OptionDeclaration[];
  /** The formats of its report, the default first. A command without any prints by itself. */
  readonly outputs: readonly OutputFormat[];
  readonly examples: readonly Example[];
  /** What its exit codes mean. A command without findings has no 2. `exitTexts` adds what all commands share. */
  readonly exits: { readonly 0: string; readonly 1: string; readonly 2?: string };
}

/** Returns what each exit code of a command means, as the help and the docs page show it. */
export const exitTexts = ({ exits }: Pick<CommandDeclaration, "exits">): readonly [code: string, meaning: string][] =>
  Object.entries({ ...exits, 1: `${exits[1]}; or the command line is invalid` });

/** Returns the first word of a command: the name of its group, or its own name. */
export const firstWordOf = ({ name }: Pick<CommandDeclaration, "name">): string => name.split(" ", 1)[0] ?? name;

export interface CommandCall<Flags = unknown> {
  readonly arguments: readonly string[];
  /** Values of the options, by name in camelCase. */
  readonly flags: Flags;
  readonly terminal: Terminal;
  /** Says what the command waits for. A terminal shows it after a second. */
  readonly progress: (text: string) => void;
}

/** What a value means. It decides the color. */
export type Tone = "good" | "warning" | "bad" | "quiet";

export type Cell = string | { readonly text: string; readonly tone: Tone };

export interface Column {
  readonly heading: string;
  /** Its name in CSV. */
  readonly key: string;
  /** Contains numbers, which are right-aligned. */
  readonly isNumber?: true;
  /** The type of its values, if they have a short form for narrow places. */
  readonly short?: "uid" | "digest";
  /** Never cut to the width of the terminal, because people copy it or it is short. */
  readonly isWhole?: true;
  /** Contains names of objects, which are cut last. */
  readonly isName?: true;
  /** Contains sentences or values that people must read whole. They are wrapped instead of cut. */
  readonly isWrapped?: true;
  /** Shown even if all rows have the same value. Other columns are then left out. */
  readonly isFinding?: true;
}

type More = Omit<Partial<Column>, "heading">;

/** Returns a function that makes columns of one sort. The default name in CSV is the heading in camelCase. */
const columnOf =
  (sort: More) =>
  (heading: string, more: More = {}): Column => ({
    key: heading.toLowerCase().replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
    heading,
    ...sort,
    ...more,
  });

export const column = columnOf({});
export const whole = columnOf({ isWhole: true });
export const wrapping = columnOf({ isWrapped: true });
export const named = columnOf({ isName: true });
/** A column of uids. It belongs after the names. */
export const uids = columnOf({ short: "uid" });

/** Returns columns. A text is the heading of a column that can be cut. */
export const columns = (...all: readonly (string | Column)[]): readonly Column[] =>
  all.map((one) => (typeof one === "string" ? column(one) : one));

export interface Table {
  /** Heading above it. The only table of a report has none. */
  readonly title?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Sentence that is shown if there are no rows. */
  readonly empty?: string;
  /** Printed without headings, because scripts read the value. */
  readonly isBare?: true;
}

export interface Report {
  /** For `-o json`. It matches the schema. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly schema: ZodType;
  readonly tables: readonly [Table, ...Table[]];
  /** The rows for CSV. Default: the first table. */
  readonly list?: Table;
  /** Sentences below the tables. */
  readonly notes: readonly string[];
  /** Makes the Markdown a comment that a later run can find. */
  readonly comment?: Comment;
  /** For `-o html`. A command that offers it has one in each report of that format. */
  readonly page?: Page;
  readonly exit: ExitCode;
}

export interface Comment {
  /** Identifies the comment among those of a pull request: `drift site dev`. It is in a hidden line. */
  readonly id: string;
  /** The result in one sentence. Names of objects are in quotes. */
  readonly headline: string;
}

/** Where a report comes from: address of the server, identity of the requests, and when. */
export type Origin = Readonly<Record<"Platform" | "Caller" | "Time", string>>;

/** What `-o html` shows above the tables of a report. */
export interface Page {
  readonly title: string;
  readonly facts: Origin & { readonly Organization: string };
  /** Numbers with their meaning. The most dangerous is first. */
  readonly tiles: readonly { figure: string; label: string; note?: string; tone?: Tone | undefined }[];
  readonly chart?: StepChart;
}

/** A value that changes at some times, in milliseconds since 1970. */
export interface StepChart {
  /** What it shows, for people who do not see it. */
  readonly label: string;
  /** The different values, from the bottom up. */
  readonly values: readonly string[];
  /** Oldest first. `value` is a place in `values`. */
  readonly steps: readonly { readonly time: number; readonly value: number; readonly tone?: Tone | undefined }[];
  readonly end: number;
}

/** An invalid command line. The message says on one line what is wrong and what is expected. */
export class CallError extends Error {
  override readonly name = "CallError";
}
