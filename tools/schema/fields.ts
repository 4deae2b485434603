import type { Field, Fields, ValueType } from "../../src/description/spec/types";
import type { Comments } from "../types/comments";
import { commentIn, type Style, typeNameOf } from "../types/model";
import type { NamedTypes } from "./named-types";
import { descriptionOf, type ObjectSpec, objectSpec, type PropertySpec, type TypeSpec, valuesText } from "./spec";

/** Which fields of a declaration a value has, and which of them always. */
export interface Place extends Pick<Style, "has" | "isOptional" | "hasChoices"> {
  /** Whether a change of a field replaces the resource. */
  readonly replaces?: (field: Field) => boolean;
}

/** A message without fields: a map with nothing in it. */
const EMPTY: TypeSpec = { type: "object", additionalProperties: { type: "string" } };

/** Makes properties of the fields of declarations, and named types of the messages in them. */
export class Declared {
  constructor(private readonly types: NamedTypes) {}

  objectOf(fields: Fields, comments: Comments, place: Place): ObjectSpec {
    const present = Object.entries(fields).filter(([, field]) => place.has(field));
    const properties = present.map(([name, field]): [string, PropertySpec] => {
      const comment = commentIn(place, fields, [name, comments.of(name)]);
      return [
        name,
        {
          ...this.#typeOf(field.type, { name, field, comments }, nestedIn(place)),
          description: descriptionOf(`${comment}${valuesText(enumIn(field.type))}`),
          ...(field.options.secret ? { secret: true } : {}),
          ...(place.replaces?.(field) ? { willReplaceOnChanges: true } : {}),
        },
      ];
    });
    const required = present.filter(([, field]) => !place.isOptional(field)).map(([name]) => name);
    return objectSpec(Object.fromEntries(properties), required);
  }

  #typeOf(type: ValueType, at: At, place: Place): TypeSpec {
    switch (type.kind) {
      case "list":
        return { type: "array", items: this.#typeOf(type.of, at, place) };
      case "map":
        return { type: "object", additionalProperties: this.#typeOf(type.of, at, place) };
      case "message": {
        const { name, field, comments } = at;
        if (Object.keys(type.fields).length === 0) return EMPTY;
        const shape = this.objectOf(type.fields, comments.inside(name), place);
        const description = descriptionOf(comments.of(name));
        return this.types.add(typeNameOf(name, field), { description, type: "object", ...shape });
      }
      case "string":
        // Sizes in bytes. An integer has 32 bits in C# and Java.
        return { type: type.isNumber ? "number" : "string" };
      case "enum":
        // Not an enum of Pulumi, because pulumi import would print its members, which the npm package lacks.
        return { type: "string" };
      default:
        return { type: type.kind };
    }
  }
}

interface At {
  readonly name: string;
  readonly field: Field;
  readonly comments: Comments;
}

/** The same inside of a message. The comments are those of an input, so that inputs and outputs can share a type. */
const nestedIn = (place: Place): Place => ({
  ...place,
  hasChoices: true,
  replaces: ({ options }) => options.immutable === true,
});

function enumIn(type: ValueType): readonly string[] {
  if (type.kind === "list" || type.kind === "map") return enumIn(type.of);
  return type.kind === "enum" ? type.values : [];
}
