import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");

/** Where a function is called, or a class is instantiated. */
export type Call = ts.CallExpression | ts.NewExpression;

/** The sources with their types, and where each function and each property gets its values. */
export class Sources {
  readonly checker: ts.TypeChecker;
  readonly files: readonly ts.SourceFile[];
  readonly #calls = new Map<ts.Symbol, Call[]>();
  readonly #pushes = new Map<ts.Symbol, ts.CallExpression[]>();
  readonly #values = new Map<ts.Symbol, ts.Expression[]>();

  /** @param isMeant whether what a file says counts */
  constructor(isMeant: (file: string) => boolean) {
    const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const program = ts.createProgram([...ts.sys.readDirectory(join(root, "src"), [".ts"])], {
      ...options,
      noEmit: true,
    });
    this.checker = program.getTypeChecker();
    this.files = program.getSourceFiles().filter((file) => isOwn(file.fileName) && isMeant(pathOf(file)));
    for (const file of this.files) this.#index(file);
  }

  /** The calls of a function, by the symbol of its name. */
  callsOf(name: ts.Symbol): readonly Call[] {
    return this.#calls.get(name) ?? [];
  }

  /** The calls that push items onto a list. */
  pushesTo(list: ts.Symbol): readonly ts.CallExpression[] {
    return this.#pushes.get(list) ?? [];
  }

  /** What object literals give for a property. */
  valuesOf(property: ts.Symbol): readonly ts.Expression[] {
    return this.#values.get(property) ?? [];
  }

  /** The property that a member of an object literal gives, by the type that the literal must have. */
  propertyFor(member: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): ts.Symbol | undefined {
    const type = this.checker.getContextualType(member.parent);
    const found = type && this.checker.getNonNullableType(type);
    const types = found?.isUnion() ? found.types : [found];
    return types.flatMap((one) => (one && this.checker.getPropertyOfType(one, member.name.getText())) ?? [])[0];
  }

  /** The symbol of a name, behind imports. */
  symbolAt(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  #index(node: ts.Node): void {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const callee = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      push(this.#calls, this.symbolAt(callee), node);
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: list, name } = node.expression;
      if (name.text === "push") push(this.#pushes, this.symbolAt(list), node);
    }
    if (ts.isObjectLiteralExpression(node)) this.#indexObject(node);
    node.forEachChild((child) => this.#index(child));
  }

  #indexObject(node: ts.ObjectLiteralExpression): void {
    for (const member of node.properties) {
      if (!ts.isPropertyAssignment(member) && !ts.isShorthandPropertyAssignment(member)) continue;
      const value = ts.isPropertyAssignment(member) ? member.initializer : member.name;
      push(this.#values, this.propertyFor(member), value);
    }
  }
}

/** Whether a file is a source of this package. */
export const isOwn = (file: string): boolean => file.startsWith(`${join(root, "src").replaceAll("\\", "/")}/`);

/** The path of a file within the repository. */
export const pathOf = (node: ts.Node): string => node.getSourceFile().fileName.slice(root.length + 1);

function push<Key, Value>(map: Map<Key, Value[]>, key: Key | undefined, value: Value): void {
  if (key === undefined) return;
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
