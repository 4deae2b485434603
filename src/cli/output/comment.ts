import type { Comment, Table } from "../declaration";
import { markdownNote, markdownTable } from "./markdown";

/** Characters of a comment. GitHub takes 65,536, GitLab more. */
const MOST = 60_000;
/** Characters of the notes in it. */
const MOST_OF_NOTES = 10_000;

/**
 * A report as the comment of a pull request: a first line that nobody sees, by which a later run finds the comment; a
 * headline; tables, and notes. It has at most 60,000 characters: rows for which there is no room are counted.
 */
export function commentText({ id, headline }: Comment, tables: readonly Table[], notes: readonly string[]): string {
  const head = `${markerOf(id)}\n## ${markdownNote(headline)}\n`;
  const below = notesText(notes);
  let room = MOST - head.length - below.length;
  const parts = tables.map((table) => {
    const text = tableWithin(table, room - 2);
    room -= text.length + 1;
    return text;
  });
  return [head, ...parts, ...(below === "" ? [] : [below])].filter((part) => part !== "").join("\n");
}

/** The line by which a comment is found: `<!-- pulumi-platform drift site dev -->`. */
const markerOf = (id: string): string => {
  const plain = id.replace(/[^\w. /-]/g, "_").replace(/-{2,}/g, "-");
  return `<!-- pulumi-platform ${plain} -->`;
};

/** A table in so many characters: its first rows, and how many more there are. */
function tableWithin(table: Table, room: number): string {
  const whole = markdownTable(table);
  if (whole.length <= room) return whole;
  let [fits, tooMany] = [0, table.rows.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (withFirst(table, middle).length <= room) fits = middle;
    else tooMany = middle;
  }
  const text = fits === 0 ? leftOut(table, 0) : withFirst(table, fits);
  return text.length <= room ? text : "";
}

const withFirst = (table: Table, count: number): string =>
  `${markdownTable({ ...table, rows: table.rows.slice(0, count) })}\n${leftOut({ ...table, title: "" }, count)}`;

function leftOut({ title = "", rows }: Table, shown: number): string {
  const heading = title === "" ? "" : `### ${title}\n\n`;
  return `${heading}${rows.length - shown} ${shown === 0 ? "rows" : "more rows"} have no room here: -o json has all.\n`;
}

function notesText(notes: readonly string[]): string {
  const lines = notes.map((note) => `- ${markdownNote(note)}\n`);
  let length = 0;
  const fitting = lines.filter((line) => {
    length += line.length;
    return length <= MOST_OF_NOTES;
  });
  const missing = lines.length - fitting.length;
  return [...fitting, ...(missing === 0 ? [] : [`- ${missing} more notes: -o json has all.\n`])].join("");
}
