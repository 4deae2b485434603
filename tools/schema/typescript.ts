import ts from "typescript";
import type { NamedTypes } from "./named-types";
import { descriptionOf, type ObjectSpec, objectSpec, type PropertySpec, type TypeSpec, valuesText } from "./spec";

/** Makes properties and types of what the compiler knows of a signature. */
export class TypeReader {
  constructor(
    readonly checker: ts.TypeChecker,
    readonly types: NamedTypes,
  ) {}

  /**
   * The properties of an object, or of one of some objects, by name: the compiler's own order may change. One that any of the objects
   * lacks is not required.
   */
  objectOf(type: ts.Type): ObjectSpec {
    const shapes = type.isUnion() ? type.types : [type];
    const members = new Map<string, ts.Symbol[]>();
    for (const shape of shapes) {
      for (const member of this.checker.getPropertiesOfType(shape)) {
        if (this.#isGiven(member)) members.set(member.name, [...(members.get(member.name) ?? []), member]);
      }
    }
    const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
    const properties = sorted.map(([name, found]): [string, PropertySpec] => [name, this.#property(name, found)]);
    const isRequired = (found: readonly ts.Symbol[]) =>
      found.length === shapes.length && found.every(({ flags }) => !(flags & ts.SymbolFlags.Optional));
    return objectSpec(
      Object.fromEntries(properties),
      sorted.filter(([, found]) => isRequired(found)).map(([name]) => name),
    );
  }

  /** Whether a member is more than the note that it must be left out. */
  #isGiven(member: ts.Symbol): boolean {
    return !(this.#valueOf(member).flags & (ts.TypeFlags.Never | ts.TypeFlags.Undefined));
  }

  #valueOf(member: ts.Symbol): ts.Type {
    return this.checker.getNonNullableType(this.checker.getTypeOfSymbol(member));
  }

  /** A property of the members of one name, which have one type and may have several comments. */
  #property(name: string, members: readonly ts.Symbol[]): PropertySpec {
    const [found, ...others] = members.map((member) => this.typeOf(this.#valueOf(member), name));
    if (found === undefined || others.some((other) => JSON.stringify(other) !== JSON.stringify(found))) {
      throw new Error(`${name} has several types`);
    }
    // An integer has 32 bits in C# and Java, so it ends at 2 GiB.
    const type: TypeSpec =
      "type" in found && found.type === "integer" && /size/i.test(name) ? { type: "number" } : found;
    const comments = members.map((member) => ts.displayPartsToString(member.getDocumentationComment(this.checker)));
    const values = new Set(members.flatMap((member) => this.#literalsIn(this.#valueOf(member))));
    const description = [...new Set(comments.map(descriptionOf))].sort().join(" Or: ");
    return { ...type, description: `${description}${valuesText([...values].sort())}` };
  }

  /** Returns the texts that a value, or an item of a list, may be. Returns an empty list if any text is allowed. */
  #literalsIn(type: ts.Type): string[] {
    if (type.isStringLiteral()) return [type.value];
    if (type.isUnion()) return type.types.flatMap((part) => this.#literalsIn(part));
    return this.checker.isArrayType(type) ? this.#itemOf(type).flatMap((item) => this.#literalsIn(item)) : [];
  }

  #itemOf(type: ts.Type): readonly ts.Type[] {
    return this.checker.getTypeArguments(type as ts.TypeReference); // An array is a reference to Array<T>.
  }

  /** The type of a value of some name. An interface without a named type gets one. */
  typeOf(type: ts.Type, name: string): TypeSpec {
    const { checker } = this;
    if (isAll(type, ts.TypeFlags.BooleanLike)) return { type: "boolean" };
    if (isAll(type, ts.TypeFlags.NumberLike)) return { type: "integer" };
    // A duration is text, and may be given as a number to JavaScript.
    if (isAll(type, ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) return { type: "string" };
    const [item] = checker.isArrayType(type) ? this.#itemOf(type) : [];
    if (item !== undefined) return { type: "array", items: this.typeOf(item, name.replace(/s$/, "")) };
    const symbol = type.getSymbol();
    const own = symbol === undefined || symbol.name.startsWith("__") ? undefined : symbol.name;
    if (own !== undefined && this.types.has(own)) return this.types.reference(own);
    const comment = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
    return this.types.add(own ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`, {
      description: descriptionOf(comment) || `Value of \`${name}\`.`,
      type: "object",
      ...this.objectOf(type),
    });
  }
}

/** Whether a type, or all of a union, has one of some flags. */
const isAll = (type: ts.Type, flags: ts.TypeFlags): boolean =>
  (type.isUnion() ? type.types : [type]).every((part) => (part.flags & flags) !== 0);
