import { type Notation, reportText, type Shown } from "./report-text";
import { plain, textOf } from "./text";

/** Default limit of a report in Markdown, in characters. A comment on GitHub can have 65,536. */
export const MAX_LENGTH = 60_000;

/** A report in Markdown for a comment on a pull request. `maxLength` is in characters, Infinity for the whole report. */
export const markdownReport = (report: Shown, maxLength = MAX_LENGTH): string =>
  reportText(report, markdown, maxLength);

const markdown: Notation = {
  // A later run finds the comment by its first line: `<!-- pulumi-platform drift site dev -->`.
  head({ comment }) {
    if (comment === undefined) return "";
    const id = comment.id.replace(/[^\w. /-]/g, "_").replace(/-{2,}/g, "-");
    return `<!-- pulumi-platform ${id} -->\n## ${markdownNote(comment.headline)}\n`;
  },
  table({ title, columns, rows, empty = "", about }, missing = "") {
    const heading = title === undefined ? "" : `### ${title}\n\n`;
    if (rows.length === 0) return `${heading}${missing || empty}\n`;
    const lines = [
      columns.map((column) => column.heading),
      columns.map(({ isNumber }) => (isNumber ? "---:" : "---")),
      ...rows.map((row) => row.map((cell) => markdownText(textOf(cell)))),
    ];
    const common = about === undefined ? "" : `${markdownText(about)}\n\n`;
    const text = `${heading}${common}${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
    return missing === "" ? text : `${text}\n${missing}\n`;
  },
  note: (sentence) => `- ${markdownNote(sentence)}\n`,
};

/** Texts that have no meaning in Markdown: no link, image, mention, HTML or emphasis. */
const HARMLESS = /^[\p{L}\p{N} .,:;()%+/-]*$/u;
const ADDRESS = /\/\/|www\.|^[\s>+-]|^\d+[.)]\s/i;

/** Returns a text in Markdown. A text that could have a meaning becomes code. */
export function markdownText(text: string): string {
  if (text === "" || (HARMLESS.test(text) && !ADDRESS.test(text))) return text;
  return `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

/** Returns a sentence in Markdown. Names of objects are in quotes in it. */
const markdownNote = (note: string): string =>
  plain(note).replace(/"([^"]*)"/g, (_, quoted: string) => markdownText(quoted));
