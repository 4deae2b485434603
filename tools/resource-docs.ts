import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "../src/resources";
import { isImmutable, isUnique, keyFields, nameOf, parentField, type ResourceSpec } from "../src/spec/resource";
import type { Field, Fields, ValueType } from "../src/spec/types";
import { capabilityDocs } from "./capability-docs";
import { componentDocs } from "./component-docs";
import { enumSection, enumsOf } from "./result-docs";
import { withChoice } from "./types/choices";
import { classDocs } from "./types/classes";
import type { Comments } from "./types/comments";
import { declarationOf } from "./types/roots";
import { withStaff } from "./types/staff";

/** Writes docs/resources.md from the specs and their doc comments; the golden test says when it is stale. */

const root = join(__dirname, "..");
const target = join(root, "docs", "resources.md");

/** An enum of more values has a section of its own. */
const SHOWN_VALUES = 10;

const linkTo = (name: string): string => `[${name}](#${name.toLowerCase()})`;

function typeText(type: ValueType): string {
  switch (type.kind) {
    case "string":
      return type.refersTo === undefined ? (type.format ?? "string") : `uid of ${type.refersTo.replace(/^.*:/, "")}`;
    case "enum":
      return type.values.length > SHOWN_VALUES
        ? linkTo(enumsOf().find(({ values }) => values.join() === type.values.join())?.name ?? "enum")
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

function rows(
  fields: Fields,
  spec: ResourceSpec,
  comments: Comments,
  wanted: (field: Field) => boolean,
  prefix = "",
): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!wanted(field)) return [];
    const path = prefix + name;
    const { presence, type, options } = field;
    const marks = [
      presence === "required" ? "required" : "",
      isImmutable(spec, field) && presence !== "computed" ? "replaces" : "",
      options.secret ? "secret" : "",
    ].filter((mark) => mark !== "");
    const own = comments.of(name);
    const comment = withStaff(presence === "computed" ? own : withChoice(own, fields, name), field)
      .replace(/\s+/g, " ")
      .replaceAll("|", "\\|");
    const inner = fieldsIn(type);
    return [
      `| \`${path}\` | ${typeText(type)} | ${marks.join(", ")} | ${comment} |`,
      ...(inner === undefined ? [] : rows(inner, spec, comments.inside(name), wanted, `${path}.`)),
    ];
  });
}

const HEAD = ["| name | type | | |", "|---|---|---|---|"];

function adoptLine(spec: ResourceSpec): string {
  if (Object.values(spec.fields).some(({ options }) => options.returnedOnce) && spec.lifecycle === undefined) {
    return "An existing one cannot be adopted, because its code is returned only once.";
  }
  if (spec.lifecycle === "scimToken")
    return "`adoptUid` with the identity provider's uid takes over one that has a live token, and makes another token.";
  if (spec.lifecycle === "acceptance")
    return "Accepting what is accepted already changes nothing, so there is nothing to adopt.";
  const [parent = ""] = parentField(spec) ?? [];
  if (spec.isRootOf !== undefined)
    // advice: adopt-uid
    return 'To adopt an existing one, give `adoptUid: "<uid>"`; it must be a root with the same name.';
  // advice: adopt-uid
  return `To adopt an existing one, give \`adoptUid: "<uid>"\`${spec.uidIsParents ? ` (the same as \`${parent}\`)` : ""}; it must have the same parent${Object.values(spec.fields).some(({ options }) => options.key) ? " and key" : ""}.`;
}

/** By what an existing object is found, which a create looks for first. */
function keyLine(spec: ResourceSpec): string {
  const key = keyFields(spec).map(([name]) => `\`${name}\``);
  if (key.length > 0) return `Key: ${key.join(", ")}.`;
  return isUnique(spec) ? "Key: none; a parent has one at most." : "Key: none; a parent may have any number.";
}

/** Inputs whose change replaces a resource. */
const replacing = (spec: ResourceSpec): string[] =>
  Object.entries(spec.fields).flatMap(([name, field]) =>
    field.presence !== "computed" && isImmutable(spec, field) ? [`\`${name}\``] : [],
  );

function section(spec: ResourceSpec, docs: Map<string, { text: string; example: string }>): string {
  const name = nameOf(spec);
  const { text = "", example = "" } = docs.get(name) ?? {};
  const { comments } = declarationOf(spec.type);
  const replaced =
    spec.update === "never"
      ? "A change of any input replaces it."
      : replacing(spec).length === 0
        ? "Everything is updated in place."
        : `A change of ${replacing(spec).join(" or ")} replaces it; everything else is updated in place.`;
  return [
    `## ${name}`,
    text,
    `\`\`\`ts\n${example}\n\`\`\``,
    `${keyLine(spec)} ${replaced} ${adoptLine(spec)}`,
    ["**Inputs**", "", ...HEAD, ...rows(spec.fields, spec, comments, ({ presence }) => presence !== "computed")].join(
      "\n",
    ),
    outputsText(outputs(spec, comments)),
  ].join("\n\n");
}

/** The table of outputs, where there are any of its own. */
const outputsText = (own: readonly string[]): string =>
  own.length === 0
    ? "**Outputs**: the inputs, and `id`, the uid. There are no others."
    : ["**Outputs**, beside the inputs and `id`, the uid", "", ...HEAD, ...own].join("\n");

/** Outputs at the top, with all that is in them, and computed values inside of inputs. */
function outputs(spec: ResourceSpec, comments: Comments): string[] {
  const top = Object.fromEntries(Object.entries(spec.fields).filter(([, { presence }]) => presence === "computed"));
  const own = rows(top, spec, comments, () => true);
  const inside = Object.entries(spec.fields).flatMap(([name, { type, presence }]) =>
    presence !== "computed" && type.kind === "message"
      ? rows(type.fields, spec, comments.inside(name), (field) => field.presence === "computed", `${name}.`)
      : [],
  );
  return [...own, ...inside];
}

/** What the words in the column of types mean. */
const LEGEND = `| type | what it is |
|---|---|
| string, boolean, integer | as in TypeScript; an integer has 32 bits |
| uid of … | the uid of such an object: the \`id\` of a resource, or the \`uid\` that a lookup returns |
| timestamp | a time in UTC by RFC 3339, \`2026-01-31T12:00:00Z\` |
| duration | \`24h\`, \`7d\`, \`90m\`, \`45s\`, or seconds, \`3600s\` |
| https | an https URL without user information |
| sink | an https URL of a public host, for the platform to call |
| digest | \`sha256:\` and 64 hex digits |
| int64 | a 64-bit integer as decimal digits, in a string |
| account | a cloud account number of twelve digits |
| list of …, set of … | an array; of a set, the order means nothing |
| map of … | an object whose keys are yours |
| object | an object whose fields follow in the table |
| a name with a link | an enum with many values, listed at the end |
| \`A\`, \`B\` | one of these texts |

*required* inputs have to be given. A change of one that *replaces* makes a new object in place of the old one. A *secret* is
encrypted in the state and shown nowhere. Each input may be an Output, as a whole and in its parts.

The *key* identifies an object under its parent. A create finds an object that exists by parent and key; with another key it makes
another one.`;

/** The text of docs/resources.md. */
export function resourceDocs(): string {
  const docs = classDocs();
  const sections = [...Object.values(resources).map((spec) => section(spec, docs)), componentDocs(), capabilityDocs()];
  const enums = enumsOf().filter(({ name }) => sections.some((text) => text.includes(linkTo(name))));
  const head = "Made from the specs in `src/resources` by `npm run docs`.";
  const names = "Names in examples that are not declared there stand for uids.";
  return `${["# Resources", head, names, LEGEND, ...sections, ...enums.map(enumSection)].join("\n\n")}\n`;
}

if (require.main === module) writeFileSync(target, resourceDocs());
