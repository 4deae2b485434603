import type { Cell, Tone } from "./cell";
import type { Change } from "./output/graph";

/**
 * What a page of `-o html` shows, as plain data: the command makes it, and a script of src/pages draws it in the browser. Texts of
 * others stand in it as they are: the frame takes secrets and misleading characters out of them, and the script makes nothing but
 * text of them.
 */
export type Page = SeriesPage | GraphPage | FindingsPage;

/** What all pages have. */
interface Titled {
  /** The heading, and the name of the window. */
  readonly title: string;
}

/** A column of a table in a page. */
export interface PageColumn {
  readonly heading: string;
  /** Numbers are aligned to the right, and sorted as numbers. */
  readonly isNumber?: true;
  /** Code, in letters of one width: digests, uids. */
  readonly isCode?: true;
  /** What its values are, if they have a short form for where there is little room. */
  readonly short?: "uid" | "digest";
  /** Whether the page offers its values as a filter. Columns of one heading share it, in all tables of a page. */
  readonly isFilter?: true;
  /** Its values in the order by which it is sorted. Sorted by the alphabet when left out. */
  readonly order?: readonly string[];
  /** Numbers by which it is sorted, one for each row: for texts like `3d 4h`. */
  readonly ranks?: readonly number[];
}

/** What changed in a field. Of a list, the items that only one side has. */
export interface PageChange {
  readonly path: string;
  /** Values that were recorded and are no longer so, as JSON. */
  readonly removed: readonly string[];
  /** Values that are new, as JSON. */
  readonly added: readonly string[];
  /** How many items of a list both sides have; undefined for other values. */
  readonly kept: number | undefined;
}

/** Something to do, with the text to copy for it. */
export interface PageAction {
  /** When to do what, as a sentence without a full stop. */
  readonly label: string;
  /** The text, line by line. */
  readonly lines: readonly string[];
}

/** What a row has beside its cells. */
export interface PageDetail {
  readonly changes: readonly PageChange[];
  readonly actions: readonly PageAction[];
}

/** A table in a page. */
export interface PageTable {
  readonly title: string;
  /** What all rows have in common, as a sentence. */
  readonly about?: string;
  readonly columns: readonly PageColumn[];
  /** In the order in which they are shown at first, each with one cell for each column. */
  readonly rows: readonly (readonly Cell[])[];
  /** One for each row; absent where no row has any. */
  readonly details?: readonly PageDetail[];
  /** What stands there in place of no rows, as a sentence. */
  readonly empty: string;
}

/** A number of findings, which links to them. */
export interface PageCount {
  readonly label: string;
  /** The number, or why there is none. */
  readonly text: string;
  /** What is worth knowing about them, like how many are dangerous. */
  readonly note: string;
  readonly tone: Tone | undefined;
  /** Place of their section; undefined where there is none. */
  readonly section: number | undefined;
}

/** A number or a name with what it means. */
export interface PageFact {
  readonly label: string;
  readonly text: string;
  /** Whether people copy it: it has a button for that. */
  readonly isCopied?: true;
}

/** A stretch of time in which something had one value. Times in milliseconds since 1970. */
export interface PageStep {
  readonly value: string;
  /** The value in short, for the axis. */
  readonly label: string;
  readonly since: number;
  /** When the next began; undefined if it lasted to the end. */
  readonly until: number | undefined;
}

/** What something was over time: facts, a step chart, and a table with one row for each step. */
export interface SeriesPage extends Titled {
  readonly kind: "series";
  /** What the values are, in the singular: `digest`. */
  readonly noun: string;
  /** The end of the chart, in milliseconds since 1970. */
  readonly end: number;
  /** What it was before the first step, from when on is shown. */
  readonly before: PageStep | undefined;
  /** Oldest first. */
  readonly steps: readonly PageStep[];
  readonly facts: readonly PageFact[];
  /** A row for each step, the newest first. */
  readonly table: PageTable;
}

/** What was found: tables that can be searched, filtered and sorted, with the number of their rows. */
export interface FindingsPage extends Titled {
  readonly kind: "findings";
  /** Shown above all else; none where the sections say it themselves. */
  readonly counts: readonly PageCount[];
  readonly sections: readonly PageTable[];
}

/** A group, in the tree of groups. */
export interface PageGroup {
  readonly id: string;
  readonly name: string;
  /** Place of the group above in the list of groups, in which it stands before; undefined for a root. */
  readonly parent: number | undefined;
}

/** Who has access. */
export interface PageIdentity {
  readonly id: string;
  /** Its name; its path if the page does not have its group. */
  readonly name: string;
  /** Place of the group that it lies in; undefined for a person, and for a group that the page does not have. */
  readonly group: number | undefined;
}

/** What may be done. */
export interface PageRole {
  readonly id: string;
  readonly name: string;
  /** Places of its capabilities in those of the page. */
  readonly capabilities: readonly number[];
  /** Whether its holders can give access to others. */
  readonly givesAccess?: true;
}

/**
 * That an identity has a role in a group, and in all groups below it: their places in the lists of the page, and what a pending change
 * does to it.
 */
export type PageBinding = readonly [identity: number, role: number, group: number, change?: Change];

/** Who may do what: the tree of groups with the bindings in each, and the links of the selection. */
export interface GraphPage extends Titled {
  readonly kind: "graph";
  readonly groups: readonly PageGroup[];
  readonly identities: readonly PageIdentity[];
  readonly roles: readonly PageRole[];
  readonly capabilities: readonly string[];
  readonly bindings: readonly PageBinding[];
}
