import { nameOf, pluralOf } from "../../../../spec/resource";
import type { Property } from "../code/expression";
import { inComment } from "../code/literal";
import { byName, callStatement, resourceStatement, valueStatement } from "../code/statement";
import { requiredSecret } from "../secrets";
import { GROUPS } from "./existing";
import { ACROSS, INDEX, SHARED } from "./places";
import type { Declaration, Lookup, Plan, Wanted } from "./plan";
import { propertiesOf } from "./properties";
import { protectionOf } from "./protection";
import { PARENT, References } from "./refer";

/** A source of the program after the import. */
export interface Source {
  /** Path in the folder. */
  readonly file: string;
  readonly text: string;
  /** Its text before the import. Undefined for a new file. */
  readonly before: string | undefined;
}

interface Statement {
  readonly heading: string;
  readonly text: string;
}

/** Returns the sources that a plan extends. Their present text does not change. Pure. */
export function sourcesOf(wanted: Wanted, plan: Plan): Source[] {
  const { existing } = wanted;
  const isNew = existing.manifest === undefined;
  const home = plan.layout === "one file" ? INDEX : SHARED;
  const files = [...plan.declarations, ...plan.lookups].map(({ file }) => file);
  const touched = new Set([...(isNew ? [home] : []), ...files]);
  const sources = [...touched].map((file) => sourceOf(file, wanted, plan));
  return plan.layout === "one file" ? sources : [...sources, ...indexOf(sources, existing.sources.get(INDEX))];
}

function sourceOf(file: string, wanted: Wanted, plan: Plan): Source {
  const references = new References(file, wanted, plan);
  const isExported = plan.layout !== "one file";
  const statements = [
    ...plan.lookups.filter((one) => one.file === file).map((one) => lookupStatement(one, isExported)),
    ...plan.declarations
      .filter((one) => one.file === file)
      .map((one) => statementOf(one, { references, isExported, protect: wanted.protect })),
  ];
  const before = wanted.existing.sources.get(file);
  const hasSecrets = plan.declarations.some((one) => one.file === file && Object.keys(one.secrets).length > 0);
  const packages = hasSecrets ? [SDK, PACKAGE] : [PACKAGE];
  const imports = [...packages.filter((line) => !isThere(line, before)), ...references.imports()];
  if (before !== undefined) return { file, before, text: appended(before, imports, statements) };
  const home = isExported ? SHARED : INDEX;
  const intro = file === home ? parentLines(wanted, references, isExported) : file === ACROSS ? [acrossRemark] : [];
  return { file, before, text: paragraphs([imports.join("\n"), ...intro, ...withHeadings(statements)]) };
}

const acrossRemark = "// Objects of one group that refer to objects of another";

const paragraphs = (parts: readonly string[]): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`;

/** Returns the lines about the imported group. They have its variable if this file or another may use it. */
function parentLines({ parent }: Wanted, references: References, isExported: boolean): string[] {
  const remark = `// The contents of the group ${inComment(parent.name)}. The program does not manage the group itself.`;
  const value = valueStatement({ name: PARENT, isExported }, { kind: "text", value: parent.uid });
  return references.usesParent || isExported ? [`${remark}\n${value}`] : [remark];
}

const SDK = 'import * as pulumi from "@pulumi/pulumi";';
const PACKAGE = 'import * as platform from "pulumi-platform";';

/** Whether a source imports the name that a line imports, from any module. */
const isThere = (line: string, source = ""): boolean =>
  source.split("\n").some((one) => one.startsWith(line.slice(0, line.indexOf('"'))));

function appended(before: string, imports: readonly string[], statements: readonly Statement[]): string {
  const end = before === "" || before.endsWith("\n") ? "" : "\n";
  const added = paragraphs([imports.join("\n"), ...grouped(statements).map((one) => one.texts)]);
  return `${before}${end}\n${added}`;
}

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
  const inputs: Property[] = [
    { name: "name", value: { kind: "text", value: String(role.values.name) } },
    // Without it, a custom role of the same name could match.
    { name: "inRoot", value: { kind: "code", text: "true" } },
  ];
  return {
    heading: "Built-in roles",
    text: callStatement({ name: variable, isExported }, "platform.getRoleOutput", inputs),
  };
}

interface Style {
  readonly references: References;
  readonly isExported: boolean;
  readonly protect: boolean;
}

function statementOf(declaration: Declaration, { references, isExported, protect }: Style): Statement {
  const { object, inputs, byUid, name, variable, secrets } = declaration;
  const { spec, uid } = object;
  const adoption: Property = {
    name: "adoptUid",
    value: { kind: "text", value: uid },
    comment: "The platform no longer accepts this name for new objects, so the uid identifies the object.",
  };
  const properties = propertiesOf(spec.fields, inputs, references.refersFrom(declaration)).map((property) => {
    const key = Object.hasOwn(secrets, property.name) ? secrets[property.name] : undefined;
    return key === undefined ? property : { name: property.name, value: requiredSecret(key) };
  });
  return {
    heading: pluralOf(spec)
      .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .replace(/^./, (letter) => letter.toUpperCase()),
    text: resourceStatement(variable === undefined ? undefined : { name: variable, isExported }, {
      className: `platform.${nameOf(spec)}`,
      name,
      inputs: byUid ? [...properties, adoption] : properties,
      options: protect ? protectionOf(spec) : [],
    }),
  };
}

/** Returns the file that imports the others, if there are new ones. */
function indexOf(sources: readonly Source[], before: string | undefined): Source[] {
  const rank = (file: string) => (file === SHARED ? 0 : file.startsWith(`${GROUPS}/`) ? 1 : 2);
  const added = sources
    .filter((source) => source.before === undefined)
    .map(({ file }) => file)
    .sort((a, b) => rank(a) - rank(b) || byName(a, b))
    .map((file) => `import "./${file.replace(/\.ts$/, "")}";`);
  if (added.length === 0) return [];
  if (before !== undefined) {
    const end = before === "" || before.endsWith("\n") ? "" : "\n";
    return [{ file: INDEX, before, text: `${before}${end}${added.join("\n")}\n` }];
  }
  const remark = "// Shared objects, then each group, then objects that refer to another group";
  return [{ file: INDEX, before, text: `${remark}\n${added.join("\n")}\n` }];
}
