import type { Tone } from "./declaration";

/** Where a report comes from: address of the server, identity of the requests, and when. */
export type Origin = Readonly<Record<"Platform" | "Caller" | "Time", string>>;

/** What `-o html` shows above the tables of a report. */
export interface Page {
  readonly title: string;
  readonly facts: Origin & { readonly Organization: string };
  /** Numbers with their meaning. The most dangerous is first. */
  readonly tiles: readonly { figure: string; label: string; note?: string; tone?: Tone | undefined }[];
  readonly chart?: StepChart;
}

/** A value that changes at some times, in milliseconds since 1970. */
export interface StepChart {
  /** What it shows, for people who do not see it. */
  readonly label: string;
  /** The different values, from the bottom up. */
  readonly values: readonly string[];
  /** Oldest first. `value` is a place in `values`. */
  readonly steps: readonly { readonly time: number; readonly value: number; readonly tone?: Tone | undefined }[];
  readonly end: number;
}
