import { quoted } from "../../../../api/shown";
import { pluralOf } from "../../../../spec/resource";
import { type Property, printed } from "../code/expression";
import { stringLiteral } from "../code/literal";
import { byName, constant, newResource } from "../code/statement";
import { requiredSecret } from "../secrets";
import { GROUPS } from "./existing";
import { ACROSS, INDEX, moduleOf, SHARED } from "./places";
import type { Declaration, Lookup, Plan, Wanted } from "./plan";
import { propertiesOf } from "./properties";
import { PARENT, References } from "./refer";

/** A source of the program after the import. */
export interface Source {
  /** Path in the folder. */
  readonly file: string;
  readonly text: string;
}

interface Statement {
  readonly heading: string;
  readonly text: string;
}

/** Returns the sources that a plan extends. Their present text does not change. Pure. */
export function sourcesOf(wanted: Wanted, plan: Plan): Source[] {
  const { manifest, sources } = wanted.existing;
  const isHomeNeeded = manifest === undefined || plan.lookups.length > 0;
  const touched = new Set([...(isHomeNeeded ? [plan.home] : []), ...plan.declarations.map(({ file }) => file)]);
  const written = [...touched].map((file) => ({ file, text: textOf(file, wanted, plan) }));
  return plan.home === INDEX ? written : [...written, ...indexOf([...touched], sources)];
}

function textOf(file: string, wanted: Wanted, plan: Plan): string {
  const references = new References(file, wanted, plan);
  const isExported = plan.home !== INDEX;
  const declarations = plan.declarations.filter((one) => one.file === file);
  const statements = [
    ...(file === plan.home ? plan.lookups.map((one) => lookupStatement(one, isExported)) : []),
    ...declarations.map((one) => statementOf(one, references, { isExported, protect: wanted.protect })),
  ];
  const before = wanted.existing.sources.get(file);
  const hasSecrets = declarations.some(({ secrets }) => Object.keys(secrets).length > 0);
  const packages = hasSecrets ? [SDK, PACKAGE] : [PACKAGE];
  const imports = [...packages.filter((line) => !isThere(line, before)), ...references.imports()].join("\n");
  if (before !== undefined) {
    return `${ended(before)}\n${paragraphs([imports, ...grouped(statements).map(({ texts }) => texts)])}`;
  }
  const intro = file === plan.home ? parentLines(wanted, references, isExported) : file === ACROSS ? acrossRemark : "";
  return paragraphs([imports, intro, ...withHeadings(statements)]);
}

const acrossRemark = "// Objects of one group that refer to objects of another";

const paragraphs = (parts: readonly string[]): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`;

/** Returns the lines about the imported group. They have its variable if this file or another may use it. */
function parentLines({ parent }: Wanted, references: References, isExported: boolean): string {
  const remark = `// The contents of the group ${quoted(parent.name)}. The program does not manage the group itself.`;
  const isUsed = references.usesParent || isExported;
  return isUsed ? `${remark}\n${constant(PARENT, isExported)}${stringLiteral(parent.uid)};` : remark;
}

const SDK = 'import * as pulumi from "@pulumi/pulumi";';
const PACKAGE = 'import * as platform from "pulumi-platform";';

/** Whether a source imports the name that a line imports, from any module. */
const isThere = (line: string, source = ""): boolean =>
  source.split("\n").some((one) => one.startsWith(line.slice(0, line.indexOf('"'))));

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** Groups statements of one line by heading. Longer statements have an empty line between them. */
function grouped(statements: readonly Statement[]): { readonly heading: string; readonly texts: string }[] {
  const groups: { heading: string; texts: string; isLines: boolean }[] = [];
  for (const { heading, text } of statements) {
    const last = groups.at(-1);
    const isLine = !text.includes("\n");
    if (last !== undefined && last.heading === heading && last.isLines && isLine) last.texts += `\n${text}`;
    else groups.push({ heading, texts: text, isLines: isLine });
  }
  return groups;
}

const withHeadings = (statements: readonly Statement[]): string[] =>
  grouped(statements).map(({ heading, texts }, i, all) =>
    heading === all[i - 1]?.heading ? texts : `// ${heading}\n${texts}`,
  );

function lookupStatement({ role, variable }: Lookup, isExported: boolean): Statement {
  const entries: Property[] = [
    { name: "name", value: { kind: "text", value: String(role.values.name) } },
    // Without it, a custom role of the same name could match.
    { name: "inRoot", value: { kind: "code", text: "true" } },
  ];
  const call = `platform.getRoleOutput(${printed({ kind: "object", entries })});`;
  return { heading: "Built-in roles", text: constant(variable, isExported) + call };
}

function statementOf(
  declaration: Declaration,
  references: References,
  { isExported, protect }: { readonly isExported: boolean; readonly protect: boolean },
): Statement {
  const { object, inputs, byUid, name, variable, secrets } = declaration;
  const { spec, uid } = object;
  const adoption: Property = {
    name: "adoptUid",
    value: { kind: "text", value: uid },
    comment: "The platform no longer accepts this name for new objects, so the uid identifies the object.",
  };
  const properties = propertiesOf(spec.fields, inputs, references.refersFrom(declaration.refersTo)).map((property) => {
    const key = Object.hasOwn(secrets, property.name) ? secrets[property.name] : undefined;
    return key === undefined ? property : { name: property.name, value: requiredSecret(key) };
  });
  return {
    heading: pluralOf(spec)
      .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .replace(/^./, (letter) => letter.toUpperCase()),
    text:
      (variable === undefined ? "" : constant(variable, isExported)) +
      newResource({ spec, name, inputs: byUid ? [...properties, adoption] : properties, protect }),
  };
}

/** Returns the file that imports the others, if there are new ones. */
function indexOf(files: readonly string[], present: ReadonlyMap<string, string>): Source[] {
  const rank = (file: string) => (file === SHARED ? 0 : file.startsWith(`${GROUPS}/`) ? 1 : 2);
  const added = files
    .filter((file) => !present.has(file))
    .sort((a, b) => rank(a) - rank(b) || byName(a, b))
    .map((file) => `import "${moduleOf(file, INDEX)}";\n`);
  if (added.length === 0) return [];
  const remark = "// Shared objects, then each group, then objects that refer to another group\n";
  return [{ file: INDEX, text: ended(present.get(INDEX) ?? remark) + added.join("") }];
}
