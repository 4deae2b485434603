/** What the user can do, for error messages. They name settings, which `client/api/` does not know. Absent hints are left out. */
export interface Hints {
  /** Where the server's address is set. Used when a response cannot come from the platform. */
  readonly address?: string;
  readonly timeLimit?: string;
}

/** Appends a hint to a text as a sentence of its own, if there is one. The result is one line, because other messages contain it. */
export const hinted = (text: string, hint: string | undefined): string =>
  hint === undefined ? text : `${text}. ${hint}`;
