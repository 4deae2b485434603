import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** The first doc comment and the example of each class of a resource. */
export function classDocs(): Map<string, { text: string; example: string }> {
  const file = join(__dirname, "..", "..", "src", "program", "classes", "classes.ts");
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  const found = new Map<string, { text: string; example: string }>();
  source.forEachChild((node) => {
    if (!ts.isClassDeclaration(node) || node.name === undefined) return;
    const [doc] = ts.getJSDocCommentsAndTags(node);
    if (doc === undefined || !ts.isJSDoc(doc)) return;
    const example = doc.tags?.find(({ tagName }) => tagName.text === "example");
    const code = ts.getTextOfJSDocComment(example?.comment) ?? "";
    found.set(node.name.text, {
      text: ts.getTextOfJSDocComment(doc.comment) ?? "",
      example: code.replace(/^```ts\n|\n```$/g, ""),
    });
  });
  return found;
}
