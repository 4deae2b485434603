/** Times and spans of time as protojson writes them. */

/** Whether a text is a Duration as protojson writes it. */
export const isDuration = (text: string): boolean => /^-?\d{1,12}(\.\d{1,9})?s$/.test(text);

/** UTC with milliseconds; a time on a whole second has no fraction (platform API: ANS-4). */
export const formatTime = (time: Date): string => time.toISOString().replace(".000Z", "Z");

/** The last time that a Timestamp can be. */
const LAST_TIME = Date.parse("9999-12-31T23:59:59Z");

/** The seconds of a Duration. */
export const secondsIn = (duration: unknown): number => Number(String(duration).slice(0, -1));

/** The time a Duration after another. */
export const timeAfter = (time: Date, duration: unknown): Date =>
  new Date(Math.min(time.getTime() + secondsIn(duration) * 1000, LAST_TIME));

/** The same time a year later: how long what has no end lasts. */
export function aYearAfter(time: Date): Date {
  const later = new Date(time);
  later.setUTCFullYear(time.getUTCFullYear() + 1);
  return later;
}
