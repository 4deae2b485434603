import ts from "typescript";

/** Operators and what each becomes. */
const OPERATORS = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
]);

/**
 * Every small change of a source that a test should see: operators turned round, conditions negated, statements left out,
 * literals changed. Words for people (the arguments of errors, templates) and types are let alone.
 */
export function mutantsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true);
  const mutants = [];
  const add = (node, to) => {
    const [start, end] = [node.getStart(tree), node.getEnd()];
    const line = tree.getLineAndCharacterOfPosition(start).line + 1;
    const text = source.slice(0, start) + to + source.slice(end);
    mutants.push({
      file,
      line,
      from: source.slice(start, end),
      to,
      context: source.split("\n")[line - 1].trim(),
      text,
    });
  };
  const visit = (node) => {
    if (isLetAlone(node)) return;
    for (const [changed, to] of changesOf(node)) add(changed, to);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(tree, visit);
  return mutants;
}

const isLetAlone = (node) =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) ||
  // What stands for an item that is always there, for the compiler's sake: `const [first = ""] = …`.
  (ts.isStringLiteral(node) && ts.isBindingElement(node.parent));

/** What can be changed in a node itself: pairs of a node and the text that takes its place. */
function changesOf(node) {
  if (ts.isBinaryExpression(node)) {
    const to = OPERATORS.get(node.operatorToken.kind);
    const isText = node.operatorToken.kind === ts.SyntaxKind.PlusToken && [node.left, node.right].some(isWords);
    return to === undefined || isText ? [] : [[node.operatorToken, to]];
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return [[node, node.operand.getText()]];
  }
  if (ts.isIfStatement(node)) return [[node.expression, `!(${node.expression.getText()})`]];
  if (ts.isConditionalExpression(node)) return [[node.condition, `!(${node.condition.getText()})`]];
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) return [[node, ";"]];
  if (ts.isReturnStatement(node)) return isEarly(node) ? [[node, ";"]] : [];
  if (ts.isContinueStatement(node) || ts.isBreakStatement(node)) return [[node, ";"]];
  if (ts.isNumericLiteral(node)) return [[node, String(Number(node.text.replaceAll("_", "")) + 1)]];
  if (ts.isStringLiteral(node)) return [[node, node.text === "" ? '"mutant"' : '""']];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, "false"]];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, "true"]];
  return [];
}

const isWords = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** Whether something follows a return: it is not the last statement of its function. */
function isEarly(node) {
  const block = node.parent;
  if (!ts.isBlock(block)) return true;
  return !ts.isFunctionLike(block.parent) || block.statements.at(-1) !== node;
}

/** So many of the mutants, drawn by a seed: the same seed draws the same from the same sources. */
export function sample(mutants, size, seed) {
  let state = seed >>> 0;
  // mulberry32
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const left = [...mutants];
  return Array.from(
    { length: Math.min(size, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0],
  );
}
