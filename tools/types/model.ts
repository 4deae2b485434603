import type { EnumType, Field, Fields, ValueType } from "../../src/description/spec/types";
import { type Choice, choicesIn, withChoice } from "./choices";
import type { Comments } from "./comments";
import { withStaff } from "./staff";

export interface Member {
  readonly name: string;
  readonly comment: string;
  readonly isOptional: boolean;
  /** In TypeScript. */
  readonly type: string;
}

export interface Interface {
  readonly name: string;
  readonly comment: string;
  readonly base?: string;
  readonly members: readonly Member[];
  /** Members that exclude each other, or of which one is needed. */
  readonly choices?: readonly Choice[];
}

/** A named union of an enum's values. */
export interface Enumeration {
  readonly name: string;
  readonly comment: string;
  readonly values: readonly string[];
}

/** How the values of one place are typed: arguments, what is recorded, or what is returned. */
export interface Style {
  /** Ends the names of nested interfaces. */
  readonly suffix: string;
  /** The style whose interface serves where both have the same members, or one has more. */
  readonly sameAs?: Style;
  readonly has: (field: Field) => boolean;
  readonly isOptional: (field: Field) => boolean;
  readonly optional?: (type: string) => string;
  /** Whether a choice among fields is part of the type, and of the comment of each. */
  readonly hasChoices?: true;
  /** The type of a value, of a part of a list or a map too; a "choice" is a message with choices. */
  readonly value: (type: string, kind: ValueType["kind"] | "choice") => string;
  readonly int64: "string" | "number";
}

/** `OverlayKey` for `runtimeKeyring`, if it says so; else `SyncConfig` for `syncConfig`, and `Severity` for `severities`. */
export function typeNameOf(name: string, { options, type }: Field): string {
  if (options.typeName !== undefined) return options.typeName;
  const one = type.kind === "list" ? name.replace(/ies$/, "y").replace(/s$/, "") : name;
  return one.charAt(0).toUpperCase() + one.slice(1);
}

/** Named types, each once. Throws where two differ in more than the comment and have one name. */
export class Model {
  readonly #interfaces = new Map<string, Interface>();
  /** The fields that hold a nested interface, with their comments. */
  readonly #places = new Map<string, Map<string, string>>();
  readonly #enumerations = new Map<string, Enumeration>();

  /** The interfaces, nested ones before those that they are in. */
  interfaces(): Interface[] {
    return [...this.#interfaces.values()].map((shape) => {
      const places = [...(this.#places.get(shape.name) ?? [])];
      const [first, ...others] = [...new Set(places.map(([, comment]) => comment))];
      const names = `Value of ${places.map(([name]) => `\`${name}\``).join(", ")}.`;
      return { ...shape, comment: shape.comment || (others.length === 0 ? first : undefined) || names };
    });
  }

  enumerations(): Enumeration[] {
    return [...this.#enumerations.values()];
  }

  /** Adds the interface of fields, with those of the messages in it, which come first. */
  add(shape: Pick<Interface, "name" | "comment" | "base">, fields: Fields, comments: Comments, style: Style): void {
    this.put({ ...shape, members: this.membersOf(fields, comments, style) });
  }

  /** The members of fields. Adds the interfaces of the messages in them. */
  membersOf(fields: Fields, comments: Comments, style: Style): Member[] {
    return Object.entries(fields)
      .filter(([, field]) => style.has(field))
      .map(([name, field]) => {
        const named = { name, typeName: typeNameOf(name, field) };
        const [value, isOptional] = [this.#typeOf(field.type, named, comments, style), style.isOptional(field)];
        const type = isOptional && style.optional ? style.optional(value) : value;
        return { name, comment: commentIn(style, fields, [name, comments.of(name)]), isOptional, type };
      });
  }

  #typeOf(type: ValueType, named: Named, comments: Comments, style: Style): string {
    const partOf = (of: ValueType) => this.#typeOf(of, named, comments, style);
    const { value } = style;
    switch (type.kind) {
      case "list":
        return value(`${partOf(type.of)}[]`, "list");
      case "map":
        return value(`Record<string, ${partOf(type.of)}>`, "map");
      case "message":
        return value(
          this.#messageName(type.fields, named, comments, style),
          style.hasChoices && typedChoices(type.fields).length > 0 ? "choice" : "message",
        );
      case "enum":
        return value(this.#enumName(type, named), "enum");
      case "string":
        return value(type.isNumber ? style.int64 : type.orNumber ? "string | number" : "string", "string");
      default:
        return value(type.kind === "integer" ? "number" : "boolean", type.kind);
    }
  }

  #messageName(fields: Fields, { name, typeName }: Named, outer: Comments, style: Style): string {
    if (Object.keys(fields).length === 0) return "object";
    const [comment, comments] = [outer.of(name), outer.inside(name)];
    const same = style.sameAs;
    const members = this.membersOf(fields, comments, style);
    const other = same === undefined ? [] : new Model().membersOf(fields, comments, same);
    const { suffix } = equal(members, other) ? (same ?? style) : style;
    const base = `${typeName}${same?.suffix}`;
    const own = members.filter((member) => !other.some((one) => equal(one, member)));
    if (own.length === 0 && members.length < other.length)
      return `Pick<${base}, ${members.map((member) => JSON.stringify(member.name)).join(" | ")}>`;
    const isMore = other.length > 0 && own.length > 0 && other.length + own.length === members.length;
    this.put({
      name: typeName + suffix,
      comment: "",
      ...(isMore ? { base, members: own } : { members }),
      ...(style.hasChoices ? { choices: typedChoices(fields) } : {}),
    });
    const places = this.#places.get(typeName + suffix) ?? new Map<string, string>();
    this.#places.set(typeName + suffix, places.set(name, comment));
    return typeName + suffix;
  }

  #enumName({ values }: EnumType, { name, typeName }: Named): string {
    const known = this.#enumerations.get(typeName);
    if (known !== undefined && !equal(known.values, values)) throw ambiguous(typeName);
    if (known === undefined) {
      const comment = `Values of \`${name}\`, by the names that the API has for them; the first means "not set".`;
      this.#enumerations.set(typeName, { name: typeName, comment, values });
    }
    return typeName;
  }

  put(shape: Interface): void {
    const known = this.#interfaces.get(shape.name);
    if (known === undefined) this.#interfaces.set(shape.name, shape);
    else if (!equal(known.members, shape.members)) throw ambiguous(shape.name);
  }
}

/**
 * Returns the choices that a type expresses. A choice without a required member is only in the comment. Otherwise an editor
 * could not select an alternative, and would show no comment at all.
 */
export const typedChoices = (fields: Fields): Choice[] =>
  choicesIn(fields).filter(({ given }) => given === "exactly one");

interface Named {
  readonly name: string;
  readonly typeName: string;
}

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const ambiguous = (name: string): Error =>
  new Error(`two types that differ would be called ${name}: give one of their fields the option typeName`);

/** The comment of one of some fields, with what an input's says of choices and of the platform's staff. */
export function commentIn(
  style: Pick<Style, "hasChoices">,
  fields: Fields,
  [name, comment]: readonly [name: string, comment: string],
): string {
  const field = fields[name];
  const own = style.hasChoices ? withChoice(comment, fields, name) : withoutDefault(comment);
  return field !== undefined && (style.hasChoices || field.presence === "computed") ? withStaff(own, field) : own;
}

/** Returns the comment of a result without the default of the input, because a result has a value. */
const withoutDefault = (comment: string): string => comment.replace(/ Default: [^.]*\./, "");
