import type { Cell, Tone } from "./cell";
import type { Change } from "./output/graph";

/**
 * The content of a page of `-o html`, as plain data. The command makes it, and a script of src/pages draws it in the browser. The
 * frame removes secrets and misleading characters from its texts, and the script inserts them as text, never as HTML.
 */
export type Page = SeriesPage | GraphPage | FindingsPage;

/** What all pages share. */
interface Titled {
  /** The heading, and the title of the window. */
  readonly title: string;
}

/** A column of a table in a page. */
export interface PageColumn {
  readonly heading: string;
  /** Contains numbers, which are right-aligned and sorted by value. */
  readonly isNumber?: true;
  /** Shown in a monospaced font: digests, uids. */
  readonly isCode?: true;
  /** The type of its values, if they have a short form for narrow places. */
  readonly short?: "uid" | "digest";
  /** Whether the page has a filter for its values. Columns with the same heading share one filter. */
  readonly isFilter?: true;
  /** Its values in sort order. Default: alphabetical. */
  readonly order?: readonly string[];
  /** Numbers to sort by, one per row, for texts like `3d 4h`. */
  readonly ranks?: readonly number[];
}

/** A change of a field. For a list, it has only the items that differ. */
export interface PageChange {
  readonly path: string;
  /** Recorded values that no longer exist, as JSON. */
  readonly removed: readonly string[];
  /** New values, as JSON. */
  readonly added: readonly string[];
  /** Number of unchanged items of a list. Undefined for other values. */
  readonly kept: number | undefined;
}

/** An action for the user, with text to copy. */
export interface PageAction {
  /** What to do, and when, without a full stop. */
  readonly label: string;
  /** The lines to copy. */
  readonly lines: readonly string[];
}

/** Details of a row. */
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
  /** In their initial order. Each has one cell per column. */
  readonly rows: readonly (readonly Cell[])[];
  /** One per row. Undefined if no row has details. */
  readonly details?: readonly PageDetail[];
  /** Sentence that is shown if there are no rows. */
  readonly empty: string;
}

/** A number of findings, with a link to them. */
export interface PageCount {
  readonly label: string;
  /** The number, or why it is unknown. */
  readonly text: string;
  /** A remark, such as how many are dangerous. */
  readonly note: string;
  readonly tone: Tone | undefined;
  /** Index of their section. Undefined if there is none. */
  readonly section: number | undefined;
}

/** A value with a label. */
export interface PageFact {
  readonly label: string;
  readonly text: string;
  /** Whether it has a button to copy it. */
  readonly isCopied?: true;
}

/**
 * A period with one value, which lasts until the next one. Its parts are the index of the value, the start in milliseconds since 1970, the
 * duration for people, and a mark for a special step. It is a tuple, because a history can have thousands.
 */
export type PageStep = readonly [value: number, since: number, lifetime: string, mark?: Cell];

/** Values over time: facts, a step chart, and a table with one row per step. */
export interface SeriesPage extends Titled {
  readonly kind: "series";
  /** Name of a value, in the singular: `digest`. */
  readonly noun: string;
  /** The end of the chart, in milliseconds since 1970. */
  readonly end: number;
  /** The different values. */
  readonly values: readonly string[];
  /** The period before the first step, from the start of the chart. */
  readonly before: PageStep | undefined;
  /** Oldest first. */
  readonly steps: readonly PageStep[];
  readonly facts: readonly PageFact[];
  /** Columns for start, end, lifetime, value and mark. The browser makes one row per step, newest first. */
  readonly table: Omit<PageTable, "rows">;
}

/** Findings: tables with search, filters, sorting, and the number of their rows. */
export interface FindingsPage extends Titled {
  readonly kind: "findings";
  /** Shown at the top. Empty if the sections are enough. */
  readonly counts: readonly PageCount[];
  readonly sections: readonly PageTable[];
}

/** A group, in the tree of groups. */
export interface PageGroup {
  /** Empty for bindings that apply in every group. */
  readonly id: string;
  readonly name: string;
  /** Index of the parent group, which comes before it in the list. Undefined for a root. */
  readonly parent: number | undefined;
}

/** An identity that has access. */
export interface PageIdentity {
  readonly id: string;
  /** Its name, or its path if its group is not in the page. */
  readonly name: string;
  /** Index of its group. Undefined for a person, and if the group is not in the page. */
  readonly group: number | undefined;
}

/** A role. */
export interface PageRole {
  readonly id: string;
  readonly name: string;
  /** Indexes of its capabilities in the list of the page. */
  readonly capabilities: readonly number[];
  /** Whether it allows giving access to others. */
  readonly givesAccess?: true;
}

/**
 * An identity has a role in a group, and in all groups below it. Its parts are their indexes in the lists of the page, and the effect of a
 * pending change.
 */
export type PageBinding = readonly [identity: number, role: number, group: number, change?: Change];

/** Access: the tree of groups with the role bindings in each, and the links of the selection. */
export interface GraphPage extends Titled {
  readonly kind: "graph";
  readonly groups: readonly PageGroup[];
  readonly identities: readonly PageIdentity[];
  readonly roles: readonly PageRole[];
  readonly capabilities: readonly string[];
  readonly bindings: readonly PageBinding[];
}
