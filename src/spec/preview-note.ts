import { isValues, type Values } from "./values";

/**
 * Name of an input that a program adds in a preview, and only there: the engine tells a provider neither that it is a
 * preview nor which inputs are secret. The check takes it out again, so that no plan and no state has it.
 */
export const PREVIEW = "__preview";

/** What the program tells the provider in a preview. */
export interface PreviewNote {
  /** Name of the Pulumi resource. */
  readonly resource: string;
  /** Those of its inputs that hold no secret, with their values. */
  readonly plain: Values;
}

/** Inputs without the note, and the note where there is one. */
export function withoutNote({ [PREVIEW]: note, ...inputs }: Values): { inputs: Values; note?: PreviewNote } {
  if (!isValues(note) || typeof note.resource !== "string" || !isValues(note.plain)) return { inputs };
  return { inputs, note: { resource: note.resource, plain: note.plain } };
}
