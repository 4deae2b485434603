import { CallError } from "./declaration";

const SECOND_MS = 1000;
const UNITS_MS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: 60 * SECOND_MS,
  h: 3600 * SECOND_MS,
  d: 86_400 * SECOND_MS,
  w: 7 * 86_400 * SECOND_MS,
};

/** A day, or a time with its zone. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Returns a time in milliseconds since 1970. A day means its start in UTC. `30d` means 30 days ago. Throws CallError.
 *
 * @param text `2026-01-05T08:30:00Z`, `2026-01-05`, `30d`
 */
export function parseTime(text: string, now = Date.now()): number {
  const [, count, unit = ""] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  const time = count === undefined ? instantOf(text) : now - Number(count) * (UNITS_MS[unit] ?? Number.NaN);
  // A time long before 1970 can have a year that no server accepts.
  if (time >= 0) return time;
  throw new CallError(
    "It must be a time (2026-01-05T08:30:00Z), a day in UTC (2026-01-05), or an age (30d; units: s, m, h, d, w).",
  );
}

/** Rejects a day like 30 February, which Date.parse takes for a day in March. */
function instantOf(text: string): number {
  if (!INSTANT.test(text)) return Number.NaN;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text.slice(0, 10)
    ? Number.NaN
    : Date.parse(text);
}

/** Returns a time for people: UTC, to the second. */
export const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}Z`;

const PARTS: readonly (readonly [unit: string, seconds: number])[] = [
  ["d", 86_400],
  ["h", 3600],
  ["m", 60],
  ["s", 1],
];

/** Returns a duration for people, in its two largest units: `3d 4h`, `12m`, `0s`. */
export function durationText(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds));
  const parts = PARTS.map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return { unit, count };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  if (first < 0) return "0s";
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => `${count}${unit}`)
    .join(" ");
}
