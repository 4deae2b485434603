import { inputFields, isImmutable, oneofOf, type ResourceSpec, wireName } from "../../../src/description/spec/resource";
import { boolean, type Field, type Fields, type ValueType } from "../../../src/description/spec/types";
import { isValues, type Values } from "../../../src/description/spec/values";

/** What values mean, in a second and simpler form than in src/: one canonical form for each. The laws compare src/ with this. */

/** The canonical form of a value; nothing for an empty one. */
export function meaningOf(type: ValueType, value: unknown): unknown {
  switch (type.kind) {
    case "string": {
      const text = String(value ?? "");
      if (text === "") return undefined;
      if (type.format === "timestamp") return Date.parse(text);
      if (type.format === "duration") return secondsOf(text);
      return type.format === "int64" && text === "0" ? undefined : text;
    }
    case "boolean":
      return type.isExplicit ? (value ?? undefined) : value || undefined;
    case "integer":
      return value || undefined;
    case "enum":
      return value === type.values[0] ? undefined : (value ?? undefined);
    case "list": {
      const items = Array.isArray(value) ? value.map((item) => JSON.stringify([meaningOf(type.of, item)])) : [];
      if (items.length === 0) return undefined;
      return type.ordered ? items : [...new Set(items)].sort();
    }
    case "map": {
      const entries = isValues(value) ? Object.entries(value) : [];
      const pairs = entries.map(([key, item]) => JSON.stringify([key, meaningOf(type.of, item)]));
      return pairs.length === 0 ? undefined : pairs.sort();
    }
    case "message": {
      const pairs = isValues(value)
        ? inputFields(type.fields).map(([name, field]) => [name, meaningOf(field.type, value[name])])
        : [];
      const said = pairs.filter(([, meaning]) => meaning !== undefined);
      return said.length === 0 ? undefined : said;
    }
  }
}

function secondsOf(text: string): number {
  const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
  return Number.parseInt(text, 10) * (units[text.at(-1) ?? ""] ?? 1);
}

export const meansTheSame = (type: ValueType, a: unknown, b: unknown): boolean =>
  JSON.stringify(meaningOf(type, a)) === JSON.stringify(meaningOf(type, b));

/** A field in which two values differ, with the fields that it lies in. */
export interface Leaf {
  readonly names: readonly string[];
  /** From the outermost to the changed one. */
  readonly fields: readonly Field[];
  /** It is cleared because another member of its oneof is set, or inherited: the server does so by itself. */
  readonly isImplied: boolean;
}

/** The leaves in which `after` differs from `before`, down to the fields of messages that both have. */
export function leavesOf(fields: Fields, before: Values, after: Values): Leaf[] {
  return inputFields(fields).flatMap(([name, field]): Leaf[] => {
    const { type } = field;
    const [was, is] = [before[name], after[name]];
    if (meansTheSame(type, was, is)) return [];
    const source = field.options.serverDefault;
    const isDefault = typeof source === "object" && "value" in source && was === source.value;
    if ((source === "kept" || isDefault) && meaningOf(type, is) === undefined) return [];
    const hasBoth = meaningOf(type, was) !== undefined && meaningOf(type, is) !== undefined;
    if (type.kind === "message" && hasBoth && isValues(was) && isValues(is)) {
      const inner = leavesOf(type.fields, was, is);
      return inner.map((leaf) => ({ ...leaf, names: [name, ...leaf.names], fields: [field, ...leaf.fields] }));
    }
    const oneof = oneofOf(field);
    const rival = inputFields(fields).some(
      ([other, otherField]) =>
        other !== name &&
        oneof !== undefined &&
        oneofOf(otherField) === oneof &&
        meaningOf(otherField.type, after[other]) !== undefined,
    );
    const isInherited = typeof source === "object" && source.from !== undefined && source.inherited === true;
    const inherits = isInherited && after[source.from] !== undefined;
    return [{ names: [name], fields: [field], isImplied: (rival || inherits) && meaningOf(type, is) === undefined }];
  });
}

/** The path of a leaf as an update mask spells it, in the proto's spelling. */
export const maskPathOf = ({ names, fields }: Leaf): string =>
  names
    .map((name, i) => (fields[i] === undefined ? name : wireName(name, fields[i]).replace(/^\{(.*)\}$/, "$1")))
    .join(".")
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Whether a change of this leaf makes another object of the resource. */
export const replaces = (spec: ResourceSpec, { fields }: Leaf): boolean =>
  spec.update === "never"
    ? fields[0]?.options.clientOnly !== true
    : (spec.update === "upsert" && fields[0]?.options.key === true) ||
      fields.some((field) => isImmutable({ ...spec, update: "patch" }, field));

/** Where another writer can make other values of an object than an update changes. */
export function foreignLeaves(spec: ResourceSpec, recorded: Values, desired: Values, other: Values): Leaf[] {
  const own = leavesOf(spec.fields, recorded, desired);
  return leavesOf(spec.fields, recorded, other).filter(
    (leaf) => isIndependent(leaf) && !own.some((mine) => overlap(mine.names, leaf.names)),
  );
}

/** Whether a field can be changed without regard to any other, and is seen by the next read. */
const isIndependent = ({ fields }: Leaf): boolean =>
  fields.at(-1)?.type.kind !== "message" &&
  fields[0]?.options.clientOnly !== true &&
  fields.every(
    ({ options }) =>
      !options.serverDefault &&
      !options.serverNormalized &&
      !options.writeOnly &&
      options.oneof?.given !== "at least one",
  ) &&
  oneofOf(fields.at(-1) ?? { type: boolean, presence: "optional", options: {} }) === undefined;

const overlap = (a: readonly string[], b: readonly string[]): boolean =>
  a.every((name, i) => i >= b.length || name === b[i]);
