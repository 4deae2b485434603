import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** The components by their files, each with a sentence about its example. */
const components = {
  "ci-identity.ts": "[Identities for CI](identities-for-ci.md) has an example for each CI system.",
  "pull-token.ts": "[Pull tokens](pull-tokens.md) has an example.",
} as const;

function commentOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node);
  if (doc === undefined || !ts.isJSDoc(doc)) return "";
  return (ts.getTextOfJSDocComment(doc.comment) ?? "").replace(/\s+/g, " ");
}

/** A line for each documented property of an interface or a class. */
function lines(members: readonly ts.Node[], source: ts.SourceFile): string {
  const found = members.flatMap((member) => {
    if (!ts.isPropertySignature(member) && !ts.isPropertyDeclaration(member) && !ts.isGetAccessor(member)) return [];
    if (ts.isPrivateIdentifier(member.name)) return [];
    const type = (member.type?.getText(source) ?? "")
      .replace(/\s+/g, " ")
      .replace(/^readonly /, "")
      .replace(/\b(?:In|Out)put<(\w+)>/g, "$1")
      .replace(/^(?:In|Out)put<(.*?)(?: \| undefined)?>$/, "$1");
    const isRequired = ts.isPropertySignature(member) && member.questionToken === undefined;
    return [
      `- \`${member.name.getText(source)}\` (\`${type}\`${isRequired ? ", required" : ""}): ${commentOf(member)}`,
    ];
  });
  return found.join("\n");
}

export const componentDocs = (): string =>
  Object.entries(components)
    .map(([name, example]) => section(join(__dirname, "..", "src", "program", "components", name), example))
    .join("\n\n");

function section(file: string, example: string): string {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  const component = source.statements.find(ts.isClassDeclaration);
  const interfaces = source.statements.filter(ts.isInterfaceDeclaration);
  const inputs = interfaces.find(({ name }) => name.text === `${component?.name?.text}Args`);
  if (inputs === undefined || component === undefined) throw new Error(`${file} has no class with inputs`);
  const nested = interfaces
    .filter((other) => other !== inputs && ts.getCombinedModifierFlags(other) & ts.ModifierFlags.Export)
    .map((other) => `**${other.name.text}**: ${commentOf(other)}\n\n${lines(other.members, source)}`);
  return [
    `## ${component.name?.text}`,
    `A component. ${commentOf(component)} ${example}`,
    "**Inputs**",
    lines(inputs.members, source),
    ...nested,
    "**Outputs**",
    lines(component.members, source),
  ].join("\n\n");
}
