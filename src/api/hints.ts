/**
 * Hints for error messages: what the user can do about a failure. They name settings, which `api/` does not know, so
 * whoever creates a client provides them. Absent hints are left out.
 */
export interface Hints {
  /** Where the server's address is set; used when an answer cannot come from the platform. */
  readonly address?: string;
  /** Where the time limit of an operation is set. */
  readonly timeLimit?: string;
}

/** A text with a hint appended after a colon, if there is one. */
export const hinted = (text: string, hint: string | undefined): string =>
  hint === undefined ? text : `${text}: ${hint}`;
