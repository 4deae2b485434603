const { existsSync } = require("node:fs");
const { join } = require("node:path");

/**
 * Packs the package once for all processes that run tests: into the folder TEST_PACKAGE, if `npm test` names one. mocha runs this
 * before them.
 */
exports.mochaGlobalSetup = () => {
  const { TEST_PACKAGE: folder } = process.env;
  if (folder && !existsSync(join(folder, "packed.json"))) require("../test/support/workspace.ts").packInto(folder);
};
