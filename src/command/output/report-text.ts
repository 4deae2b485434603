import type { Report } from "../declaration";
import { type CompactTable, compact } from "./compact";
import { saysSomething } from "./table";

const NOTES_PART = 1 / 6;
/** Characters for the line that counts the missing rows of a table, with its title. */
const MISSING_LINE = 150;

export type Shown = Pick<Report, "comment" | "page" | "tables" | "notes">;

/** How Markdown and HTML write the parts of a report. A part ends with a line break, unless it is empty. */
export interface Notation {
  /** Everything above the tables. */
  head(report: Shown): string;
  /** @param missing a sentence that counts the rows that are left out. A table without any row may have it alone. */
  table(table: CompactTable, missing?: string): string;
  note(sentence: string): string;
}

/** A report of at most `maxLength` characters. A table keeps its first rows. Counts the rows and notes that are missing. */
export function reportText(report: Shown, notation: Notation, maxLength = Number.POSITIVE_INFINITY): string {
  const tables = report.tables.filter(saysSomething).map(compact);
  // The headline is in the heading.
  const notes = report.notes.filter((note) => note !== `${report.comment?.headline}.`).map(notation.note);
  const head = notation.head(report);
  const whole = joined(
    head,
    tables.map((table) => notation.table(table)),
    notes.join(""),
  );
  if (whole.length <= maxLength) return whole;
  const below = firstNotes(notes, notation, maxLength * NOTES_PART);
  // Each part ends with a line break, and a blank line follows.
  let room = maxLength - head.length - below.length - 2 - tables.length * MISSING_LINE;
  const parts = tables.map((table) => {
    const text = tableWithin(table, notation, room + MISSING_LINE);
    room -= Math.max(0, text.length + 1 - MISSING_LINE);
    return text;
  });
  return joined(head, parts, below);
}

const joined = (head: string, tables: readonly string[], notes: string): string =>
  [head, ...tables, notes].filter((part) => part !== "").join("\n");

/** Returns the first rows of a table that fit, and the number of missing rows. */
function tableWithin(table: CompactTable, notation: Notation, room: number): string {
  const whole = notation.table(table);
  if (whole.length < room) return whole;
  const withFirst = (count: number) =>
    notation.table({ ...table, rows: table.rows.slice(0, count) }, missing(table.rows.length - count, "row"));
  let [fits, tooMany] = [0, table.rows.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (withFirst(middle).length < room) fits = middle;
    else tooMany = middle;
  }
  return withFirst(fits);
}

/** Returns the notes that fit, and the number of the others. */
function firstNotes(notes: readonly string[], { note }: Notation, room: number): string {
  let length = 0;
  const fitting = notes.filter((line) => {
    length += line.length;
    return length <= room;
  });
  const left = notes.length - fitting.length;
  return [...fitting, ...(left === 0 ? [] : [note(missing(left, "note"))])].join("");
}

const missing = (count: number, noun: string): string =>
  `${count} more ${noun}${count === 1 ? " is" : "s are"} missing here. Standard error (the log of a CI job) has the whole report.`;
