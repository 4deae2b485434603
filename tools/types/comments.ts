import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");

/** The doc comments of a declaration's fields. */
export interface Comments {
  /** The comment of a field; empty without one. */
  of(field: string): string;
  /** The comments inside of a field that is, or holds, a message. Throws when the field holds none. */
  inside(field: string): Comments;
}

/**
 * Finds the comments of declarations. The compiler follows constants and `both`, which a reader of the text could not.
 *
 * @param files paths in the repository
 * @returns the comments for a file, an export of it, and a path of properties to the fields
 */
export function commentsOf(files: readonly string[]): (file: string, ...path: readonly string[]) => Comments {
  // Small on purpose: only the types of the declarations are asked for.
  const options = { lib: ["lib.es2015.d.ts"], types: [], strict: true, target: ts.ScriptTarget.ES2022 };
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    { ...options, module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Bundler },
  );
  const checker = program.getTypeChecker();
  const property = (type: ts.Type, name: string): ts.Symbol => {
    const found = type.getProperty(name);
    if (found === undefined) throw new Error(`${checker.typeToString(type)} has no property ${name}`);
    return found;
  };
  const typeOf = (type: ts.Type, name: string) => checker.getTypeOfSymbol(property(type, name));
  const messageIn = (type: ts.Type): ts.Type =>
    type.getProperty("of") === undefined ? type : messageIn(typeOf(type, "of"));
  const comments = (fields: ts.Type): Comments => ({
    of: (field) => ts.displayPartsToString(fields.getProperty(field)?.getDocumentationComment(checker)),
    inside: (field) => comments(typeOf(messageIn(typeOf(typeOf(fields, field), "type")), "fields")),
  });
  return (file, name, ...path) => {
    const source = program.getSourceFile(join(root, file));
    const module = source && checker.getSymbolAtLocation(source);
    const exported = module && checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
    if (exported === undefined) throw new Error(`${file} does not export ${name}`);
    return comments(path.reduce(typeOf, checker.getTypeOfSymbol(exported)));
  };
}
