import { stringComplaint } from "../../description/spec/formats";
import type { StringType } from "../../description/spec/types";

/** Times and durations in protojson's format. */

export const isDuration = (text: string): boolean => /^-?\d{1,12}(\.\d{1,9})?s$/.test(text);

/** Returns what is wrong with a text on the wire, where a Duration has only one spelling, or undefined if it is valid. */
export function wireComplaint(type: StringType, text: string): string | undefined {
  if (type.format !== "duration") return stringComplaint(type, text);
  return isDuration(text) ? undefined : "must be a Duration in seconds";
}

/** Formats a time in UTC with milliseconds. A whole second has no fraction (platform API: ANS-4). */
export const formatTime = (time: Date): string => time.toISOString().replace(".000Z", "Z");

const LAST_TIME = Date.parse("9999-12-31T23:59:59Z");

export const secondsIn = (duration: unknown): number => Number(String(duration).slice(0, -1));

export const timeAfter = (time: Date, duration: unknown): Date =>
  new Date(Math.min(time.getTime() + secondsIn(duration) * 1000, LAST_TIME));

/** Returns the same time one or more years later. One year is the default lifetime. */
export function aYearAfter(time: Date, years = 1): Date {
  const later = new Date(time);
  later.setUTCFullYear(time.getUTCFullYear() + years);
  return later;
}

export const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * 24 * 60 * 60 * 1000);
