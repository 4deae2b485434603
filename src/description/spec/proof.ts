import { isValues, type Values } from "./values";

/** Name of the notes among the recorded outputs. The engine does not show it. */
export const NOTES = "__server";

/** The SCIM settings that prove that the recorded token is the live one. */
export interface Proven {
  readonly etag: string;
  /** Whether SCIM was switched on. Absent after an unexplained change. */
  readonly enabled?: boolean;
}

/** The proof in recorded outputs. Undefined in the state of earlier releases. */
export function provenOf({ [NOTES]: notes }: Values): Proven | undefined {
  const proven = isValues(notes) ? notes.proven : undefined;
  // Only core/state/notes.ts writes under this name.
  return isValues(proven) && typeof proven.etag === "string" ? (proven as { readonly etag: string }) : undefined;
}
