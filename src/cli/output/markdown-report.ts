import type { Report, Table } from "../declaration";
import { type CompactTable, compact } from "./compact";
import { markdownNote, markdownOf, markdownTable } from "./markdown";
import { saysSomething } from "./table";
import { notesBelowHeading } from "./text";

/** Characters of a report in Markdown, unless the call says another number. A comment on GitHub holds 65,536. */
export const MAX_LENGTH = 60_000;
/** The part of them that notes may take. */
const NOTES_PART = 1 / 6;
/** Characters kept for the line that says how many rows of a table are missing, with the table's title. */
const MISSING_LINE = 150;
/** What a report in Markdown shows. */
type Shown = Pick<Report, "comment" | "tables" | "notes">;

/** Where the missing rows are. Scripts look for "missing here" to see that a report is not whole. */
const ELSEWHERE = "missing here: standard error, in CI the job's log, has the whole report.";

/**
 * A report in Markdown, in at most so many characters, as the comment of a pull request takes it. Rows and notes without
 * room are counted: a table keeps its first ones.
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
  // Each part ends with a line break, and the next begins after another.
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

/** The line by which a later run finds the comment, `<!-- pulumi-platform drift site dev -->`, and the headline. */
function headOf({ comment }: Shown): string {
  if (comment === undefined) return "";
  const { id, headline } = comment;
  const plain = id.replace(/[^\w. /-]/g, "_").replace(/-{2,}/g, "-");
  return `<!-- pulumi-platform ${plain} -->\n## ${markdownNote(headline)}\n`;
}

/** A table in so many characters: its first rows, and how many more there are. */
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

/** The first rows of a table, and how many are missing. */
function withFirst({ title, ...table }: CompactTable, count: number): string {
  const heading = title === undefined ? "" : `### ${title}\n\n`;
  const shown = count === 0 ? "" : `${markdownOf({ ...table, rows: table.rows.slice(0, count) })}\n`;
  return `${heading}${shown}${missing(table.rows.length - count, "row")}\n`;
}

/** Notes as a list, in so many characters. */
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
