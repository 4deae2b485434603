import ts from "typescript";

/** A text that is written in one place: pieces of words, and the nodes between them. */
export type Piece = string | ts.Expression;

/** The pieces of a literal, a template or a sum of such; undefined if a node is none of them. */
export function piecesOf(node: ts.Node): readonly Piece[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.flatMap(({ expression, literal }) => [expression, literal.text])];
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [piecesOf(node.left), piecesOf(node.right)];
  if (left === undefined && right === undefined) return undefined;
  return [...(left ?? [node.left]), ...(right ?? [node.right])];
}
