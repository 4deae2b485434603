import { createHash } from "node:crypto";
import { version } from "../../client/version";
import { style } from "./html-style";
import { markup } from "./markup";
import { type Notation, reportText, type Shown } from "./report-text";
import { drawing } from "./step-chart";
import { toneOf } from "./text";

/** Returns a report as one HTML document. It has no script and loads nothing. Its policy forbids both. */
export function htmlReport(report: Shown): string {
  const hash = `sha256-${createHash("sha256").update(style).digest("base64")}`;
  const policy = `default-src 'none'; style-src '${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const { title, facts } = pageOf(report);
  const head = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${[title, ...Object.values(facts)].join(" · ")}</title>
`.text;
  const foot = markup`<footer>pulumi-platform ${version}</footer>`.text;
  const body = `<body>\n<main>\n${reportText(report, html)}</main>\n${foot}\n</body>\n`;
  return `${head}<style>${style}</style>\n</head>\n${body}</html>\n`;
}

function pageOf({ page }: Pick<Shown, "page">) {
  if (page === undefined) throw new Error("a command that offers HTML has no page");
  return page;
}

const html: Notation = {
  head(report) {
    const { title, facts, tiles, chart } = pageOf(report);
    const shown = tiles.map(({ figure, label, note = "", tone = "plain" }) => {
      return markup`<li><b class="${tone}">${figure}</b>${label}<small class="${tone}">${note}</small></li>`;
    });
    return markup`<h1>${title}</h1>
<dl>${Object.entries(facts).map(([name, text]) => markup`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>
<ul class="tiles">${shown}</ul>
${chart === undefined ? [] : drawing(chart)}`.text;
  },
  table({ title, columns, rows, empty = "", about }) {
    const heading = title === undefined ? [] : markup`<h2>${title}</h2>\n`;
    if (rows.length === 0) return markup`${heading}<p>${empty}</p>\n`.text;
    const common = about === undefined ? [] : markup`<p class="note">${about}</p>\n`;
    // Few people read a uid, and it is long, so it stands below the first text.
    const uidAt = columns.findIndex(({ short }, i) => i > 0 && short === "uid");
    const shown = columns.map((column, i) => ({ ...column, i })).filter(({ i }) => i !== uidAt);
    const heads = shown.map((one) => markup`<th scope="col" class="${classOf(one)}">${one.heading}</th>`);
    const lines = rows.map((row) => {
      const textAt = (cell = row[uidAt] ?? "") => (typeof cell === "string" ? cell : cell.text);
      const uid =
        textAt() === "" ? [] : markup`<small>${columns[uidAt]?.heading.toLowerCase() ?? ""} ${textAt()}</small>`;
      const cells = shown.map(({ i, ...column }) => {
        const [cell = "", below] = [row[i], i === 0 ? uid : []];
        const text = textAt(cell) === "" ? [] : markup`<span class="${toneOf(cell) ?? "plain"}">${textAt(cell)}</span>`;
        return markup`<td data-label="${column.heading}" class="${classOf(column)}">${text}${below}</td>`;
      });
      return markup`<tr>${cells}</tr>\n`;
    });
    return markup`${heading}${common}<table>
<thead><tr>${heads}</tr></thead>
<tbody>
${lines}</tbody>
</table>\n`.text;
  },
  note: (sentence) => markup`<p class="note">${sentence}</p>\n`.text,
};

const classOf = ({ isNumber, short = "text" }: { readonly isNumber?: true; readonly short?: string }): string =>
  isNumber ? "number" : short;
