import { NOTES, type Proven } from "../../spec/proof";
import { isValues, type Values } from "../../spec/values";
import { valuesWhere } from "./paths";

/**
 * What the server holds at places where the program says something else. Part of the recorded outputs, under a name that
 * the engine does not show; absent when there is nothing to note.
 */
export interface ServerNotes {
  /** Paths that the program leaves out and the server gave a value. */
  readonly filled?: readonly string[];
  /** What the server made of values that it spells in its own way, by path. */
  readonly rewritten?: Readonly<Record<string, unknown>>;
  /** What the platform showed just before this package created what is recorded. */
  readonly before?: Before;
  /** The SCIM settings with which the recorded token is known to be the live one. */
  readonly proven?: Proven;
}

/** A state of the platform that was over once the recorded secret was created. */
interface Before {
  readonly etag?: unknown;
  /** When the object that has the secret was created. */
  readonly createTime?: unknown;
}

/** Notes while outputs are worked out, to be changed in place. Paths are written as by `pathText`. */
export interface Notes {
  readonly filled: Set<string>;
  readonly rewritten: Record<string, unknown>;
}

/** A copy of the notes in recorded outputs. */
export function notesOf(recorded: Values): Notes {
  const notes = recorded[NOTES];
  // Only this file writes under the name.
  const { filled = [], rewritten = {} } = isValues(notes) ? (notes as ServerNotes) : {};
  return { filled: new Set(filled), rewritten: { ...rewritten } };
}

/** Outputs with a note of what was before them. */
export const withBefore = (values: Values, { etag, createTime }: Before): Values => ({
  ...values,
  [NOTES]: { before: valuesWhere({ etag, createTime }, (_, value) => typeof value === "string") } satisfies ServerNotes,
});

/** Outputs with a note of the SCIM settings that prove the recorded token. Nothing is noted without an etag. */
export function withProven(
  values: Values,
  { etag, enabled }: { readonly etag?: unknown; readonly enabled?: boolean },
): Values {
  if (typeof etag !== "string") return values;
  const proven: Proven = { etag, ...(enabled === undefined ? {} : { enabled }) };
  return { ...values, [NOTES]: { ...(isValues(values[NOTES]) ? values[NOTES] : {}), proven } };
}

/** What was noted so; undefined if an earlier release created the secret. */
export function beforeOf({ [NOTES]: notes }: Values): Before | undefined {
  return isValues(notes) && isValues(notes.before) ? notes.before : undefined;
}

/** Drops what is noted of a path that the program now gives, of what it lies in and of what lies in it. */
export function forget({ filled, rewritten }: Notes, path: string): void {
  const concerns = (noted: string) => noted === path || noted.startsWith(`${path}.`) || path.startsWith(`${noted}.`);
  for (const noted of [...filled]) if (concerns(noted)) filled.delete(noted);
  for (const noted of Object.keys(rewritten)) if (concerns(noted)) delete rewritten[noted];
}

/** Outputs with their notes. */
export function withNotes(values: Values, { filled, rewritten }: Notes): Values {
  const notes: ServerNotes = {
    ...(filled.size === 0 ? {} : { filled: [...filled].sort() }),
    ...(Object.keys(rewritten).length === 0 ? {} : { rewritten }),
  };
  return Object.keys(notes).length === 0 ? values : { ...values, [NOTES]: notes };
}
