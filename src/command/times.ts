import { isTimestamp } from "../description/spec/formats";
import { CallError } from "./declaration";

/** In seconds. */
const DAY = 86_400;
const UNITS: ReadonlyMap<string, number> = new Map([
  ["w", 7 * DAY],
  ["d", DAY],
  ["h", 3600],
  ["m", 60],
  ["s", 1],
]);

/**
 * Returns a time in milliseconds since 1970. A day means its start in UTC. `30d` means 30 days ago. Throws CallError.
 *
 * @param text `2026-01-05T08:30:00Z`, `2026-01-05`, `30d`
 */
export function parseTime(text: string, now = Date.now()): number {
  const [, count, unit = ""] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  const time = count === undefined ? instantOf(text) : now - 1000 * Number(count) * (UNITS.get(unit) ?? Number.NaN);
  // A time long before 1970 can have a year that no server accepts.
  if (time >= 0) return time;
  throw new CallError(
    "It must be a time (2026-01-05T08:30:00Z), a day in UTC (2026-01-05), or an age (30d; units: s, m, h, d, w).",
  );
}

function instantOf(text: string): number {
  const whole = text.replace(/^[\d-]{10}$/, "$&T00:00Z").replace(/T\d{2}:\d{2}(?=Z|[+-])/, "$&:00");
  return isTimestamp(whole) ? Date.parse(whole) : Number.NaN;
}

/** Returns a time for people: UTC, to the second. */
export const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}Z`;

/** Returns a duration for people, in its two largest units: `3d 4h`, `12m`, `0s`. */
export function durationText(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds));
  const counts = ["d", "h", "m", "s"].map((unit) => {
    const size = UNITS.get(unit) ?? 1;
    const count = Math.floor(rest / size);
    rest %= size;
    return `${count}${unit}`;
  });
  const first = counts.findIndex((text) => !text.startsWith("0"));
  const shown = first < 0 ? ["0s"] : counts.slice(first, first + 2).filter((text) => !text.startsWith("0"));
  return shown.join(" ");
}
