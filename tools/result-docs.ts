import { resources } from "../src/resources";
import { nameOf } from "../src/spec/resource";
import type { Fields } from "../src/spec/types";
import { writeGenerated } from "./generated-file";
import { type Enumeration, type Interface, Model } from "./types/model";
import { type Result, resultsIn, returned, types } from "./types/roots";

/** Writes docs/results.md from the declarations. The golden test fails when the page is out of date. */

let enumerations: Enumeration[] | undefined;

/** Every enum of the package. */
export function enumsOf(): Enumeration[] {
  enumerations ??= types().results.enumerations();
  return enumerations;
}

/** The values of an enum, as code. */
export const valuesText = ({ values }: Enumeration): string => values.map((value) => `\`${value}\``).join(", ");

const onOneLine = (text: string): string => text.replace(/\s+/g, " ");

/** The paths of the fields that a resource has and its result lacks, except for its parent. */
const lacking = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.options.parent) return [];
    if (!returned.has(field)) return [`\`${name}\``];
    return field.type.kind === "message" ? lacking(field.type.fields).map((path) => `\`${name}.${path.slice(1)}`) : [];
  });

/** A row for the result of a resource. Its fields are in the reference of resources. */
function resourceRow({ from, name }: Result): string {
  const spec = resources[from];
  if (spec === undefined) return "";
  const kind = nameOf(spec);
  return `| \`${name}\` | [${kind}](resources.md#${kind.toLowerCase()}) | ${lacking(spec.fields).join(", ")} |`;
}

/** The fields of a result, one per line, with links to the named types in their types. */
function fieldLines({ base, members }: Interface, links: ReadonlyMap<string, string>): string {
  const linked = (type: string) =>
    type.replaceAll("<", "\\<").replace(/\w+/g, (word) => (links.has(word) ? `[${word}](${links.get(word)})` : word));
  return [
    ...(base === undefined ? [] : ["- `uid`, `parentUid` (string): uids of the object and of its parent."]),
    ...members.map(({ name, type, comment }) => `- \`${name}\` (${linked(type)}): ${onOneLine(comment)}`),
  ].join("\n");
}

/** The text of docs/results.md. */
export function resultDocs(): string {
  const model = new Model();
  const others = resultsIn().filter(({ from }) => resources[from] === undefined);
  for (const { name, comment, isObject, fields, comments } of others) {
    model.add(isObject ? { name, comment, base: "Entity" } : { name, comment }, fields, comments, returned);
  }
  const links = new Map([
    ...model.interfaces().map(({ name }): [string, string] => [name, `#${name.toLowerCase()}`]),
    ...model.enumerations().map(({ name }): [string, string] => [name, "#enums"]),
  ]);
  return `${[
    "# Results of lookups",
    "`npm run docs` generates this page from the declarations. [Lookups](lookups.md) lists the functions. An empty field may be missing.",
    "## Results with the fields of a resource",
    "`getGroup` returns a `GroupResult`, and `getGroups` returns a list of them. Such a result has `uid`, `parentUid`, and the inputs" +
      " and outputs of its resource, without those in the last column. 64-bit integers are numbers.",
    ["| result | resource | without |", "|---|---|---|", ...resultsIn().map(resourceRow).filter(Boolean)].join("\n"),
    ...model.interfaces().flatMap((shape) => [`## ${shape.name}`, shape.comment, fieldLines(shape, links)]),
    "## Enums",
    "The first value means that the field is not set.",
    model
      .enumerations()
      .map((enumeration) => `- \`${enumeration.name}\`: ${valuesText(enumeration)}`)
      .join("\n"),
  ].join("\n\n")}\n`;
}

/** Writes docs/results.md. */
export const write = (): void => writeGenerated("docs/results.md", resultDocs());
