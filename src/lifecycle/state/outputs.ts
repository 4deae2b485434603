import { inputFields } from "../../spec/resource";
import type { Field, Fields } from "../../spec/types";
import { isEmpty, isEqual, isValues, type Values } from "../../spec/values";
import { type Change, pathText, putAt, valueAt } from "./wire";

/**
 * What the server holds at places where the program says something else. Part of the recorded outputs, under a name that
 * the engine does not show; absent when there is nothing to say.
 */
export interface ServerNotes {
  /** Paths that the program leaves out and the server gave a value. */
  readonly filled?: readonly string[];
  /** What the server made of values that it spells in its own way, by path. */
  readonly rewritten?: Readonly<Record<string, unknown>>;
}

export const NOTES = "__server";

export function notesOf(recorded: Values): { filled: Set<string>; rewritten: Record<string, unknown> } {
  const notes = recorded[NOTES];
  const { filled = [], rewritten = {} } = isValues(notes) ? (notes as ServerNotes) : {};
  return { filled: new Set(filled), rewritten: { ...rewritten } };
}

type Notes = ReturnType<typeof notesOf>;

/** Drops what is noted of a path that the program now speaks for, of what it lies in and of what lies in it. */
function forget({ filled, rewritten }: Notes, path: string): void {
  const concerns = (noted: string) => noted === path || noted.startsWith(`${path}.`) || path.startsWith(`${noted}.`);
  for (const noted of [...filled]) if (concerns(noted)) filled.delete(noted);
  for (const noted of Object.keys(rewritten)) if (concerns(noted)) delete rewritten[noted];
}

function withNotes(values: Record<string, unknown>, { filled, rewritten }: Notes): Values {
  const notes = {
    ...(filled.size === 0 ? {} : { filled: [...filled].sort() }),
    ...(Object.keys(rewritten).length === 0 ? {} : { rewritten }),
  };
  return Object.keys(notes).length === 0 ? values : { ...values, [NOTES]: notes };
}

/** Whether the program now gives a value that is noted as the server's own, be it the same: then it is the program's. */
export function claimsFilled(fields: Fields, desired: Values, filled: ReadonlySet<string>): boolean {
  const walk = (fields: Fields, desired: Values, prefix: readonly string[]): boolean =>
    inputFields(fields).some(([name, { type }]) => {
      const [value, path] = [desired[name], [...prefix, name]];
      if (isEmpty(type, value)) return false;
      return (
        filled.has(pathText(path)) || (type.kind === "message" && isValues(value) && walk(type.fields, value, path))
      );
    });
  return filled.size > 0 && walk(fields, desired, []);
}

/** Outputs to record, and the paths at which the server did not do what was asked. */
export interface Settled {
  readonly outputs: Values;
  readonly unapplied: readonly string[];
}

/** Outputs after a create: what was asked, in the program's own spelling, and what the server added to the new object. */
export const settleCreate = (fields: Fields, desired: Values, observed: Values): Settled =>
  settle(fields, desired, observed, notesOf({}), () => true);

/**
 * Outputs after an update. Only what was sent is taken from the answer: what another writer has changed meanwhile stays
 * as recorded, for the next refresh to find.
 */
export function settleUpdate(
  fields: Fields,
  recorded: Values,
  desired: Values,
  observed: Values,
  made: readonly Change[],
): Settled {
  const notes = notesOf(recorded);
  const now: Record<string, unknown> = { ...recorded };
  for (const [name, { presence, options }] of Object.entries(fields)) {
    const { createOnly, fromGet, local } = options;
    if (presence === "computed" && !createOnly && !fromGet && !local) putAt(now, [name], observed[name]);
  }
  const changed = new Set<string>();
  for (const { path } of made) {
    changed.add(pathText(path));
    forget(notes, pathText(path));
    putAt(now, path, valueAt(observed, path));
  }
  takeOver(fields, now, observed, []);
  const before = notesOf(recorded).filled;
  return settle(
    fields,
    desired,
    now,
    notes,
    (path, field) =>
      fillsNow(field, valueAt(observed, path.split(".").slice(0, -1))) || (before.has(path) && !changed.has(path)),
  );
}

/** Takes over what the server alone says inside of messages, and what it may have filled in along with the update. */
function takeOver(fields: Fields, now: Record<string, unknown>, observed: Values, prefix: readonly string[]): void {
  for (const [name, field] of Object.entries(fields)) {
    const { type, presence } = field;
    const path = [...prefix, name];
    const [mine, seen] = [valueAt(now, path), valueAt(observed, path)];
    if (presence === "computed") {
      if (prefix.length > 0) putAt(now, path, seen);
    } else if (type.kind === "message") {
      if (isValues(mine) && isValues(seen)) takeOver(type.fields, now, observed, path);
    } else if (seen !== undefined && isEmpty(type, mine) && fillsNow(field, valueAt(observed, prefix))) {
      putAt(now, path, seen);
    }
  }
}

/**
 * Whether the server may be who gave a field its value. Where it may not, a value that the program does not give is
 * another writer's, or one that should have been cleared.
 *
 * @param beside what the server holds of the message that the field is in
 */
function fillsNow({ options: { serverFills } }: Field, beside: unknown): boolean {
  if (serverFills === undefined || serverFills === true) return serverFills === true;
  return isValues(beside) && beside[serverFills.from] !== undefined;
}

function settle(
  fields: Fields,
  desired: Values,
  observed: Values,
  notes: Notes,
  mayFill: (path: string, field: Field) => boolean,
): Settled {
  const unapplied: string[] = [];
  const walk = (
    fields: Fields,
    desired: Values,
    observed: Values,
    prefix: readonly string[],
  ): Record<string, unknown> => {
    const outputs: Record<string, unknown> = {};
    const put = (name: string, value: unknown) => {
      if (value !== undefined && value !== null) outputs[name] = value;
    };
    for (const [name, field] of Object.entries(fields)) {
      const [wanted, seen] = [desired[name], observed[name]];
      const path = pathText([...prefix, name]);
      const { parent, subresource, writeOnly, rewritten, local } = field.options;
      if (!isEmpty(field.type, wanted)) notes.filled.delete(path);
      if (field.presence === "computed") put(name, seen);
      else if (subresource && isEmpty(field.type, wanted) && notes.filled.has(path)) put(name, seen);
      else if (parent || subresource || writeOnly || local) put(name, wanted);
      else if (field.type.kind === "message" && isValues(wanted) && isValues(seen)) {
        put(name, walk(field.type.fields, wanted, seen, [...prefix, name]));
      } else if (isEqual(field.type, wanted, seen)) put(name, wanted);
      else if (isEmpty(field.type, wanted) && mayFill(path, field)) {
        notes.filled.add(path);
        put(name, seen);
      } else if (rewritten && !isEmpty(field.type, seen)) {
        notes.rewritten[path] = seen;
        put(name, wanted);
      } else {
        unapplied.push(path);
        put(name, seen);
      }
    }
    return outputs;
  };
  const outputs = walk(fields, desired, observed, []);
  return { outputs: withNotes(outputs, notes), unapplied };
}

/**
 * Outputs after a read: what the server holds now, in the recorded spelling where it means the same.
 *
 * @param own values that the answer does not hold: the parent's uid, sub-resources
 * @param keepMoved keep what the server moves by itself though nothing is recorded of it
 */
export function settleRead(fields: Fields, recorded: Values, observed: Values, own: Values, keepMoved = false): Values {
  const notes = notesOf(recorded);
  const walk = (
    fields: Fields,
    recorded: Values,
    observed: Values,
    prefix: readonly string[],
  ): Record<string, unknown> => {
    const outputs: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      const value = valueAfterRead(field, recorded[name], observed[name], [...prefix, name]);
      if (value !== undefined) outputs[name] = value;
    }
    return outputs;
  };
  const valueAfterRead = (field: Field, before: unknown, seen: unknown, path: readonly string[]): unknown => {
    const { writeOnly, moved, local, createOnly } = field.options;
    // A value that the server moves by itself would make a resource that is only read (`get`) differ at every refresh.
    if (moved) return before === undefined && !keepMoved ? undefined : seen;
    if (writeOnly || local || createOnly) return before;
    if (field.presence === "computed") return seen;
    if (field.type.kind === "message" && isValues(seen))
      return walk(field.type.fields, isValues(before) ? before : {}, seen, path);
    if (isEqual(field.type, before, seen)) return before;
    const text = pathText(path);
    if (Object.hasOwn(notes.rewritten, text)) {
      if (isEqual(field.type, notes.rewritten[text], seen)) return before;
      delete notes.rewritten[text];
    }
    if (isEmpty(field.type, seen)) notes.filled.delete(text);
    return seen;
  };
  return withNotes(walk(fields, recorded, { ...observed, ...own }, []), notes);
}

/** The inputs that a program would have to give for these outputs: no computed values, nothing that the server filled in. */
export function inputsOf(fields: Fields, outputs: Values): Values {
  const { filled } = notesOf(outputs);
  const walk = (fields: Fields, values: Values, prefix: readonly string[]): Values => {
    const inputs: Record<string, unknown> = {};
    for (const [name, { type }] of inputFields(fields)) {
      const value = values[name];
      const path = [...prefix, name];
      if (value === undefined || filled.has(pathText(path))) continue;
      inputs[name] = type.kind === "message" && isValues(value) ? walk(type.fields, value, path) : value;
    }
    return inputs;
  };
  return walk(fields, outputs, []);
}
