import uPlot from "uplot";
import { axisTime, type StepData } from "../model/steps";

/**
 * A step chart, drawn by uPlot: 50 kB for time axes, steps and a cursor. Chart.js has 200 kB and needs an adapter for time, and
 * Observable Plot includes all of D3. Screen readers cannot read the canvas, but the page next to it has the same content.
 */
export interface Chart {
  /** Marks a step. -1 marks none. */
  mark(step: number): void;
  /** Draws the chart again in the current colors and width. */
  redraw(): void;
}

/** Parts of a chart. */
interface ChartParts {
  readonly data: StepData;
  readonly place: HTMLElement;
  /** Called with the time under the pointer, in seconds since 1970. */
  readonly pointed: (seconds: number) => void;
}

/** Greatest number of levels with a label each. */
const MOST_LABELS = 14;
const LEVEL_HEIGHT = 26;
const AXIS_HEIGHT = 60;
const LETTER_WIDTH = 7.3;
/** Width in pixels up to which a chart is narrow, and the length of its labels. */
const NARROW = 560;
const SHORT = 7;
const FONT = "12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

/** Draws a chart into its container, and again whenever its width changes. */
export function stepChart(parts: ChartParts): Chart {
  let marked = -1;
  const made = () =>
    new uPlot(
      optionsOf(parts, () => marked),
      seriesOf(parts.data),
      parts.place,
    );
  let plot = made();
  const redraw = () => {
    plot.destroy();
    plot = made();
  };
  new ResizeObserver(() => {
    if (Math.round(parts.place.clientWidth) !== plot.width) redraw();
  }).observe(parts.place);
  return {
    mark: (step) => {
      if (step === marked) return;
      marked = step;
      plot.redraw(false);
    },
    redraw,
  };
}

const seriesOf = ({ times, levels }: StepData): uPlot.AlignedData => [[...times], [...levels]];

function optionsOf({ data, place, pointed }: ChartParts, marked: () => number): uPlot.Options {
  const count = data.labels.length;
  const isLabelled = count <= MOST_LABELS;
  const colors = colorsOf(place);
  const axis = { stroke: colors.muted, font: FONT, grid: { stroke: colors.line, width: 1 }, ticks: { show: false } };
  // A narrow chart only has room for the length of a short commit id.
  const labels = place.clientWidth < NARROW ? data.labels.map((label) => label.slice(0, SHORT)) : data.labels;
  const widest = isLabelled ? Math.max(...labels.map(({ length }) => length)) : String(count).length + 1;
  return {
    width: Math.max(200, Math.round(place.clientWidth)),
    height: Math.max(6, Math.min(count, MOST_LABELS)) * LEVEL_HEIGHT + AXIS_HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
    scales: {
      x: { time: true, range: (_, from, to) => [from - Math.max(60, (to - from) * 0.015), Math.max(to, from + 60)] },
      y: { range: [-0.6, count - 0.4] },
    },
    axes: [
      { ...axis, space: 76, values: (_, splits, __, ___, distance) => splits.map((at) => axisTime(at, distance)) },
      {
        ...axis,
        size: Math.round(widest * LETTER_WIDTH) + 14,
        ...(isLabelled
          ? { splits: () => [...data.labels.keys()] }
          : { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] }),
        values: (_, splits) => splits.map((level) => (isLabelled ? (labels[level] ?? "") : `#${level + 1}`)),
      },
    ],
    series: [
      {},
      {
        stroke: colors.accent,
        width: 2,
        ...(uPlot.paths.stepped === undefined ? {} : { paths: uPlot.paths.stepped({ align: 1 }) }),
        // The end of the chart is not a move.
        points: { size: 8, fill: colors.accent, show: true, filter: () => [...data.steps.keys()] },
      },
    ],
    hooks: {
      setCursor: [({ cursor: { left = -1 }, posToVal }) => left >= 0 && pointed(posToVal(left, "x"))],
      drawSeries: [(plot) => drawMark(plot, { data, step: marked(), color: colors.mark })],
    },
  };
}

/** Draws a band over the time of the marked step. */
function drawMark(
  { ctx, bbox, valToPos }: uPlot,
  { data, step, color }: { readonly data: StepData; readonly step: number; readonly color: string },
): void {
  const [from, to] = [data.times[step], data.times[step + 1]];
  if (from === undefined || to === undefined) return;
  const [left, right] = [valToPos(from, "x", true), valToPos(to, "x", true)];
  ctx.save();
  ctx.fillStyle = color;
  // A step without duration is visible too.
  ctx.fillRect(left, bbox.top, Math.max(2, right - left), bbox.height);
  ctx.restore();
}

/** Returns the current colors of the page, because a canvas does not follow the style. */
function colorsOf(place: HTMLElement): { accent: string; line: string; mark: string; muted: string } {
  const style = getComputedStyle(place);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { accent: color("accent"), line: color("line"), mark: color("mark"), muted: color("muted") };
}
