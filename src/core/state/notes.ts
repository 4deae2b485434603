import { NOTES, type Proven } from "../../description/spec/proof";
import { isValues, type Values } from "../../description/spec/values";
import { valuesWhere } from "./paths";

/** The server's values where the program gives others or none. Recorded under a name that the engine does not show. */
export interface ServerNotes {
  /** Paths that the program leaves out and the server filled in. */
  readonly filled?: readonly string[];
  /** Paths of values that an import found, and that the server or somebody chose. The program may leave them out. */
  readonly imported?: readonly string[];
  /** The server's own spelling of values, by path. */
  readonly rewritten?: Readonly<Record<string, unknown>>;
  /** When this package created the object, by the platform's clock, if the platform returns no time of it. */
  readonly created?: string;
  readonly before?: Before;
  readonly proven?: Proven;
}

/** What the platform showed before the recorded secret existed. */
interface Before {
  readonly etag?: unknown;
  /** When the object that has the secret was created. */
  readonly createTime?: unknown;
}

/** The notes about values by path (`pathText`), as `ServerNotes` has them. */
export interface Notes {
  readonly filled: ReadonlySet<string>;
  readonly imported: ReadonlySet<string>;
  readonly rewritten: Readonly<Record<string, unknown>>;
  readonly created?: string | undefined;
}

export function notesOf(recorded: Values): Notes {
  const notes = recorded[NOTES];
  // Only this file writes under the name.
  const { filled = [], imported = [], rewritten = {}, created } = isValues(notes) ? (notes as ServerNotes) : {};
  return { filled: new Set(filled), imported: new Set(imported), rewritten, created };
}

export const withCreated = (outputs: Values, ms: number): Values =>
  withNotes(outputs, { ...notesOf(outputs), created: new Date(ms).toISOString() });

/** When an object was created, or last changed if only that is known. Undefined if neither is. */
export const createdAt = (recorded: Values): unknown =>
  recorded.createTime ?? recorded.updateTime ?? notesOf(recorded).created;

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

/** The note of `withBefore`. Undefined if an earlier release created the secret. */
export function beforeOf({ [NOTES]: notes }: Values): Before | undefined {
  return isValues(notes) && isValues(notes.before) ? notes.before : undefined;
}

/** Notes without those of paths that the program now gives, and of paths inside and around them. */
export function forgotten({ filled, rewritten, ...notes }: Notes, paths: readonly string[]): Notes {
  const isLeft = (noted: string) =>
    !paths.some((path) => noted === path || noted.startsWith(`${path}.`) || path.startsWith(`${noted}.`));
  return { ...notes, filled: new Set([...filled].filter(isLeft)), rewritten: valuesWhere(rewritten, isLeft) };
}

export function withNotes(values: Values, { filled, imported, rewritten, created }: Notes): Values {
  const notes: ServerNotes = {
    ...(filled.size === 0 ? {} : { filled: [...filled].sort() }),
    ...(imported.size === 0 ? {} : { imported: [...imported].sort() }),
    ...(Object.keys(rewritten).length === 0 ? {} : { rewritten }),
    ...(created === undefined ? {} : { created }),
  };
  return Object.keys(notes).length === 0 ? values : { ...values, [NOTES]: notes };
}
