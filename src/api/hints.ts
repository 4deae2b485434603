/**
 * What a user can do about a failure, as words for the end of a message. Whoever makes a client knows where its settings
 * come from; this room knows no setting. A hint that is absent is left out.
 */
export interface Hints {
  /** Where the address of the server is set: an answer came that the server would not give. */
  readonly address?: string;
  /** Where the time that an operation may take is set. */
  readonly timeLimit?: string;
}

/** A text with a hint behind a colon, if there is one. */
export const hinted = (text: string, hint: string | undefined): string =>
  hint === undefined ? text : `${text}: ${hint}`;
