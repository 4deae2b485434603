import type { Report, Table } from "../declaration";
import { type CompactTable, compact } from "./compact";
import { markdownNote, markdownOf, markdownTable } from "./markdown";
import { saysSomething } from "./table";
import { notesBelowHeading } from "./text";

/** Default limit of a report in Markdown, in characters. A comment on GitHub can have 65,536. */
export const MAX_LENGTH = 60_000;
/** The share of notes in the limit. */
const NOTES_PART = 1 / 6;
/** Characters for the line that counts the missing rows of a table, with its title. */
const MISSING_LINE = 150;
/** The parts of a report that Markdown shows. */
type Shown = Pick<Report, "comment" | "tables" | "notes">;

/** Where the missing rows are. Scripts search for "missing here" to detect a report that was cut. */
const ELSEWHERE = "missing here. Standard error (the log of a CI job) has the whole report.";

/**
 * Returns a report in Markdown with a limited length, for a comment on a pull request. A table keeps its first rows. The report counts the
 * rows and notes that are missing.
 *
 * @param maxLength Infinity for the whole report
 */
export function markdownReport(report: Shown, maxLength = MAX_LENGTH): string {
  const whole = joined(
    headOf(report),
    report.tables.filter(saysSomething).map(markdownTable),
    notesText(notesBelowHeading(report)),
  );
  return whole.length <= maxLength ? whole : cut(report, maxLength);
}

function cut(report: Shown, maxLength: number): string {
  const tables = report.tables.filter(saysSomething);
  const [head, below] = [headOf(report), notesText(notesBelowHeading(report), maxLength * NOTES_PART)];
  // Each part ends with a line break, and a blank line follows.
  let room = maxLength - head.length - below.length - 2 - tables.length * MISSING_LINE;
  const parts = tables.map((table) => {
    const text = tableWithin(table, room + MISSING_LINE);
    room -= Math.max(0, text.length + 1 - MISSING_LINE);
    return text;
  });
  return joined(head, parts, below);
}

const joined = (head: string, tables: readonly string[], notes: string): string =>
  [head, ...tables, notes].filter((part) => part !== "").join("\n");

/** Returns the headline after the line by which a later run finds the comment: `<!-- pulumi-platform drift site dev -->`. */
function headOf({ comment }: Shown): string {
  if (comment === undefined) return "";
  const { id, headline } = comment;
  const plain = id.replace(/[^\w. /-]/g, "_").replace(/-{2,}/g, "-");
  return `<!-- pulumi-platform ${plain} -->\n## ${markdownNote(headline)}\n`;
}

/** Returns the first rows of a table that fit, and the number of missing rows. */
function tableWithin(all: Table, room: number): string {
  const table = compact(all);
  const whole = markdownOf(table);
  if (whole.length < room) return whole;
  let [fits, tooMany] = [0, table.rows.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (withFirst(table, middle).length < room) fits = middle;
    else tooMany = middle;
  }
  return withFirst(table, fits);
}

/** Returns the first rows of a table, and the number of missing rows. */
function withFirst({ title, ...table }: CompactTable, count: number): string {
  const heading = title === undefined ? "" : `### ${title}\n\n`;
  const shown = count === 0 ? "" : `${markdownOf({ ...table, rows: table.rows.slice(0, count) })}\n`;
  return `${heading}${shown}${missing(table.rows.length - count, "row")}\n`;
}

/** Returns notes as a list with a limited length. */
function notesText(notes: readonly string[], room = Number.POSITIVE_INFINITY): string {
  const lines = notes.map((note) => `- ${markdownNote(note)}\n`);
  let length = 0;
  const fitting = lines.filter((line) => {
    length += line.length;
    return length <= room;
  });
  const left = lines.length - fitting.length;
  return [...fitting, ...(left === 0 ? [] : [`- ${missing(left, "note")}\n`])].join("");
}

const missing = (count: number, noun: string): string =>
  `${count} more ${noun}${count === 1 ? " is" : "s are"} ${ELSEWHERE}`;
