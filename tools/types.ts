import { formatted } from "./formatted";
import { writeGenerated } from "./generated-file";
import type { Choice } from "./types/choices";
import type { Enumeration, Interface, Member, Model } from "./types/model";
import { types } from "./types/roots";

/**
 * Writes the named types of the package from the declarations, with their doc comments: src/program/generated/results.ts and
 * src/program/generated/inputs.ts. Types that the compiler derives have no names of their own, so that an editor and an error
 * would show the declaration in full. A test says when they are stale.
 */

/** The width of a line of a comment, as the formatter has it for code. */
const WIDTH = 120;

const made = "// Made from src/description/resources and src/description/operations by `npm run docs`. Change those.\n";

/** A doc comment, on one line where it fits. */
export function docLines(comment: string, indent: string): string[] {
  const lines = comment.split("\n");
  const [only = ""] = lines;
  const short = `${indent}/** ${only} */`;
  if (lines.length === 1 && short.length <= WIDTH) return [short];
  return [`${indent}/**`, ...lines.flatMap((line) => wrapped(line, `${indent} * `)), `${indent} */`];
}

/** A line broken at spaces, each part behind the indent. A citation stays on one line, where a test looks for it. */
function wrapped(line: string, indent: string): string[] {
  if (indent.length + line.length <= WIDTH) return [indent + line];
  const unbroken = line.replace(/\(platform API: [^)]*\)/g, (citation) => citation.replaceAll(" ", "_"));
  const at = unbroken.lastIndexOf(" ", WIDTH - indent.length);
  return [indent + line.slice(0, at), ...wrapped(line.slice(at + 1), indent)];
}

const memberLines = ({ name, comment, isOptional, type }: Member): string[] => [
  ...(comment === "" ? [] : docLines(comment, "  ")),
  `  ${name}${isOptional ? "?" : ""}: ${type}${isOptional && !type.endsWith(" | undefined>") ? " | undefined" : ""};`,
];

function interfaceText({ name, comment, base, members, choices = [] }: Interface): string {
  const chosen = new Set(choices.flatMap(({ members }) => members));
  const own = chosen.size === 0 ? name : `${name.replace(/Args$/, "")}OtherArgs`;
  const lines = [
    ...docLines(chosen.size === 0 ? comment : `The inputs of \`${name}\` that can always be given.`, ""),
    `export interface ${own}${base === undefined ? "" : ` extends ${base}`} {`,
    ...members.filter((member) => !chosen.has(member.name)).flatMap(memberLines),
    "}",
  ];
  if (chosen.size === 0) return lines.join("\n");
  const parts = choices.map((choice) => choiceLines(choice, members).join("\n"));
  return [...lines, "", ...docLines(comment, ""), `export type ${name} = ${[own, ...parts].join(" &\n  ")};`].join(
    "\n",
  );
}

/** `ExactlyOne<{ … }>` with the members of a choice, none of them optional. */
const choiceLines = (choice: Choice, members: readonly Member[]): string[] => [
  "ExactlyOne<{",
  ...members
    .filter(({ name }) => choice.members.includes(name))
    .flatMap((member) => memberLines({ ...member, isOptional: false }).map((line) => `  ${line}`)),
  "  }>",
];

function enumText({ name, comment, values }: Enumeration): string {
  const names = values.map((value) => `"${value}"`);
  return [...docLines(comment, ""), `export type ${name} = ${names.join(" | ")};`].join("\n");
}

const bodyOf = (model: Model): string[] => [
  ...model.enumerations().map(enumText),
  ...model.interfaces().map(interfaceText),
];

export const importText = (names: readonly string[], from: string): string =>
  `import type { ${names.join(", ")} } from "${from}";`;

const used = (names: readonly string[], text: string): string[] =>
  names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));

function typeSources(): ReadonlyMap<string, string> {
  const { results, inputs } = types();
  const named = [...results.enumerations(), ...results.interfaces()].map(({ name }) => name);
  const text = inputs.interfaces().map(interfaceText).join("\n\n");
  const imports = [
    importText(used(["Input", "Output"], text), "@pulumi/pulumi"),
    importText(used(named, text), "./results"),
    importText(used(["AdoptMode"], text), "../../description/spec/adopt-mode"),
    importText(used(["CommonArgs", "ExactlyOne", "NestedChoice", "NestedInput"], text), "../classes/derive"),
  ];
  const sources = {
    "src/program/generated/results.ts": `${made}${importText(["Entity"], "../lookups/answers")}\n\n${bodyOf(results).join("\n\n")}\n`,
    "src/program/generated/inputs.ts": `${made}${imports.join("\n")}\n\n${text}\n`,
  };
  return new Map(Object.entries(sources).map(([file, source]) => [file, formatted(file, source)]));
}

export function write(): void {
  for (const [file, text] of typeSources()) writeGenerated(file, text);
}
