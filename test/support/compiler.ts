import { join } from "node:path";
import ts from "typescript";

/** The files of TypeScript, of packages and of this package that were read before. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Compiles files of a host that has more than those on disk. Returns one line for each error, with the name of the file. */
function errorsIn(files: readonly string[], options: ts.CompilerOptions, own: ReadonlyMap<string, string>): string[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => own.has(file) || fileExists(file);
  host.readFile = (file) => own.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...rest) => {
    const text = own.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, ...rest));
    return parsed.get(file);
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram(files, options, host))
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}

/**
 * Compiles programs that use the built package.
 *
 * @param programs source text by file name; the files need not exist
 * @returns one line for each error, with the name of the file
 */
export function complaints(programs: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  return errorsIn([...programs.keys()], options, programs);
}

/**
 * Compiles a folder as `tsc -p .` does, with its own tsconfig.json.
 *
 * @param sources the sources of the folder by path, which may change from call to call
 * @returns one line for each error, with the name of the file
 */
export function complaintsOfProject(folder: string, sources: ReadonlyMap<string, string>): string[] {
  const { config, error } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const own = new Map([...sources].map(([name, text]) => [join(folder, name), text]));
  return [
    ...[...(error === undefined ? [] : [error]), ...errors].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    ),
    ...errorsIn(fileNames, options, own),
  ];
}
