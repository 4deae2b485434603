import { pluralOf } from "../../../description/spec/resource";
import type { Directory } from "../../organization/directory";
import { markdownText } from "../../output/markdown";
import { plain } from "../../output/text";
import type { Property } from "./code/expression";
import { dashed, kindInWords } from "./code/names";
import { newResource } from "./code/statement";
import type { LeftOut } from "./judge";
import type { Wanted } from "./program/plan";
import { propertiesOf } from "./program/properties";
import { referByUid } from "./program/refer";
import { type AskedSecret, requiredSecret, SET_SECRETS_LINE, secretKey } from "./secrets";

export const NOT_IMPORTED = "NOT-IMPORTED.md";

type Lookups = Pick<Wanted, "directory" | "protect">;

/** Returns the page about objects that cannot be taken over, with the remedy for each. Each import rewrites it. */
export function notImportedPage(leftOut: readonly LeftOut[], lookups: Lookups): string {
  const intro =
    "Each `pulumi-platform import` rewrites this page. These objects are on the platform, but not in the program.";
  if (leftOut.length === 0) return `# Not imported\n\nThe program has everything that was found.\n`;
  const kinds = [...new Set(leftOut.map(({ object }) => object.spec))];
  const parts = kinds.flatMap((spec) => [
    `## ${pluralOf(spec)}`,
    ...leftOut.filter(({ object }) => object.spec === spec).map((one) => entryOf(one, lookups)),
  ]);
  return `${["# Not imported", intro, ...parts].join("\n\n")}\n`;
}

function entryOf(leftOut: LeftOut, lookups: Lookups): string {
  const { object, reason, remedy, byHand } = leftOut;
  const path = markdownText(plain(lookups.directory.pathOf(object).join("/")));
  const head = `### ${path}\n\nuid \`${plain(object.uid)}\`: ${markdownText(plain(reason))}.\n\n`;
  if (byHand === undefined) return head + remedy;
  const run = `Run ${SET_SECRETS_LINE}, which asks for the ${byHand.secret.join(".")}.`;
  return `${head}${run} ${remedy}\n\n${fenced("ts", linesByHand(leftOut, lookups) ?? "")}`;
}

/** The secret that an object needs and the platform never returns. Undefined if it needs none. */
export function askedSecret({ object, byHand }: LeftOut, directory: Directory): AskedSecret | undefined {
  const name = byHand?.secret.at(-1);
  if (name === undefined) return undefined;
  const prompt = `${name} of the ${kindInWords(object.spec)} "${directory.pathOf(object).join("/")}"`;
  return { key: secretKey(object, directory.labelOf(object), name), prompt };
}

/** The lines to add to the program, which refer to other objects by uid. Undefined if no lines can declare the object. */
export function linesByHand(leftOut: LeftOut, { directory, protect }: Lookups): string | undefined {
  const { object, byHand } = leftOut;
  const asked = askedSecret(leftOut, directory);
  if (byHand === undefined || asked === undefined) return undefined;
  const properties = propertiesOf(object.spec.fields, byHand.inputs, referByUid(directory));
  const uid: Property = { name: "adoptUid", value: { kind: "text", value: object.uid } };
  const statement = newResource({
    spec: object.spec,
    name: dashed(directory.labelOf(object)) || "imported",
    inputs: [...withSecret(properties, byHand.secret, asked.key), uid],
    protect,
  });
  return `// Add this at the top if it is missing: import * as pulumi from "@pulumi/pulumi";\n${statement}`;
}

function withSecret(properties: readonly Property[], [name = "", ...rest]: readonly string[], key: string): Property[] {
  if (rest.length === 0) return [...properties, { name, value: requiredSecret(key) }];
  return properties.map((property) =>
    property.name === name && property.value.kind === "object"
      ? { ...property, value: { kind: "object", entries: withSecret(property.value.entries, rest, key) } }
      : property,
  );
}

function fenced(language: string, text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = "`".repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return `${fence}${language}\n${text}\n${fence}`;
}
