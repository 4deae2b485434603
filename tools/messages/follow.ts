import ts from "typescript";
import { piecesOf } from "./literals";
import { isOwn, pathOf, type Sources } from "./program";
import { ABSENT, all, isPhrase, joined, NOTHING, one, type Text, VALUE, words } from "./text";

/** Texts by parameters. */
type Bound = ReadonlyMap<ts.Symbol, Text>;

/** Methods of texts and lists that keep the words. */
const KEEPING = new Set(["concat", "filter", "flat", "replace", "replaceAll", "sort", "toSorted", "trim", "trimEnd"]);
/** Files whose functions show values. */
const SHOWS_VALUES = /^src\/(?:api\/shown|spec\/shown|spec\/shell)\.ts$/;
/** How many functions deep a text is followed. */
const MAX_DEPTH = 10;

type WithBody =
  | ts.FunctionDeclaration
  | ts.ArrowFunction
  | ts.FunctionExpression
  | ts.MethodDeclaration
  | ts.GetAccessorDeclaration;

const isWithBody = (node: ts.Node): node is WithBody =>
  ts.isFunctionDeclaration(node) ||
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isMethodDeclaration(node);

/** Follows expressions to the words that they become: through names, conditions, lists, properties and functions. */
export class Follower {
  constructor(readonly sources: Sources) {}

  /** What an expression says. Parameters of the functions around it stay parameters. */
  textOf(node: ts.Expression, bound: Bound = new Map(), depth = 0): Text {
    if (depth > MAX_DEPTH) return VALUE;
    const follow = (inner: ts.Expression) => this.textOf(inner, bound, depth);
    const pieces = piecesOf(node);
    if (pieces !== undefined) {
      return all(pieces.map((piece) => (typeof piece === "string" ? words(piece) : follow(piece))));
    }
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      return follow(node.expression);
    }
    if (ts.isNonNullExpression(node) || ts.isAwaitExpression(node)) return follow(node.expression);
    if (ts.isConditionalExpression(node)) return one(this.#branches(node, follow).map(follow));
    if (ts.isBinaryExpression(node)) return this.#binary(node, follow);
    const items = this.#listOf(node, bound, depth);
    if (items !== undefined) return joined(items, "\n");
    if (ts.isIdentifier(node)) return this.#name(node, bound, depth);
    if (ts.isPropertyAccessExpression(node)) return this.#property(this.sources.symbolAt(node.name), bound, depth);
    if (ts.isElementAccessExpression(node)) return oneOf(this.#members(node).map((member) => follow(member)));
    if (ts.isCallExpression(node)) return this.#call(node, bound, depth);
    return VALUE;
  }

  /** The branches that a condition leaves; one where it asks whether a known text is undefined. */
  #branches(
    { condition, whenTrue, whenFalse }: ts.ConditionalExpression,
    follow: (node: ts.Expression) => Text,
  ): ts.Expression[] {
    if (!ts.isBinaryExpression(condition) || condition.right.getText() !== "undefined") return [whenTrue, whenFalse];
    const text = follow(condition.left);
    if (text.kind !== "one" || text.of.length > 0) return [whenTrue, whenFalse];
    return [condition.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken ? whenTrue : whenFalse];
  }

  #binary({ left, operatorToken, right }: ts.BinaryExpression, follow: (node: ts.Expression) => Text): Text {
    switch (operatorToken.kind) {
      case ts.SyntaxKind.QuestionQuestionToken:
      case ts.SyntaxKind.BarBarToken:
        return one([follow(left), follow(right)]);
      case ts.SyntaxKind.AmpersandAmpersandToken:
        return one([NOTHING, follow(right)]);
      default:
        return VALUE;
    }
  }

  /** The items of a list that is written out, behind its name and the methods that it is passed through. */
  #listOf(node: ts.Expression, bound: Bound, depth: number): Text[] | undefined {
    if (depth > MAX_DEPTH) return undefined;
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return this.#listOf(node.expression, bound, depth);
    if (ts.isArrayLiteralExpression(node)) return this.#items(node.elements, bound, depth);
    if (ts.isIdentifier(node)) return this.#namedList(node, bound, depth + 1);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
    const { expression: list, name } = node.expression;
    if (KEEPING.has(name.text)) return this.#listOf(list, bound, depth);
    const [each] = node.arguments;
    if (!/^(?:flatM|m)ap$/.test(name.text) || each === undefined || !isWithBody(each)) return undefined;
    const items = this.#listOf(list, bound, depth) ?? [VALUE];
    return items.map((item) => this.#returned(each, new Map([...bound, ...this.#argument(each, 0, item)]), depth));
  }

  #items(elements: readonly ts.Expression[], bound: Bound, depth: number): Text[] {
    return elements.flatMap((item) => {
      if (!ts.isSpreadElement(item)) return [this.textOf(item, bound, depth)];
      const { expression } = item;
      return this.#listOf(expression, bound, depth) ?? [this.textOf(expression, bound, depth)];
    });
  }

  /** The items of a list with a name: those that it begins with, and those that may be pushed onto it. */
  #namedList(node: ts.Identifier, bound: Bound, depth: number): Text[] | undefined {
    const symbol = this.sources.symbolAt(node);
    const declared = symbol?.valueDeclaration;
    if (symbol === undefined || bound.has(symbol) || !declared || !ts.isVariableDeclaration(declared)) return undefined;
    const { initializer } = declared;
    if (initializer === undefined || !isOwn(declared.getSourceFile().fileName)) return undefined;
    const items = this.#listOf(initializer, bound, depth);
    if (items === undefined || !ts.isArrayLiteralExpression(initializer)) return items;
    const pushed = this.sources.pushesTo(symbol).flatMap((call) => this.#items(call.arguments, bound, depth));
    const found = [...items, ...pushed.map((item) => one([NOTHING, item]))];
    return found.length === 0 ? [VALUE] : found;
  }

  #argument({ parameters }: WithBody, i: number, text: Text): [ts.Symbol, Text][] {
    const name = parameters[i]?.name;
    const symbol = name && ts.isIdentifier(name) ? this.sources.symbolAt(name) : undefined;
    return symbol === undefined ? [] : [[symbol, text]];
  }

  #name(node: ts.Identifier, bound: Bound, depth: number): Text {
    if (node.text === "undefined") return ABSENT;
    const shorthand = ts.isShorthandPropertyAssignment(node.parent);
    const symbol = shorthand
      ? this.sources.checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.sources.symbolAt(node);
    const declaration = symbol?.valueDeclaration;
    if (symbol === undefined || declaration === undefined) return VALUE;
    const known = bound.get(symbol);
    if (known !== undefined) return known;
    if (ts.isBindingElement(declaration)) return this.#destructured(declaration, bound, depth);
    if (ts.isParameter(declaration)) {
      return this.#isText(node) ? { kind: "value", parameter: symbol } : VALUE;
    }
    if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return VALUE;
    return isOwn(declaration.getSourceFile().fileName) ? this.textOf(declaration.initializer, bound, depth + 1) : VALUE;
  }

  #destructured(element: ts.BindingElement, bound: Bound, depth: number): Text {
    const name = element.propertyName ?? element.name;
    if (!ts.isObjectBindingPattern(element.parent) || !ts.isIdentifier(name)) return VALUE;
    const { checker } = this.sources;
    const { parent } = element.parent;
    const source = ts.isVariableDeclaration(parent) && parent.initializer ? parent.initializer : element.parent;
    const type = checker.getNonNullableType(checker.getTypeAtLocation(source));
    return this.#property(checker.getPropertyOfType(type, name.text), bound, depth);
  }

  /** What a property says: its own value in a table, or what any object literal gives for it. */
  #property(property: ts.Symbol | undefined, bound: Bound, depth: number): Text {
    const declaration = property?.valueDeclaration;
    if (property === undefined || declaration === undefined) return VALUE;
    if (!isOwn(declaration.getSourceFile().fileName) || isComplaint(declaration)) return VALUE;
    if (ts.isPropertyAssignment(declaration)) return this.textOf(declaration.initializer, bound, depth + 1);
    if (ts.isGetAccessorDeclaration(declaration)) return this.#returned(declaration, bound, depth);
    const given = this.sources.valuesOf(property).map((value) => this.textOf(value, new Map(), depth + 3));
    return oneOf(given.filter(isPhrase));
  }

  /** The values of a table from which one is picked. */
  #members({ expression }: ts.ElementAccessExpression): ts.Expression[] {
    if (!ts.isIdentifier(expression)) return [];
    const declaration = this.sources.symbolAt(expression)?.valueDeclaration;
    if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return [];
    const { initializer } = declaration;
    if (initializer === undefined || !ts.isObjectLiteralExpression(initializer)) return [];
    return initializer.properties.flatMap((member) => (ts.isPropertyAssignment(member) ? [member.initializer] : []));
  }

  #call(node: ts.CallExpression, bound: Bound, depth: number): Text {
    const { expression: callee } = node;
    if (ts.isPropertyAccessExpression(callee)) {
      const { text: method } = callee.name;
      const [first] = node.arguments;
      if (method === "join") return this.#joined(callee.expression, first, bound, depth);
      if (KEEPING.has(method)) return this.textOf(callee.expression, bound, depth);
    }
    const functions = ts.isElementAccessExpression(callee) ? this.#members(callee) : [this.#declared(callee)];
    const texts = functions.flatMap((declared) =>
      declared !== undefined && isWithBody(declared) ? [this.#applied(declared, node, bound, depth)] : [],
    );
    return oneOf(texts);
  }

  /** The function that a name stands for. */
  #declared(callee: ts.Expression): ts.Node | undefined {
    const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
    const declaration = this.sources.symbolAt(name)?.valueDeclaration;
    if (declaration === undefined || !isOwn(declaration.getSourceFile().fileName)) return undefined;
    const isTable = ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration);
    const node = isTable ? declaration.initializer : declaration;
    return node !== undefined && !SHOWS_VALUES.test(pathOf(node)) ? node : undefined;
  }

  #applied(declared: WithBody, { arguments: given }: ts.CallExpression, bound: Bound, depth: number): Text {
    const texts = new Map(bound);
    for (const [i, { initializer }] of declared.parameters.entries()) {
      const argument = given[i] ?? initializer;
      const text = argument === undefined ? ABSENT : this.textOf(argument, bound, depth + 1);
      for (const [symbol] of this.#argument(declared, i, text)) texts.set(symbol, text);
    }
    return this.#returned(declared, texts, depth);
  }

  /** What a function returns. */
  #returned({ body }: WithBody, bound: Bound, depth: number): Text {
    if (body === undefined) return VALUE;
    if (!ts.isBlock(body)) return this.textOf(body, bound, depth + 1);
    const results = returnsIn(body).map((result) => this.textOf(result, bound, depth + 1));
    return oneOf(results);
  }

  #joined(list: ts.Expression, separator: ts.Expression | undefined, bound: Bound, depth: number): Text {
    const between = separator && ts.isStringLiteralLike(separator) ? separator.text : ",";
    const items = this.#listOf(list, bound, depth) ?? [this.textOf(list, bound, depth)];
    return items.length === 0 ? VALUE : joined(items, between);
  }

  #isText(node: ts.Node): boolean {
    const { checker } = this.sources;
    const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
    return (type.flags & ts.TypeFlags.StringLike) !== 0;
  }
}

/** Whether a property is that of a refused input, whose reason has a row of its own. */
const isComplaint = ({ parent }: ts.Declaration): boolean =>
  ts.isInterfaceDeclaration(parent) && parent.name.text === "Complaint";

/** One of several texts, or a value if none is known. */
const oneOf = (texts: readonly Text[]): Text => (texts.length === 0 ? VALUE : one(texts));

/** What the return statements of a function return, without those of functions inside. */
function returnsIn(node: ts.Node): ts.Expression[] {
  if (ts.isReturnStatement(node)) return node.expression === undefined ? [] : [node.expression];
  const found: ts.Expression[] = [];
  node.forEachChild((child) => {
    if (!ts.isFunctionLike(child)) found.push(...returnsIn(child));
  });
  return found;
}
