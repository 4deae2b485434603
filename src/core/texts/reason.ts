/** Why something was refused: the end of a sentence after "because", and what the user does about it. */
export interface Reason {
  readonly why: string;
  readonly remedies?: readonly string[];
}

/** A refusal with its remedies, one on each line: `… cannot be adopted, because …. Nothing was changed.` */
export const refusalText = (refused: string, { why, remedies = [] }: Reason): string =>
  [`${refused}, because ${why}. Nothing was changed.`, ...remedies.map((remedy) => `- ${remedy}`)].join("\n");

/** An object that something else manages, like SCIM: nobody can change it through the API. */
export const managedByOther = ({ name, uid }: { readonly name: string; readonly uid: string }): Reason => ({
  why: `${name} manages it for the identity provider ${uid}, and the platform refuses changes of it`,
  remedies: [`Remove this resource from the program, because your directory decides about what ${name} manages.`],
});
