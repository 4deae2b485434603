/** Why something was refused: the end of a sentence after "because", and what the user does about it. */
export interface Reason {
  readonly why: string;
  readonly remedies?: readonly string[];
}

/** A refusal with its remedies, one on each line: `… cannot be adopted, because …. Nothing was changed.` */
export const refusalText = (refused: string, { why, remedies = [] }: Reason): string =>
  [`${refused}, because ${why}. Nothing was changed.`, ...remedies.map((remedy) => `- ${remedy}`)].join("\n");
