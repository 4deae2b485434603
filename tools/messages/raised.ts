import ts from "typescript";
import { Follower } from "./follow";
import { pathOf, type Sources } from "./program";
import { all, isPhrase, parametersOf, type Text, VALUE, withValues, words } from "./text";

/** A message that a source gives to an error or a warning. */
export interface Raised {
  /** Where the error or the warning is made. */
  readonly file: string;
  readonly line: number;
  readonly text: Text;
}

/** Methods that show their text as a warning, or as a line on standard error. */
const WARNS = /^(?:warn|.*\.(?:warn|print)|console\.(?:error|log))$/s;
/** Types whose texts end in an error or a warning, and the property that has the text. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["Complaint", "reason"],
  ["Reason", "why"],
]);
/** How many functions a text is passed through. */
const MAX_PASSED = 6;

/** Finds what the sources of this package say in errors and warnings. */
export class RaisedTexts {
  readonly #follower: Follower;

  constructor(readonly sources: Sources) {
    this.#follower = new Follower(sources);
  }

  /** The messages in files that fit. */
  all(): Raised[] {
    return this.sources.files.flatMap((file) => this.#within(file));
  }

  #within(node: ts.Node): Raised[] {
    const inner: Raised[] = [];
    node.forEachChild((child) => void inner.push(...this.#within(child)));
    const text = this.#raisedBy(node);
    return text === undefined ? inner : [...inner, ...this.#byCallers(node, text, MAX_PASSED)];
  }

  /** What a node gives to an error or a warning. */
  #raisedBy(node: ts.Node): Text | undefined {
    if (ts.isNewExpression(node)) return this.#ofError(node);
    if (ts.isCallExpression(node)) return this.#ofWarning(node);
    if (ts.isBinaryExpression(node)) return this.#ofAddition(node);
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) return this.#ofReason(node);
    return undefined;
  }

  #ofError(node: ts.NewExpression): Text | undefined {
    const type = this.sources.checker.getTypeAtLocation(node);
    if (!isError(type)) return undefined;
    const given = (node.arguments ?? []).map((argument) => this.#follower.textOf(argument));
    return this.#messageOf(type, given);
  }

  /** What the constructor of an error makes of its arguments. */
  #messageOf(type: ts.Type, given: readonly Text[]): Text | undefined {
    const declared = type.symbol.valueDeclaration;
    if (declared === undefined || !ts.isClassDeclaration(declared)) return given[0];
    const base = type.getBaseTypes()?.[0];
    const built = declared.members.find(ts.isConstructorDeclaration);
    if (built === undefined) return base === undefined ? given[0] : this.#messageOf(base, given);
    const texts = new Map(
      [...this.#argumentsOf(built, []).keys()].map((symbol, i) => [symbol, given[i] ?? VALUE] as const),
    );
    const [message] = superArguments(built);
    if (message === undefined) return undefined;
    const text = this.#follower.textOf(message, texts);
    return base === undefined ? text : this.#messageOf(base, [text]);
  }

  #ofWarning({ expression: callee, arguments: given }: ts.CallExpression): Text | undefined {
    const isWarning = WARNS.test(callee.getText());
    return isWarning && given[0] !== undefined ? this.#follower.textOf(given[0]) : undefined;
  }

  /** What is added to the message of an error. */
  #ofAddition({ left, operatorToken, right }: ts.BinaryExpression): Text | undefined {
    const isAdded = operatorToken.kind === ts.SyntaxKind.PlusEqualsToken && left.getText().endsWith(".message");
    return isAdded ? all([VALUE, this.#follower.textOf(right)]) : undefined;
  }

  #ofReason(node: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): Text | undefined {
    const declared = this.sources.propertyFor(node)?.declarations?.[0]?.parent;
    if (declared === undefined || !ts.isInterfaceDeclaration(declared)) return undefined;
    if (node.name.getText() !== REASONS.get(declared.name.text)) return undefined;
    const remedies = node.parent.properties.find((member) => member.name?.getText() === "remedies");
    const list = remedies && ts.isPropertyAssignment(remedies) ? remedies.initializer : undefined;
    const items = list && ts.isArrayLiteralExpression(list) ? list.elements : [];
    return all([
      VALUE,
      words(" "),
      this.#follower.textOf(ts.isPropertyAssignment(node) ? node.initializer : node.name),
      ...items.flatMap((item) => [words("\n- "), this.#follower.textOf(item)]),
    ]);
  }

  /** The texts that callers make of a text that depends on parameters of a function. */
  #byCallers(node: ts.Node, text: Text, left: number): Raised[] {
    const [parameter] = parametersOf(text);
    const declared = parameter?.declarations?.[0]?.parent;
    if (declared === undefined || !ts.isFunctionLike(declared)) {
      return [{ file: pathOf(node), line: lineOf(node), text }];
    }
    const name = nameOf(declared);
    const calls = name === undefined || left === 0 ? [] : this.sources.callsOf(this.#symbolOf(name));
    const found = calls.flatMap((call) => {
      const texts = this.#argumentsOf(declared, call.arguments ?? []);
      const isFollowed = parametersOf(text).some((key) => isWorth(texts.get(key)));
      return isFollowed
        ? this.#byCallers(
            call,
            withValues(text, (key) => texts.get(key)),
            left - 1,
          )
        : [];
    });
    if (found.length > 0) return found;
    const unknown = this.#argumentsOf(declared, []);
    return this.#byCallers(
      node,
      withValues(text, (key) => unknown.get(key)),
      left,
    );
  }

  /** The texts of arguments by the symbols of their parameters. */
  #argumentsOf({ parameters }: ts.SignatureDeclaration, given: readonly ts.Expression[]): Map<ts.Symbol, Text> {
    return new Map(
      parameters.flatMap(({ name }, i) => {
        const symbol = ts.isIdentifier(name) ? this.sources.symbolAt(name) : undefined;
        const argument = given[i];
        return symbol === undefined ? [] : [[symbol, argument ? this.#follower.textOf(argument) : VALUE] as const];
      }),
    );
  }

  #symbolOf(name: ts.Node): ts.Symbol {
    const symbol = this.sources.symbolAt(name);
    if (symbol === undefined) throw new Error(`${name.getText()} has no symbol`);
    return symbol;
  }
}

/** Whether a text says something, or may do so by what callers give. */
const isWorth = (text: Text | undefined): boolean =>
  text !== undefined && (isPhrase(text) || parametersOf(text).length > 0);

/** Whether a type is that of errors of this package or of JavaScript. */
function isError(type: ts.Type): boolean {
  if (type.symbol?.name === "Error") return true;
  return type.getBaseTypes()?.some(isError) ?? false;
}

function superArguments(node: ts.Node): readonly ts.Expression[] {
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) return node.arguments;
  const found: ts.Expression[] = [];
  node.forEachChild((child) => void found.push(...superArguments(child)));
  return found;
}

/** The name by which a function is called. */
function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name;
  const { parent } = node;
  return parent && (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) ? parent.name : undefined;
}

const lineOf = (node: ts.Node): number => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
