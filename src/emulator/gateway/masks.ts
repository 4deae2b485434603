import { type NamedField, oneofOf, wireName } from "../../description/spec/resource";
import type { Field, Fields } from "../../description/spec/types";
import { isValues, type Values } from "../../description/spec/values";
import type { EmulatorSettings } from "../options";
import { gatewayError } from "./errors";
import type { JsonNode } from "./json-syntax";
import { camel, fieldOfKey, isOutput, isZero, pascal, protoName } from "./names";

export type MaskPath = readonly NamedField[];

/** What an update writes: some paths, or all writable fields (`*`). */
export type Mask = readonly MaskPath[] | "*";

/** The mask of a body (platform API: MASK-3), such as `claimMatch.subject`. Lists, maps, null and `{}` end a path. Throws StatusError. */
export function derivedMask(fields: Fields, node: JsonNode | undefined, messageName: string): MaskPath[] {
  return (node?.members ?? []).flatMap(({ name: key, value }): MaskPath[] => {
    const named = fieldOfKey(fields, key);
    if (named === undefined)
      throw gatewayError("INVALID_ARGUMENT", `could not find field "${key}" in "${messageName}"`);
    const [name, { type }] = named;
    if (type.kind !== "message" || !value.members?.length) return [[named]];
    return derivedMask(type.fields, value, `${messageName}.${pascal(name)}`).map((rest) => [named, ...rest]);
  });
}

/** Resolves the segments of a path to fields. Returns undefined if the spelling or the path is unknown. */
export function resolvePath(
  fields: Fields,
  path: string,
  spelling: EmulatorSettings["maskSpelling"],
): MaskPath | undefined {
  const [head = "", ...rest] = path.split(".");
  const named = Object.entries(fields).find((field) => spellings(field, spelling).includes(head));
  if (named === undefined) return undefined;
  if (rest.length === 0) return [named];
  const { type } = named[1];
  const inner = type.kind === "message" ? resolvePath(type.fields, rest.join("."), spelling) : undefined;
  return inner === undefined ? undefined : [named, ...inner];
}

function spellings(named: NamedField, spelling: EmulatorSettings["maskSpelling"]): string[] {
  const proto = protoName(named);
  const json = [wireName(...named), camel(proto)];
  if (spelling === "snake") return [proto];
  return spelling === "camel" ? json : [proto, ...json];
}

export interface MaskedValues {
  readonly values: Values;
  readonly mask: Mask;
  /** Whether to write computed fields too. The platform ignores them in requests of clients. */
  readonly outputs?: boolean;
}

/** Applies a change to the recorded values. Masked fields that the change lacks are cleared. */
export function applyMask(fields: Fields, recorded: Values, { values, mask, outputs = false }: MaskedValues): Values {
  const paths = mask === "*" ? Object.entries(fields).map((named) => [named]) : mask;
  return paths.reduce<Values>((target, path) => assign(fields, target, { source: values, path, outputs }), recorded);
}

interface Step {
  readonly source: Values;
  readonly path: MaskPath;
  readonly outputs: boolean;
}

function assign(fields: Fields, target: Values, { source, path, outputs }: Step): Values {
  const [head, ...rest] = path;
  if (head === undefined || (isOutput(head[1]) && !outputs)) return target;
  const [name, { type }] = head;
  const former = target[name];
  const given = source[name];
  if (type.kind !== "message") return set(fields, target, [head, given]);
  const recorded = isValues(former) ? former : {};
  if (rest.length === 0) {
    const kept = isValues(given) && !outputs ? { ...outputsOf(type.fields, recorded), ...given } : given;
    return set(fields, target, [head, kept]);
  }
  const inner = { source: isValues(given) ? given : {}, path: rest, outputs };
  const merged = assign(type.fields, recorded, inner);
  // Clearing a field of an absent message does not create the message.
  if (former === undefined && Object.keys(merged).length === 0) return target;
  return set(fields, target, [head, merged]);
}

/** Sets or clears one field. Setting a field clears the others of its oneof (platform API: MASK-6). */
function set(fields: Fields, target: Values, [[name, field], value]: readonly [NamedField, unknown]): Values {
  const { [name]: _, ...others } = target;
  if (isZero(field.type, value)) return others;
  const oneof = oneofOf(field);
  const isOfOneof = (other: Field | undefined) => oneof !== undefined && other && oneofOf(other) === oneof;
  const kept = Object.entries(others).filter(([other]) => !isOfOneof(fields[other]));
  return { ...Object.fromEntries(kept), [name]: value };
}

export const outputsOf = (fields: Fields, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] !== undefined && isOutput(fields[name])));
