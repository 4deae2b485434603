import { quoted } from "../../../../client/api/shown";
import { pluralOf } from "../../../../description/spec/resource";
import type { Property } from "../code/expression";
import { noStatement, stringLiteral } from "../code/literal";
import { newResource, roleLookup } from "../code/statement";
import { requiredSecret } from "../secrets";
import { INDEX } from "./existing";
import type { Declaration, Lookup, ProgramPlan, Wanted } from "./plan";
import { propertiesOf } from "./properties";
import { PARENT, References } from "./refer";

interface Statement {
  readonly heading: string;
  readonly text: string;
}

/** Returns the text of index.ts after an import. Its present text does not change. Undefined if there is nothing to add. Pure. */
export function indexAfter(wanted: Wanted, plan: ProgramPlan): string | undefined {
  const before = wanted.existing.sources.get(INDEX);
  const { declarations, lookups } = plan;
  if (wanted.existing.manifest !== undefined && declarations.length + lookups.length === 0) return undefined;
  const references = new References(wanted, plan);
  const statements = statementsOf(wanted, plan, references);
  const hasSecrets = declarations.some(({ secrets }) => Object.keys(secrets).length > 0);
  const packages = hasSecrets ? [SDK, PACKAGE] : [PACKAGE];
  const imports = packages.filter((line) => !isThere(line, before)).join("\n");
  if (before === undefined) return paragraphs([imports, parentLines(wanted, references), ...withHeadings(statements)]);
  return `${ended(before)}\n${paragraphs([imports, ...grouped(statements).map(({ texts }) => texts)])}`;
}

/** Returns the declarations alone, as lines for a program with other variables. */
export const linesOf = (wanted: Wanted, plan: ProgramPlan): string =>
  grouped(statementsOf(wanted, plan, new References(wanted, plan)))
    .map(({ texts }) => texts)
    .join("\n\n");

const statementsOf = (wanted: Wanted, plan: ProgramPlan, references: References): Statement[] => [
  ...plan.lookups.map(lookupStatement),
  ...plan.declarations.map((one) => statementOf(one, references, wanted.protect)),
];

const paragraphs = (parts: readonly string[]): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`;

function parentLines({ parent }: Wanted, { usesParent }: References): string {
  const remark = `// The contents of the group ${noStatement(quoted(parent.name))}. The program does not manage the group itself.`;
  return usesParent ? `${remark}\nconst ${PARENT} = ${stringLiteral(parent.uid)};` : remark;
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

function lookupStatement({ role, variable }: Lookup): Statement {
  return { heading: "Built-in roles", text: `const ${variable} = ${roleLookup(String(role.values.name))};` };
}

function statementOf(declaration: Declaration, references: References, protect: boolean): Statement {
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
      (variable === undefined ? "" : `const ${variable} = `) +
      newResource({ spec, name, inputs: byUid ? [...properties, adoption] : properties, protect }),
  };
}
