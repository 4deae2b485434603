import type { Theme } from "../picture";
import type { Peer } from "./plan";
import { isDisturbed, median, type Row, rowsOf } from "./rows";

/** Draws what creating N resources costs as SVG; pure, the same for the same rows. */

/** A line of the chart: one peer under one setting. */
export interface Series {
  readonly peer: Peer;
  readonly setting: string;
  /** By rising number of resources. */
  readonly points: readonly Point[];
}

/** What creating so many resources took, and whether other processes used the CPU meanwhile. */
interface Point {
  readonly count: number;
  readonly seconds: number;
  readonly isDisturbed: boolean;
}

const DRAWN: readonly { readonly peer: Peer; readonly setting: string }[] = [
  { peer: "naive", setting: "default" },
  { peer: "noop", setting: "default" },
  { peer: "ours", setting: "default" },
  { peer: "naive", setting: "skipped" },
  { peer: "noop", setting: "skipped" },
  { peer: "ours", setting: "skipped" },
  { peer: "undici", setting: "default" },
];

/** The lines that rows have at least two points for. */
export function seriesOf(rows: readonly Row[]): Series[] {
  return DRAWN.flatMap(({ peer, setting }) => {
    // The script has no Pulumi that a setting could change.
    const scope = peer === "undici" ? {} : { setting };
    const own = rowsOf(rows, { peer, ...scope, operation: "create", latencyMs: 0 });
    const counts = [...new Set(own.map(({ count }) => count))].sort((a, b) => a - b);
    const points = counts.map((count): Point => {
      const rows = own.filter((row) => row.count === count);
      const seconds = median(rows.map(({ wallSeconds }) => wallSeconds)) ?? 0;
      return { count, seconds, isDisturbed: rows.some(isDisturbed) };
    });
    return points.length < 2 ? [] : [{ peer, setting, points }];
  });
}

/** Colours that people who see few colours tell apart (Okabe and Ito), darker and lighter by page. */
const COLOURS: Record<Theme, Record<Peer | "paper" | "text" | "dim" | "grid", string>> = {
  light: {
    paper: "#ffffff",
    text: "#1f2328",
    dim: "#59636e",
    grid: "#d8dee4",
    ours: "#00734f",
    noop: "#59636e",
    naive: "#b34700",
    undici: "#0057a3",
  },
  dark: {
    paper: "#0d1117",
    text: "#e6edf3",
    dim: "#9198a1",
    grid: "#2f353d",
    ours: "#2fd39a",
    noop: "#9198a1",
    naive: "#ff9e4a",
    undici: "#6cb6ff",
  },
};

/** Pixels: of the picture, and of what is around the field of the curves. */
const [WIDTH, HEIGHT] = [820, 470];
const FIELD = { left: 62, right: WIDTH - 232, top: 62, bottom: HEIGHT - 52 };
const LABEL_HEIGHT = 17;

/** Two digits at most, so that no run of floating point shows. */
const px = (value: number): string => String(Math.round(value * 100) / 100);

/** A logarithmic axis: where values lie in pixels. */
const axis =
  ([least, most]: readonly [number, number], [from, to]: readonly [number, number]) =>
  (value: number): number =>
    from + ((Math.log(value) - Math.log(least)) / (Math.log(most) - Math.log(least))) * (to - from);

/** 1, 2 and 5 of each power of ten, from the last one below `least` to the first above `most`. */
export function ticksAround(least: number, most: number): number[] {
  const powers = Array.from({ length: 14 }, (_, i) => 10 ** (i - 4));
  const all = powers.flatMap((power) => [1, 2, 5].map((digit) => Number((digit * power).toPrecision(1))));
  const first = all.findLastIndex((tick) => tick <= least);
  const last = all.findIndex((tick) => tick >= most);
  return all.slice(first, last + 1);
}

/** Heights of labels, moved down as far as they would cover each other, and all up again where they leave the field. */
export function spread(wanted: readonly number[], distance: number, lowest: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let above = Number.NEGATIVE_INFINITY;
  for (const i of order) {
    above = Math.max(placed[i] ?? 0, above + distance);
    placed[i] = above;
  }
  let below = lowest + distance;
  for (const i of order.toReversed()) {
    below = Math.min(placed[i] ?? 0, below - distance);
    placed[i] = below;
  }
  return placed;
}

const thousands = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
const labelOf = ({ peer, setting }: Series): string =>
  peer === "undici"
    ? "undici: the requests alone"
    : `${peer}, ${setting === "default" ? "by default" : "checkpoints skipped"}`;

/** The chart of these rows; undefined when there are not two numbers of resources to draw a line between. */
export function chart(rows: readonly Row[], theme: Theme): string | undefined {
  const series = seriesOf(rows);
  const points = series.flatMap((one) => one.points);
  const [counts, times] = [points.map(({ count }) => count), points.map(({ seconds }) => seconds)];
  if (series.length === 0) return undefined;
  const ticks = ticksAround(Math.min(...times), Math.max(...times));
  const x = axis([Math.min(...counts), Math.max(...counts)], [FIELD.left + 12, FIELD.right - 12]);
  const y = axis([ticks[0] ?? 1, ticks.at(-1) ?? 10], [FIELD.bottom, FIELD.top]);
  const heights = spread(
    series.map((one) => y(one.points.at(-1)?.seconds ?? 1)),
    LABEL_HEIGHT,
    FIELD.bottom,
  );
  const colours = COLOURS[theme];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title description">`,
    '<title id="title">Seconds to create N identities</title>',
    `<desc id="description">${series.map(described).join("; ")}.</desc>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colours.paper}"/>`,
    `<g font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="13" fill="${colours.dim}">`,
    `<text x="${FIELD.left - 40}" y="30" font-size="16" font-weight="600" fill="${colours.text}">Seconds to create N identities</text>`,
    ...ticks.flatMap((tick) => rowOf(tick, y(tick), theme)),
    ...[...new Set(counts)].map((count) => columnOf(count, x(count), theme)),
    `<text x="${px((FIELD.left + FIELD.right) / 2)}" y="${HEIGHT - 12}" text-anchor="middle">N, identities in the stack (both axes logarithmic)</text>`,
    ...(points.some((point) => point.isDisturbed)
      ? [`<text x="${WIDTH - 12}" y="30" text-anchor="end" font-size="12">hollow: other processes used the CPU</text>`]
      : []),
    ...series.flatMap((one, i) =>
      curve(one, { x, y, colour: colours[one.peer], labelAt: heights[i] ?? 0, paper: colours.paper }),
    ),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

const described = (one: Series): string =>
  `${labelOf(one)}: ${one.points.map(({ count, seconds }) => `${seconds.toFixed(1)} s for ${count}`).join(", ")}`;

/** A line across the field, with its number of seconds. */
const rowOf = (tick: number, y: number, theme: Theme): string[] => [
  `<line x1="${FIELD.left}" x2="${FIELD.right}" y1="${px(y)}" y2="${px(y)}" stroke="${COLOURS[theme].grid}"/>`,
  `<text x="${FIELD.left - 8}" y="${px(y + 4)}" text-anchor="end">${thousands(tick)}</text>`,
];

const columnOf = (count: number, x: number, theme: Theme): string =>
  `<line x1="${px(x)}" x2="${px(x)}" y1="${FIELD.top}" y2="${FIELD.bottom}" stroke="${COLOURS[theme].grid}"/>` +
  `<text x="${px(x)}" y="${FIELD.bottom + 20}" text-anchor="middle">${thousands(count)}</text>`;

interface Place {
  readonly x: (count: number) => number;
  readonly y: (seconds: number) => number;
  readonly colour: string;
  readonly paper: string;
  readonly labelAt: number;
}

/** The curve, its points, and its label with the last of its seconds. */
function curve(one: Series, { x, y, colour, paper, labelAt }: Place): string[] {
  const path = one.points.map(({ count, seconds }) => `${px(x(count))},${px(y(seconds))}`).join(" ");
  const dashes = one.setting === "skipped" ? ' stroke-dasharray="6 4"' : "";
  const last = one.points.at(-1) ?? { count: 1, seconds: 1 };
  const label = `${labelOf(one)}: ${last.seconds.toFixed(last.seconds < 10 ? 1 : 0)} s`;
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>`,
    ...one.points.map(
      ({ count, seconds, isDisturbed: isHollow }) =>
        `<circle cx="${px(x(count))}" cy="${px(y(seconds))}" r="3.5" fill="${isHollow ? paper : colour}" stroke="${colour}" stroke-width="1.5"/>`,
    ),
    `<line x1="${px(x(last.count) + 5)}" y1="${px(y(last.seconds))}" x2="${FIELD.right + 6}" y2="${px(labelAt)}" stroke="${colour}" stroke-width="0.7"/>`,
    `<text x="${FIELD.right + 10}" y="${px(labelAt + 4)}" fill="${colour}" font-size="12">${label}</text>`,
  ];
}
