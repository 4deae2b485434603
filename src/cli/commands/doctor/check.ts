/** How a check ended. A note is worth knowing, and no problem. */
export const checkStatuses = ["ok", "note", "unknown", "problem"] as const;
/** How a check ended. */
export type CheckStatus = (typeof checkStatuses)[number];

/** One thing that was checked. */
export interface Check {
  /** What was checked, `clock`. */
  readonly name: string;
  readonly status: CheckStatus;
  /** What was found, as a sentence without full stop. */
  readonly text: string;
  /** What to do about it; only where it is a problem or unknown. */
  readonly remedy?: string;
}

/** Something that is as it should be. */
export const ok = (name: string, text: string): Check => ({ name, status: "ok", text });

/** Something worth knowing. */
export const note = (name: string, text: string): Check => ({ name, status: "note", text });

/** Something that could not be found out. */
export const unknown = (name: string, text: string, remedy?: string): Check => ({
  name,
  status: "unknown",
  text,
  ...(remedy === undefined ? {} : { remedy }),
});

/** Something that is wrong. The text has its remedy in it where none is given. */
export const problem = (name: string, text: string, remedy?: string): Check => ({
  name,
  status: "problem",
  text,
  ...(remedy === undefined ? {} : { remedy }),
});

/** The message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
