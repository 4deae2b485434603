import { isOwnOrganization } from "../../src/description/spec/place";
import { inputFields, isImmutable, oneofOf, oneofsIn, type ResourceSpec } from "../../src/description/spec/resource";
import { defaultOf, inheritedFrom } from "../../src/description/spec/rules";
import type { EnumType, Field, Fields, StringType, ValueType } from "../../src/description/spec/types";
import { isValues, type Values } from "../../src/description/spec/values";
import { rootOf } from "../../src/description/uid";

/** Inputs generated from declarations, so that every declared resource is tested: the fewest valid inputs, all inputs, and each change of one. */

/** uids to refer to, two of each kind, and two references to repos that the server turns into uids. */
export interface World {
  readonly uids: Readonly<Record<string, readonly [string, string]>>;
  readonly repoReferences: readonly [string, string];
}

const midnightIn = (days: number): string =>
  `${new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)}T00:00:00Z`;

/** Two times that are neither over nor further ahead than the platform takes. */
export const sampleTimes: readonly [string, string] = [midnightIn(100), midnightIn(200)];

/** Which of two values to make; `a` and `b` never mean the same. */
type Variant = "a" | "b";

/** Chooses the member of a oneof that is set: the n-th, modulo their number. */
type Choice = number;

const pick = <T>(pair: readonly [T, T], variant: Variant): T => pair[variant === "a" ? 0 : 1];

/** The names of an enum that every platform takes from everybody. */
export const withoutWarning = ({ values, warnings = {} }: EnumType): string[] =>
  values.filter((name) => !Object.hasOwn(warnings, name));

/** The inputs that a customer may give. */
export const ofCustomers = (spec: ResourceSpec, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => spec.fields[name]?.options.staffOnly === undefined));

function stringOf(world: World, type: StringType, field: Field | undefined, name: string, variant: Variant): string {
  if (field?.options.serverNormalized) return pick(world.repoReferences, variant);
  if (field !== undefined && isOwnOrganization(field)) return organizationOf(world);
  if (type.known !== undefined) return type.known[variant === "a" ? 0 : 1] ?? "";
  switch (type.format) {
    case "uid": {
      const known = world.uids[type.refersTo ?? ""];
      if (known === undefined) throw new Error(`the world has no ${type.refersTo}`);
      return pick(known, variant);
    }
    case "timestamp":
      return pick(sampleTimes, variant);
    case "duration":
      return pick(["24h", "172800s"], variant);
    case "https":
    case "sink":
      return `https://${variant}.example.com/${name.toLowerCase()}`;
    case "digest":
      return `sha256:${variant.repeat(64)}`;
    case "bytes":
      return pick(["YQ==", "Yg=="], variant);
    case "int64":
      return pick(["9007199254740993", "7"], variant);
    case "account":
      return pick(["123456789012", "210987654321"], variant);
    default: {
      const text = `${name.toLowerCase()}-${variant}`;
      const url = `https://${variant}.example.com/${name.toLowerCase()}`;
      const forms = [text, `${text}:latest`, url, ...pemsOf(text)];
      const fitting = forms.find((form) => type.rule === undefined || type.rule.pattern.test(form));
      if (fitting === undefined) throw new Error(`no sample keeps the rule of ${name}`);
      return fitting;
    }
  }
}

/** A text in each form of PEM that a rule may ask for. */
export const pemsOf = (text: string): string[] =>
  ["PUBLIC KEY", "CERTIFICATE"].map(
    (label) => `-----BEGIN ${label}-----\n${Buffer.from(text).toString("base64")}\n-----END ${label}-----\n`,
  );

const organizationOf = ({ uids }: World): string => rootOf(uids["iam:Organization"]?.[0] ?? "");

function sampleOf(
  world: World,
  type: ValueType,
  field: Field | undefined,
  name: string,
  variant: Variant,
  choice: Choice,
): unknown {
  switch (type.kind) {
    case "string":
      return stringOf(world, type, field, name, variant);
    case "boolean":
      return variant === "a";
    case "integer":
      return pick([1001, 1002], variant);
    case "enum":
      return withoutWarning(type)[variant === "a" ? 1 : 2];
    case "list": {
      const item = (v: Variant) => sampleOf(world, type.of, undefined, name, v, choice);
      return variant === "a" ? [item("a"), item("b")].slice(0, type.maxItems) : [item("b")];
    }
    case "map":
      return {
        [type.keys === "int64" ? pick(["42", "43"], variant) : `${name}.${variant}`]: sampleOf(
          world,
          type.of,
          undefined,
          name,
          variant,
          choice,
        ),
      };
    case "message":
      return messageOf(world, type.fields, variant, choice, "maximal");
  }
}

/** Whether the platform requires a field of a new object. */
export const isNeededAtFirst = ({ presence, options }: Field): boolean =>
  presence === "required" || options.clearedBy !== undefined;

type Extent = "minimal" | "maximal";

/** Whether a field is set: required ones, the chosen member of a oneof, and in a maximal message all others. */
function isChosen(fields: Fields, name: string, field: Field, choice: Choice, extent: Extent): boolean {
  // A value is given, or inherited from the source that is given: the choices take turns.
  const isSource = Object.values(fields).some(({ options }) => inheritedFrom(options) === name);
  if (extent === "maximal" && (isSource || inheritedFrom(field.options) !== undefined))
    return isSource === (choice % 2 === 0);
  const needed = fields[field.options.needs ?? ""];
  if (extent === "maximal" && needed !== undefined)
    return isChosen(fields, field.options.needs ?? "", needed, choice, extent);
  const oneof = extent === "minimal" ? field.options.oneof?.name : oneofOf(field);
  if (oneof === undefined) return isNeededAtFirst(field) || extent === "maximal";
  if (extent === "minimal" && field.options.oneof?.given === "at most one") return false;
  const members = inputFields(fields)
    .filter(([, other]) => other.options.oneof?.name === oneof)
    .map(([member]) => member);
  return members[choice % members.length] === name;
}

function messageOf(world: World, fields: Fields, variant: Variant, choice: Choice, extent: Extent): Values {
  const chosen = inputFields(fields).filter(([name, field]) => isChosen(fields, name, field, choice, extent));
  return Object.fromEntries(
    chosen.map(([name, field]) => [name, valueOrMinimal(world, field, name, variant, choice, extent)]),
  );
}

const valueOrMinimal = (
  world: World,
  field: Field,
  name: string,
  variant: Variant,
  choice: Choice,
  extent: Extent,
): unknown =>
  extent === "minimal" && field.type.kind === "message"
    ? messageOf(world, field.type.fields, variant, choice, "minimal")
    : sampleOf(world, field.type, field, name, variant, choice);

/** The fewest inputs that make the resource, and let it be deleted. */
export const minimalInputs = (world: World, spec: ResourceSpec, choice: Choice = 0): Values => ({
  ...messageOf(world, spec.fields, "a", choice, "minimal"),
  ...(spec.peculiar?.deletableIf === undefined ? {} : { [spec.peculiar?.deletableIf]: true }),
});

/** Every input of the resource; of each oneof one member. */
export const maximalInputs = (world: World, spec: ResourceSpec, choice: Choice = 0): Values =>
  messageOf(world, spec.fields, "a", choice, "maximal");

/** The number of choices that sets every member of every oneof once. */
export function choicesOf(spec: ResourceSpec): number {
  const sizes = (fields: Fields): number[] => {
    return [
      Object.values(fields).some(({ options }) => inheritedFrom(options) !== undefined) ? 2 : 1,
      ...oneofsIn(fields).map(({ members }) => members.length),
      ...inputFields(fields).flatMap(([, { type }]) => (type.kind === "message" ? sizes(type.fields) : [])),
    ];
  };
  return Math.max(...sizes(spec.fields));
}

export interface InputChange {
  /** Names from the outermost field to the changed one. */
  readonly path: readonly string[];
  readonly kind: "set" | "remove";
  readonly before: Values;
  readonly after: Values;
  readonly field: Field;
  readonly replaces: boolean;
}

/** Every change of a single field, nested ones too, starting from all inputs. */
export function changesOf(world: World, spec: ResourceSpec, choice: Choice = 0): InputChange[] {
  const before = maximalInputs(world, spec, choice);
  const walk = (fields: Fields, values: Values, prefix: readonly string[], fixed: boolean): InputChange[] =>
    inputFields(fields).flatMap(([name, field]): InputChange[] => {
      const value = values[name];
      if (value === undefined) return [];
      const path = [...prefix, name];
      const replaces = fixed || isImmutable(spec, field);
      const make = (kind: InputChange["kind"], to: unknown, from = before): InputChange => ({
        path,
        kind,
        before: from,
        after: withValue(from, path, to),
        field,
        replaces,
      });
      const other = () => sampleOf(world, field.type, field, name, "b", choice);
      const inner =
        field.type.kind === "message" && isValues(value) ? walk(field.type.fields, value, path, replaces) : [];
      const set = field.type.kind === "message" || isOwnOrganization(field) ? [] : [make("set", other())];
      const { oneof, serverDefault } = field.options;
      const removable = !isNeededAtFirst(field) && oneof?.given !== "exactly one" && serverDefault !== "kept";
      // To leave the default out changes nothing, and what needs the value goes with it.
      const [needing] = Object.keys(fields).filter((sibling) => fields[sibling]?.options.needs === name);
      const alone = needing === undefined ? before : withValue(before, [...prefix, needing], undefined);
      const from = value === defaultOf(field.options) ? withValue(before, path, other()) : alone;
      return [...set, ...inner, ...(removable ? [make("remove", undefined, from)] : [])];
    });
  return walk(spec.fields, before, [], false);
}

/** A copy with the value at a path changed or removed. */
export function withValue(values: Values, path: readonly string[], value: unknown): Values {
  const [name = "", ...rest] = path;
  const { [name]: old, ...others } = values;
  const inner = rest.length === 0 ? value : withValue(isValues(old) ? old : {}, rest, value);
  return inner === undefined ? others : { ...others, [name]: inner };
}
