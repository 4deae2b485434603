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

/** A source of the program, as it is to be. */
export interface Source {
  /** Path in the folder. */
  readonly file: string;
  readonly text: string;
  /** How it stands there; undefined for a new one. */
  readonly before: string | undefined;
}

/** A statement, and the heading that it stands under. */
interface Statement {
  readonly heading: string;
  readonly text: string;
}

/** The sources that a plan adds something to. What stands in a source stays to the letter. Pure. */
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

const acrossRemark = "// What lies in one group and refers to what lies in another.";

const paragraphs = (parts: readonly string[]): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`;

/** The group that all lies in; left out where nothing lies in it directly and no other file can need it. */
function parentLines({ parent }: Wanted, references: References, isExported: boolean): string[] {
  const remark = `// What lies in the group ${inComment(parent.name)}, which itself is not managed here.`;
  const value = valueStatement({ name: PARENT, isExported }, { kind: "text", value: parent.uid });
  return references.usesParent || isExported ? [`${remark}\n${value}`] : [remark];
}

const SDK = 'import * as pulumi from "@pulumi/pulumi";';
const PACKAGE = 'import * as platform from "pulumi-platform";';

/** Whether a source has an import by its name, wherever it is from. */
const isThere = (line: string, source = ""): boolean =>
  source.split("\n").some((one) => one.startsWith(line.slice(0, line.indexOf('"'))));

function appended(before: string, imports: readonly string[], statements: readonly Statement[]): string {
  const end = before === "" || before.endsWith("\n") ? "" : "\n";
  const added = paragraphs([imports.join("\n"), ...grouped(statements).map((one) => one.texts)]);
  return `${before}${end}\n${added}`;
}

/** Lines of the same kind stand together; longer statements have a line between them. */
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
    // A role of the same name may lie in any group.
    { name: "inRoot", value: { kind: "code", text: "true" } },
  ];
  return {
    heading: "Built-in roles",
    text: callStatement({ name: variable, isExported }, "platform.getRoleOutput", inputs),
  };
}

/** How statements of a source are written. */
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
    comment: "A new object would not get this name any more, so that the uid tells which one it is.",
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

/** The file that imports the others, where there are new ones. */
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
  const remark = "// What lies in no group of its own, then each group, then what refers from one group to another.";
  return [{ file: INDEX, before, text: `${remark}\n${added.join("\n")}\n` }];
}
