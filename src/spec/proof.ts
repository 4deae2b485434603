import { isValues, type Values } from "./values";

/** Name of the notes among the recorded outputs, which the engine does not show. */
export const NOTES = "__server";

/** The SCIM settings with which a recorded token is known to be the live one. */
export interface Proven {
  readonly etag: string;
  /** Whether SCIM was switched on. Absent once something has changed that nothing explains. */
  readonly enabled?: boolean;
}

/** What is noted so in recorded outputs; undefined in the state of earlier releases. */
export function provenOf({ [NOTES]: notes }: Values): Proven | undefined {
  const proven = isValues(notes) ? notes.proven : undefined;
  // Only the lifecycle writes under the name.
  return isValues(proven) && typeof proven.etag === "string" ? (proven as { readonly etag: string }) : undefined;
}
