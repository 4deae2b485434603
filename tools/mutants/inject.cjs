const { createHash, randomUUID } = require("node:crypto");
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

/**
 * Loads TypeScript for a run of mocha, one file of it from elsewhere: MUTANT_FILE has the text of MUTANT_TEXT. What was
 * compiled once is kept in MUTANT_CACHE, for hundreds of runs load the same files.
 */
const { MUTANT_FILE, MUTANT_TEXT, MUTANT_CACHE } = process.env;

require.extensions[".ts"] = (module, file) => {
  module._compile(javascript(readFileSync(file === MUTANT_FILE ? MUTANT_TEXT : file, "utf8"), file), file);
};

function javascript(text, file) {
  const kept = join(MUTANT_CACHE, createHash("sha256").update(`${file}\n${text}`).digest("hex"));
  if (existsSync(kept)) return readFileSync(kept, "utf8");
  const ts = require("typescript");
  const { config } = ts.readConfigFile(join(__dirname, "../../tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ".");
  const { outputText } = ts.transpileModule(text, { compilerOptions: options, fileName: file });
  // Others that run at the same time see all of it or nothing.
  const fresh = `${kept}.${randomUUID()}`;
  writeFileSync(fresh, outputText);
  renameSync(fresh, kept);
  return outputText;
}
