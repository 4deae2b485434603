import type { StepChart } from "../declaration";
import { timeText } from "../times";
import { type Markup, markup } from "./markup";

/** Pixels between two values, for all values, for a label, and for the times below. */
const [GAP, MOST, LABEL, AXIS] = [36, 360, 24, 24];
/** More dots would cover the line. */
const MOST_DOTS = 120;

/** Returns a step chart. Its width is that of the page: lengths are percentages, and the line is scaled in one direction only. */
export function drawing({ label, values, steps, end }: StepChart): Markup {
  const start = steps[0]?.time ?? end;
  const gap = Math.min(GAP, MOST / Math.max(1, values.length));
  const height = Math.round(gap * values.length);
  const x = (time: number) => (end > start ? Number(((100 * (time - start)) / (end - start)).toFixed(2)) : 0);
  const y = (value: number) => Number((height - gap * value - 6).toFixed(1));
  const line = steps.map(({ time, value }) => `H${x(time)}V${y(value)}`).join("");
  const every = Math.ceil(LABEL / gap);
  const levels = values.map((_, value) => markup`<line x2="100%" y1="${y(value)}" y2="${y(value)}"/>`);
  const names = values.map((text, value) =>
    value % every === 0 ? markup`<text x="8" y="${y(value) - 5}">${text}</text>` : markup``,
  );
  const dots = (steps.length > MOST_DOTS ? [] : steps).map(({ time, value, tone = "plain" }) => {
    const radius = tone === "warning" ? 6 : 4;
    return markup`<circle class="${tone}" cx="${x(time)}%" cy="${y(value)}" r="${radius}"/>`;
  });
  const ticks = ["start", "middle", "end"].map((place, i) => {
    const text = timeText(start + ((end - start) * i) / 2).replace(/:\d\dZ$/, "Z");
    return markup`<text class="${place}" x="${i * 50}%" y="${height + AXIS - 6}" text-anchor="${place}">${text}</text>`;
  });
  return markup`<svg class="chart" role="img" aria-label="${label}" height="${height + AXIS}">${levels}
<svg viewBox="0 0 100 ${height}" width="100%" height="${height}" preserveAspectRatio="none">
<path d="M0 ${y(steps[0]?.value ?? 0)}${line}H100"/></svg>${dots}${names}${ticks}</svg>
`;
}
