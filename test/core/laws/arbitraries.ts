import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { isOwnOrganization } from "../../../src/description/spec/place";
import { inputFields, oneofsIn, parentField, type ResourceSpec } from "../../../src/description/spec/resource";
import { inheritedFrom } from "../../../src/description/spec/rules";
import type { Field, Fields, ListType, MapType, StringType, ValueType } from "../../../src/description/spec/types";
import { isEmpty, isValues, type Values } from "../../../src/description/spec/values";
import { rootOf } from "../../../src/description/uid";
import { isNeededAtFirst, pemsOf, type World, withoutWarning } from "../../support/samples";

/** Random inputs, made from the specs' types: whatever a program may say of a resource, and the platform may accept. */

/** uids and names that stand for what samples refer to, where no platform is there to know them. */
export const anyWorld: World = {
  uids: Object.fromEntries(
    ["iam:Organization", "iam:Group", "iam:Identity", "iam:Role", "iam:IdentityProvider", "registry:Repo"].map(
      (type) => [type, ["root/a", "root/b"]],
    ),
  ),
  repoReferences: ["org/a", "org/b"],
};

/** Text as people write it; whole characters, for half of one cannot be sent. */
const text = fc.string({ unit: "grapheme", maxLength: 12 });
/** Keys of a map; `__proto__` is dropped from every answer, so it cannot be kept. */
const key = text.filter((name) => name !== "__proto__");
const name = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const digits = (least: number, most: number) => fc.integer({ min: least, max: most }).map(String);

/** An instant from tomorrow to the end of the century, or to a limit, on the millisecond, in one of the ways to write it. */
function instant({ maxDaysAhead }: StringType): fc.Arbitrary<string> {
  const tomorrow = Date.now() + DAY_MS;
  // A time with an offset of seven hours is that much later.
  const last = maxDaysAhead === undefined ? Date.parse("2099-01-01T00:00:00Z") : tomorrow + (maxDaysAhead - 3) * DAY_MS;
  return fc
    .tuple(
      fc.date({ min: new Date(tomorrow), max: new Date(last), noInvalidDate: true }),
      fc.constantFrom("Z", "+00:00", "-07:00", "000000Z"),
    )
    .map(([date, end]) => date.toISOString().replace("Z", end));
}

const DAY_MS = 24 * 60 * 60 * 1000;

function stringOf(world: World, type: StringType, field: Field | undefined): fc.Arbitrary<string> {
  if (field?.options.serverNormalized) return fc.constantFrom(...world.repoReferences);
  switch (type.format) {
    case "uid":
      return fc.constantFrom(...(world.uids[type.refersTo ?? ""] ?? []));
    case "timestamp":
      return instant(type);
    case "duration":
      return fc
        .tuple(
          fc.integer({ min: 1, max: type.maxSeconds === undefined ? 90 : 24 }),
          type.maxSeconds === undefined ? fc.constantFrom("h", "d", "m") : fc.constantFrom("h", "m"),
        )
        .map(([n, unit]) => `${n}${unit}`);
    case "https":
    case "sink":
      return fc.tuple(name, name).map(([host, path]) => `https://${host}.example.com/${path}`);
    case "digest":
      return fc.nat().map((n) => `sha256:${createHash("sha256").update(String(n)).digest("hex")}`);
    case "bytes":
      return fc.base64String({ maxLength: 12 });
    case "int64":
      return fc.oneof(fc.constantFrom("9007199254740993", "-9223372036854775808"), digits(-9, 9));
    case "account":
      return fc.nat().map((n) => String(n).padStart(12, "0"));
    default:
      return textOf(type);
  }
}

function textOf({ pattern, rule, known, isRe2 }: StringType): fc.Arbitrary<string> {
  if (isRe2) return name.map((text) => `^${text}.*$`);
  if (known !== undefined) return fc.constantFrom(...known);
  const form = pattern ?? rule?.pattern;
  if (form === undefined) return text;
  // The generator knows no lookahead.
  if (form.source.includes("(?!")) return digits(1, 9).map((n) => fitting(form, n));
  // A rule for prose excludes a few characters only.
  return form.test("Any prose: ü!") ? text.filter((value) => form.test(value)) : fc.stringMatching(form);
}

/** An address or a PEM block that fits a rule. */
const fitting = (form: RegExp, text: string): string =>
  [`https://${text}.example.com/`, ...pemsOf(text)].find((one) => form.test(one)) ??
  assert.fail(`nothing here fits ${form}`);

/** A value of a type, an empty one too. */
function anyOf(world: World, type: ValueType, field?: Field): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case "string":
      return stringOf(world, type, field);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.oneof(fc.constant(0), fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 }));
    case "enum":
      return fc.constantFrom(...withoutWarning(type));
    case "list":
      return listOf(world, type, field?.presence === "required");
    case "map":
      return mapOf(world, type);
    case "message":
      return messageOf(world, type.fields);
  }
}

/** Of a set, items may come twice, which says no more than once. The empty name of an enum, or of what is needed, is none. */
function listOf(world: World, { of, maxItems = 3 }: ListType, isNeeded: boolean): fc.Arbitrary<unknown[]> {
  const items = anyOf(world, of);
  const isName = of.kind === "enum" || (of.kind === "string" && isNeeded);
  return fc.array(isName ? items.filter((item) => !isEmpty(of, item)) : items, { maxLength: maxItems });
}

const mapOf = (world: World, { of, keys }: MapType): fc.Arbitrary<Values> =>
  fc.dictionary(keys === "int64" ? digits(0, 99) : key, anyOf(world, of), { maxKeys: 3, noNullPrototype: true });

const full = (world: World, field: Field): fc.Arbitrary<unknown> =>
  anyOf(world, field.type, field).filter((value) => !isEmpty(field.type, value));

/** Which members of a oneof are set: as many as it allows. */
function chosenOf({ given, members }: ReturnType<typeof oneofsIn>[number]): fc.Arbitrary<readonly string[]> {
  if (given === "exactly one") return fc.constantFrom(...members).map((member) => [member]);
  if (given === "at least one") return fc.subarray([...members], { minLength: 1 });
  return fc.subarray([...members], { maxLength: 1 });
}

function messageOf(world: World, fields: Fields): fc.Arbitrary<Values> {
  const oneofs = oneofsIn(fields);
  const members = oneofs.flatMap((oneof) => oneof.members);
  const values = inputFields(fields).map(([member, field]) => ({
    member,
    isRequired: isNeededAtFirst(field),
    any: anyOf(world, field.type, field),
    full: full(world, field),
  }));
  return fc.tuple(...oneofs.map(chosenOf)).chain((all) => {
    const chosen = all.flat();
    const given = values.filter(({ member }) => chosen.includes(member) || !members.includes(member));
    const needed = given.filter(({ member, isRequired }) => isRequired || chosen.includes(member));
    return fc.record(
      Object.fromEntries(given.map((value) => [value.member, needed.includes(value) ? value.full : value.any])),
      { requiredKeys: needed.map(({ member }) => member), noNullPrototype: true },
    );
  });
}

export const arbitraryInputs = (world: World, spec: ResourceSpec): fc.Arbitrary<Values> =>
  messageOf(world, spec.fields).map((values) => keepingRelations(spec, values));

/** Values without what they inherit from a source that they give, or what needs another that they do not give, and in the organization of their parent. */
function keepingRelations(spec: ResourceSpec, values: Values): Values {
  const [parent = ""] = parentField(spec) ?? [];
  const entries = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const field = spec.fields[name];
    const source = field && inheritedFrom(field.options);
    if (field !== undefined && isOwnOrganization(field)) return [[name, rootOf(String(values[parent]))]];
    const isInherited = source !== undefined && values[source] !== undefined;
    const needed = field?.options.needs;
    return isInherited || (needed !== undefined && values[needed] === undefined) ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** Two valid inputs of a resource, which have some fields in common. */
export const pairsOf = (world: World, spec: ResourceSpec): fc.Arbitrary<readonly [Values, Values]> =>
  fc
    .tuple(arbitraryInputs(world, spec), arbitraryInputs(world, spec), fc.func(fc.boolean()))
    .map(([one, other, isTaken]) => [
      one,
      keepingRelations(
        spec,
        mixed(spec.fields, one, other, (path) => isTaken(path)),
      ),
    ]);

/** Values of which some fields are taken from others. A oneof is taken whole, so that it stays one. */
function mixed(fields: Fields, one: Values, other: Values, isTaken: (path: string) => boolean, prefix = ""): Values {
  const entries = inputFields(fields).map(([member, { type, options }]): [string, unknown] => {
    const [mine, theirs] = [one[member], other[member]];
    const path = `${prefix}${options.oneof?.name ?? member}`;
    if (!isTaken(path)) return [member, mine];
    if (type.kind !== "message" || !isValues(mine) || !isValues(theirs)) return [member, theirs];
    return [member, mixed(type.fields, mine, theirs, isTaken, `${path}.`)];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Inputs of a resource and others that it can be updated to. */
export const updatesOf = (world: World, spec: ResourceSpec): fc.Arbitrary<readonly [Values, Values]> =>
  pairsOf(world, spec).map(([before, after]) => [
    before,
    keepingRelations(spec, withFixed(spec.fields, before, after)),
  ]);

/** Values as they can become by an update: what cannot be changed is as before. */
export function withFixed(fields: Fields, before: Values, after: Values): Values {
  const entries = inputFields(fields).map(([member, { type, options }]): [string, unknown] => {
    const [was, is] = [before[member], after[member]];
    if (options.parent || options.immutable) return [member, was];
    return [member, type.kind === "message" && isValues(was) && isValues(is) ? withFixed(type.fields, was, is) : is];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The same values with what has no order in another one: sets, and the keys of messages and maps. */
export function reordered(type: ValueType, value: unknown, turn: (items: unknown[]) => unknown[]): unknown {
  if (Array.isArray(value) && type.kind === "list") {
    const items = value.map((item) => reordered(type.of, item, turn));
    return type.ordered ? items : turn(items);
  }
  if (typeof value !== "object" || value === null || (type.kind !== "message" && type.kind !== "map")) return value;
  const entries = Object.entries(value).map(([member, item]): [string, unknown] => {
    const of = type.kind === "map" ? type.of : type.fields[member]?.type;
    return [member, of === undefined ? item : reordered(of, item, turn)];
  });
  return Object.fromEntries(turn(entries) as [string, unknown][]);
}
