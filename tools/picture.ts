/** Draws lines of a terminal as SVG; pure, the same for the same lines. */

/** A line of a terminal and what it is, which decides its colour. */
export interface Line {
  readonly text: string;
  readonly tone: Tone;
}

type Tone = "plain" | "dim" | "command" | "good" | "bad" | "changed";

/** The page that the picture is for. */
export type Theme = "light" | "dark";

/** What a screen reader says of a picture. */
interface Caption {
  readonly title: string;
  readonly description: string;
}

const COLUMNS = 98;
/** Sizes in pixels. A glyph's width is stretched to GLYPH, whichever font the reader has. */
const [GLYPH, ROW, MARGIN, BAR] = [7.8, 19, 20, 34];

const COLOURS: Record<Theme, Record<Tone | "paper" | "edge", string>> = {
  light: {
    paper: "#f6f8fa",
    edge: "#d0d7de",
    plain: "#1f2328",
    dim: "#59636e",
    command: "#0550ae",
    good: "#116329",
    bad: "#a40e26",
    changed: "#7d4e00",
  },
  dark: {
    paper: "#0d1117",
    edge: "#3d444d",
    plain: "#e6edf3",
    dim: "#9198a1",
    command: "#79c0ff",
    good: "#7ee787",
    bad: "#ff7b72",
    changed: "#e3b341",
  },
};

/** Breaks a line at spaces, so that it fits; what goes on is indented by two more than the line. */
function broken({ text, tone }: Line): Line[] {
  if (text.length <= COLUMNS) return [{ text, tone }];
  const at = text.lastIndexOf(" ", COLUMNS);
  const [indent = ""] = /^\s*/.exec(text) ?? [];
  const cut = at > indent.length ? at : COLUMNS;
  return [{ text: text.slice(0, cut), tone }, ...broken({ text: `${indent}  ${text.slice(cut).trim()}`, tone })];
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Two digits at most, so that no run of floating point shows. */
const px = (value: number): string => String(Math.round(value * 100) / 100);

/** The picture of a terminal's window with these lines in it. */
export function picture(lines: readonly Line[], theme: Theme, { title, description }: Caption): string {
  const colours = COLOURS[theme];
  const rows = lines.flatMap(broken);
  const [width, height] = [px(COLUMNS * GLYPH + 2 * MARGIN), px(BAR + rows.length * ROW + MARGIN)];
  const texts = rows.flatMap(({ text, tone }, row) => {
    const shown = text.trim();
    if (shown === "") return [];
    const x = px(MARGIN + (text.length - text.trimStart().length) * GLYPH);
    const weight = tone === "command" ? ' font-weight="600"' : "";
    const place = `x="${x}" y="${px(BAR + (row + 0.75) * ROW)}" textLength="${px(shown.length * GLYPH)}"`;
    return [`<text ${place} fill="${colours[tone]}"${weight}>${escaped(shown)}</text>`];
  });
  const dots = [0, 1, 2].map((dot) => `<circle cx="${MARGIN + dot * 18}" cy="18" r="5" fill="${colours.edge}"/>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped(description)}</desc>`,
    `<rect x="0.5" y="0.5" width="${px(Number(width) - 1)}" height="${px(Number(height) - 1)}" rx="8" fill="${colours.paper}" stroke="${colours.edge}"/>`,
    ...dots,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace" font-size="13" xml:space="preserve">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}
