import { pluralOf } from "../../../description/spec/resource";
import { markdownText } from "../../output/markdown";
import { plain } from "../../output/text";
import type { Property } from "./code/expression";
import { dashed } from "./code/names";
import { newResource } from "./code/statement";
import type { ByHand, LeftOut } from "./judge";
import type { Wanted } from "./program/plan";
import { propertiesOf, type Refer } from "./program/properties";
import { requiredSecret, SET_SECRETS_LINE } from "./secrets";

/** Name of the page about objects that were not imported. */
export const NOT_IMPORTED = "NOT-IMPORTED.md";

/** What the page looks up: names of objects, how the program writes references, and keys of the stack's config. */
type Lookups = Pick<Wanted, "directory" | "protect"> & {
  readonly referFrom: (byHand: ByHand) => Refer;
  /** The key of the secret that an object needs. */
  readonly keyOf: (leftOut: LeftOut) => string | undefined;
};

/** Returns the page about objects that cannot be taken over, with the remedy for each. Each import rewrites it. */
export function notImportedPage(leftOut: readonly LeftOut[], lookups: Lookups): string {
  const intro =
    "Each `pulumi-platform import` rewrites this page. These objects are on the platform, but not in the program.";
  if (leftOut.length === 0) return `# Not imported\n\nThe program has everything that was found.\n`;
  const kinds = [...new Set(leftOut.map(({ spec }) => spec))];
  const parts = kinds.flatMap((spec) => [
    `## ${pluralOf(spec)}`,
    ...leftOut.filter((one) => one.spec === spec).map((one) => entryOf(one, lookups)),
  ]);
  return `${["# Not imported", intro, ...parts].join("\n\n")}\n`;
}

function entryOf(leftOut: LeftOut, lookups: Lookups): string {
  const { object, reason, remedy, byHand } = leftOut;
  const path = markdownText(plain(lookups.directory.pathOf(object).join("/")));
  const head = `### ${path}\n\nuid \`${plain(object.uid)}\`: ${markdownText(plain(reason))}.\n\n`;
  if (byHand === undefined) return head + remedy;
  const run = `Run ${SET_SECRETS_LINE}, which asks for the ${byHand.secret.join(".")}.`;
  return `${head}${run} ${remedy}\n\n${fenced("ts", linesByHand(byHand, leftOut, lookups))}`;
}

/** The lines to add to the program. */
export function linesByHand(byHand: ByHand, leftOut: LeftOut, lookups: Lookups): string {
  const { directory, keyOf, referFrom, protect } = lookups;
  const { spec, inputs, secret } = byHand;
  const properties = propertiesOf(spec.fields, inputs, referFrom(byHand));
  const uid: Property = { name: "adoptUid", value: { kind: "text", value: String(inputs.adoptUid) } };
  const statement = newResource({
    spec,
    name: dashed(directory.labelOf(leftOut.object)) || "imported",
    inputs: [...withSecret(properties, secret, keyOf(leftOut) ?? ""), uid],
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
