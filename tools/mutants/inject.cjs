const { readFileSync } = require("node:fs");
const { transpiled } = require("../typescript.cjs");

/** Loads TypeScript for a run of mocha, one file of it from elsewhere: MUTANT_FILE has the text of MUTANT_TEXT. */
const { MUTANT_FILE, MUTANT_TEXT } = process.env;

require.extensions[".ts"] = (module, file) => {
  const source = readFileSync(file === MUTANT_FILE ? MUTANT_TEXT : file, "utf8");
  module._compile(transpiled(file, source), file);
};
