import { isDeepStrictEqual } from "node:util";
import { shownInput } from "../../../description/spec/shown";
import type { Field, ValueType } from "../../../description/spec/types";
import { isValues } from "../../../description/spec/values";
import { decidesAccess } from "../../access/kinds";
import { sortedBy } from "../../order";
import { findSpec } from "../../organization/read";
import type { Refreshed } from "../../stack/event-log";
import { isSecret, kindOfType } from "../../stack/export";
import { HIDDEN } from "../../stack/preview";
import { enginePath, type PathStep, stepsOf } from "./paths";

/** A field with its values, which are without secrets, and undefined on a side that has none. */
export interface ChangedField {
  /** Its path, `claimMatch.subject`. A list is one field. */
  readonly path: string;
  readonly recorded: unknown;
  readonly live: unknown;
  readonly isSecret: boolean;
  readonly decidesAccess: boolean;
}

export function changedFields(resource: Refreshed): ChangedField[] {
  const { recorded, live, isReadOnly, paths } = resource;
  if (live === undefined) return [];
  const sides = { inputs: [recorded.inputs, live.inputs], outputs: [recorded.outputs, live.outputs] } as const;
  const named = (paths ?? []).map(stepsOf).filter(([first]) => !isInternal(first));
  const found = isReadOnly ? [] : named.length > 0 ? named : differences(...sides.inputs);
  if (found.length > 0) return fieldsAt(found, resource);
  return fieldsAt(differences(...sides.outputs), resource, sides.outputs);
}

/** Returns the fields at some paths, each once, by path. Their values are the inputs, unless the call gives others. */
export function fieldsAt(
  paths: readonly (readonly PathStep[])[],
  resource: Refreshed,
  values: Pair = [resource.recorded.inputs, resource.live?.inputs],
): ChangedField[] {
  const fields = paths.map((steps) => fieldAt(steps, values, resource));
  return sortedBy(new Map(fields.map((field) => [field.path, field])).values(), ({ path }) => path);
}

/** Whether only this package and the engine use a name: the provider's code, and notes on what the server did. */
const isInternal = (step: PathStep | undefined): boolean => typeof step === "string" && step.startsWith("__");

/** Returns the paths at which two values differ, down to scalars, lists and secrets. */
export function differences(a: unknown, b: unknown, path: readonly PathStep[] = []): PathStep[][] {
  if (isDeepStrictEqual(a, b)) return [];
  if (!isValues(a) || !isValues(b) || isSecret(a) || isSecret(b)) return [[...path]];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names
    .filter((name) => path.length > 0 || !isInternal(name))
    .flatMap((name) => differences(memberOf(a, name), memberOf(b, name), [...path, name]));
}

type Pair = readonly [recorded: unknown, live: unknown];

/** Returns the field at a path, which ends at the first list and at the first secret. */
function fieldAt(steps: readonly PathStep[], values: Pair, resource: Refreshed): ChangedField {
  const kind = kindOfType(resource.type) ?? "";
  let pair = values;
  let type: ValueType | undefined = { kind: "message", fields: findSpec(kind)?.fields ?? {} };
  const path: PathStep[] = [];
  let isHidden = false;
  for (const step of steps) {
    if (pair.some((value) => Array.isArray(value)) || isHidden) break;
    pair = [memberOf(pair[0], step), memberOf(pair[1], step)];
    path.push(step);
    const field = fieldOf(type, step);
    type = field?.type;
    isHidden = field?.options.secret === true || isSecretAt(path, resource);
  }
  const [recorded, live] = isHidden ? [hide(pair[0]), hide(pair[1])] : masked(pair);
  return {
    path: enginePath(path),
    recorded: shown(type, recorded),
    live: shown(type, live),
    isSecret: isHidden || !isDeepStrictEqual([recorded, live], pair),
    decidesAccess: decidesAccess(kind, path),
  };
}

function fieldOf(type: ValueType | undefined, step: PathStep): Pick<Field, "type" | "options"> | undefined {
  if (type?.kind === "message") return Object.hasOwn(type.fields, step) ? type.fields[step] : undefined;
  return type?.kind === "map" ? { type: type.of, options: {} } : undefined;
}

const memberOf = (value: unknown, step: PathStep): unknown =>
  isValues(value) && Object.hasOwn(value, step) ? value[step] : undefined;

const isSecretAt = (path: readonly PathStep[], { recorded, live }: Refreshed): boolean =>
  [recorded.inputs, recorded.outputs, live?.inputs, live?.outputs].some((values) =>
    isSecret(path.reduce<unknown>(memberOf, values)),
  );

const hide = (value: unknown): unknown => (value === undefined ? undefined : HIDDEN);

/** Returns two values without secrets. A secret on one side is hidden on both. A list with one is hidden as a whole: its items may have moved. */
function masked([a, b]: Pair): Pair {
  if (!hasMarkedSecret(a) && !hasMarkedSecret(b)) return [a, b];
  const areValues = [a, b].every((value) => value === undefined || (isValues(value) && !isSecret(value)));
  if (!areValues) return [hide(a), hide(b)];
  const names = [...new Set([a, b].flatMap((value) => (isValues(value) ? Object.keys(value) : [])))];
  const members = names.map((name) => [name, masked([memberOf(a, name), memberOf(b, name)])] as const);
  const sideOf = (value: unknown, i: 0 | 1) =>
    value === undefined ? undefined : Object.fromEntries(members.map(([name, pair]) => [name, pair[i]]));
  return [sideOf(a, 0), sideOf(b, 1)];
}

export const hasMarkedSecret = (value: unknown): boolean =>
  isSecret(value) || (typeof value === "object" && Object.values(value ?? {}).some(hasMarkedSecret));

/** Returns a value without what may be a password: of a sink only the origin, because the path may contain one. */
const shown = (type: ValueType | undefined, value: unknown): unknown =>
  type?.kind === "string" && type.format === "sink" && value !== HIDDEN ? shownInput(type, value) : value;
