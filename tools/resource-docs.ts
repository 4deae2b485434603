import { resources } from "../src/description/resources";
import {
  isImmutable,
  isUnique,
  keyFields,
  nameOf,
  parentField,
  type ResourceSpec,
} from "../src/description/spec/resource";
import type { Field, Fields, ValueType } from "../src/description/spec/types";
import { capabilityDocs } from "./capability-docs";
import { componentDocs } from "./component-docs";
import { writeGenerated } from "./generated-file";
import { choicesIn, choiceText } from "./types/choices";
import { classDocs } from "./types/classes";
import type { Comments } from "./types/comments";
import { declarationOf, isFilledIn, types } from "./types/roots";
import { withStaff } from "./types/staff";

/** Writes docs/resources.md from the specs and their doc comments. A test fails when the page is out of date. */

/** Of an enum with more values, the page has only the name of its type. */
const SHOWN_VALUES = 20;

const enumName = (values: readonly string[]): string =>
  `\`${
    types()
      .results.enumerations()
      .find((one) => one.values.join() === values.join())?.name
  }\``;

function typeText(type: ValueType): string {
  switch (type.kind) {
    case "string":
      return type.refersTo === undefined ? (type.format ?? "string") : `uid of ${type.refersTo.replace(/^.*:/, "")}`;
    case "enum":
      return type.values.length > SHOWN_VALUES
        ? enumName(type.values)
        : type.values
            .slice(1)
            .map((value) => `\`${value}\``)
            .join(", ");
    case "list":
      return `${type.ordered ? "list" : "set"} of ${typeText(type.of)}`;
    case "map":
      return `map of ${typeText(type.of)}`;
    case "message":
      return "object";
    default:
      return type.kind;
  }
}

/** The fields that a value of a type holds, through lists and maps. */
const fieldsIn = (type: ValueType): Fields | undefined =>
  type.kind === "message" ? type.fields : type.kind === "list" || type.kind === "map" ? fieldsIn(type.of) : undefined;

const choiceTexts = (fields: Fields): string[] => choicesIn(fields).map(choiceText);

function lines(
  fields: Fields,
  spec: ResourceSpec,
  comments: Comments,
  wanted: (field: Field) => boolean,
  prefix = "",
): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!wanted(field) || field.options.copied) return [];
    const path = prefix + name;
    const { presence, type, options } = field;
    const marks = [
      ...(presence === "required" && !(prefix === "" && isFilledIn(fields, name)) ? ["required"] : []),
      ...(isImmutable(spec, field) && presence !== "computed" ? ["replaces"] : []),
      ...(options.secret ? ["secret"] : []),
    ];
    const inner = fieldsIn(type);
    const choices = inner === undefined || presence === "computed" ? [] : choiceTexts(inner);
    const comment = [withStaff(comments.of(name), field), ...choices].join(" ").replace(/\s+/g, " ");
    return [
      `- \`${path}\` (${[typeText(type), ...marks].join(", ")}): ${comment}`,
      ...(inner === undefined ? [] : lines(inner, spec, comments.inside(name), wanted, `${path}.`)),
    ];
  });
}

/** How to adopt an existing object, if `adoptUid` alone is not enough or has no effect. */
function adoptLines(spec: ResourceSpec): string[] {
  if (Object.values(spec.fields).some(({ options }) => options.returned === "once") && spec.lifecycle === undefined) {
    return ["An existing one cannot be adopted, because the platform returns its code only once."];
  }
  if (spec.lifecycle === "scimToken") {
    return ["`adoptUid` with the uid of the identity provider takes over its live token, and creates another one."];
  }
  if (spec.lifecycle === "acceptance") return ["Accepting terms again changes nothing, so `adoptUid` is not needed."];
  const [parent = ""] = parentField(spec) ?? [];
  return spec.uidIsParents ? [`\`adoptUid\` is the same as \`${parent}\`.`] : [];
}

function keyLine(spec: ResourceSpec): string {
  const key = keyFields(spec).map(([name]) => `\`${name}\``);
  if (key.length > 0) return `Key: ${key.join(", ")}.`;
  return isUnique(spec) ? "Key: none. A parent has at most one." : "Key: none. A parent may have any number.";
}

function section(spec: ResourceSpec, docs: Map<string, { text: string; example: string }>): string {
  const name = nameOf(spec);
  const { text = "", example = "" } = docs.get(name) ?? {};
  const { comments } = declarationOf(spec.type);
  return [
    `## ${name}`,
    text,
    `\`\`\`ts\n${example}\n\`\`\``,
    [keyLine(spec), ...adoptLines(spec)].join(" "),
    ["**Inputs**", ...choiceTexts(spec.fields)].join(" "),
    lines(spec.fields, spec, comments, ({ presence }) => presence !== "computed").join("\n"),
    ...outputsText(outputs(spec, comments)),
  ].join("\n\n");
}

const outputsText = (own: readonly string[]): string[] => (own.length === 0 ? [] : ["**Outputs**", own.join("\n")]);

/** Outputs at the top, with all that is in them, and computed values inside of inputs. */
function outputs(spec: ResourceSpec, comments: Comments): string[] {
  const top = Object.fromEntries(Object.entries(spec.fields).filter(([, { presence }]) => presence === "computed"));
  const own = lines(top, spec, comments, () => true);
  const inside = Object.entries(spec.fields).flatMap(([name, { type, presence }]) =>
    presence !== "computed" && type.kind === "message"
      ? lines(type.fields, spec, comments.inside(name), (field) => field.presence === "computed", `${name}.`)
      : [],
  );
  return [...own, ...inside];
}

const ADOPT = 'To adopt an existing object, give `adoptUid: "<uid>"`. The object must have the same parent and key.';

/** What the words in parentheses mean, and what all resources have in common. */
const LEGEND = `Each input may be an Output, as a whole or in its parts. Outputs are the inputs, \`id\` (the uid), and those listed. In parentheses:

- *required*: you must give the input.
- *replaces*: a change replaces the object. Other changes update it in place.
- *secret*: encrypted in the state and never shown.
- string, boolean, integer: as in TypeScript. An integer has 32 bits.
- uid of …: the \`id\` of such a resource, or the \`uid\` that a lookup returns.
- timestamp: a time in UTC, \`2026-01-31T12:00:00Z\` (RFC 3339).
- duration: \`24h\`, \`7d\`, \`90m\`, \`45s\` or \`3600s\`.
- https: an https URL without user information.
- sink: an https URL of a public host, which the platform calls.
- digest: \`sha256:\` and 64 hex digits.
- int64: a string with a 64-bit integer.
- account: a cloud account number of twelve digits.
- list of …, set of …: an array. A set has no order.
- map of …: an object with your own keys.
- object: an object with the fields listed below it.
- \`A\`, \`B\`: one of these values.
- \`Capability\`: a type of this package. The editor shows its values.

The *key* identifies an object under its parent. A create searches for an existing object by parent and key.
${ADOPT}`;

function resourceDocs(): string {
  const docs = classDocs();
  const sections = [...Object.values(resources).map((spec) => section(spec, docs)), componentDocs(), capabilityDocs()];
  const head = "In the examples, names without a declaration stand for uids.";
  return `${["# Resources", head, LEGEND, ...sections].join("\n\n")}\n`;
}

export const write = (): void => writeGenerated("docs/resources.md", resourceDocs());
